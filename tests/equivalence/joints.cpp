// Each joint against the same motion made of simpler joints with very light bodies between them.
#include "support.hpp"

namespace treadle::test {
namespace {

const std::string bob =
    R"({"name": "bob", "mass": 2, "center": [0.3, 0.1, -0.2], "inertia": [0.05, 0.06, 0.07, 0.01, -0.01, 0.02]})";
// light enough that its share of the motion is below the tolerance, heavy enough for the arithmetic
std::string light(const std::string& name) {
  return R"({"name": ")" + name +
         R"(", "mass": 1e-9, "center": [0.01, 0.02, 0.03], "inertia": [1e-10, 1e-10, 1e-10]})";
}

std::string model(const std::string& bodies, const std::string& joints,
                  const std::string& rest = "") {
  return "{\"bodies\": [" + bodies + "], \"joints\": [" + joints + "]" + rest + "}";
}

const std::string seat = R"("position": [0.1, 0.2, 0.3], "orientation": {"rpy": [0.3, -0.4, 0.5]})";

TEST(JointEquivalence, CylindricalIsRevoluteOnPrismatic) {
  const Series one = simulate(model(
      bob,
      R"({"name": "j", "type": "cylindrical", "parent": "ground", "child": "bob", )" + seat +
          R"(, "start": {"angle": 0.4, "displacement": 0.1}, "velocity": {"angle": 2, "displacement": -0.5}})"));
  const Series two = simulate(
      model(light("mid") + "," + bob,
            R"({"name": "p", "type": "prismatic", "parent": "ground", "child": "mid", )" + seat +
                R"(, "start": 0.1, "velocity": -0.5},)"
                R"({"name": "r", "type": "revolute", "parent": "mid", "child": "bob", )" +
                seat + R"(, "start": 0.4, "velocity": 2})"));
  EXPECT_LT(pose_difference(one, two, "bob"), 1e-8);
  EXPECT_LT(worst_difference(one["j.q.angle"], two["r.q"]), 1e-8);
  EXPECT_LT(worst_difference(one["j.q.displacement"], two["p.q"]), 1e-8);
}

TEST(JointEquivalence, UniversalIsTwoRevolutes) {
  const Series one = simulate(model(
      bob,
      R"({"name": "j", "type": "universal", "parent": "ground", "child": "bob", )"
      R"("position": [0.1, 0.2, 0.3], "axis": [0, 0, 1], "start": {"angle1": 0.4, "angle2": 0.7}, "velocity": {"angle1": 2, "angle2": -3}})"));
  const Series two = simulate(model(
      light("cross") + "," + bob,
      R"({"name": "a", "type": "revolute", "parent": "ground", "child": "cross", "position": [0.1, 0.2, 0.3], "axis": [0, 0, 1], "start": 0.4, "velocity": 2},)"
      R"({"name": "b", "type": "revolute", "parent": "cross", "child": "bob", "position": [0.1, 0.2, 0.3], "axis": [1, 0, 0], "start": 0.7, "velocity": -3})"));
  EXPECT_LT(pose_difference(one, two, "bob"), 1e-7);
  EXPECT_LT(worst_difference(one["j.q.angle1"], two["a.q"]), 1e-7);
  EXPECT_LT(worst_difference(one["j.q.angle2"], two["b.q"]), 1e-7);
  EXPECT_LT(one.result.energy_drift, 1e-7);
}

TEST(JointEquivalence, PlanarIsTwoPrismaticsAndARevolute) {
  const Series one = simulate(model(
      bob,
      R"({"name": "j", "type": "planar", "parent": "ground", "child": "bob", )"
      R"("position": [0.1, 0.2, 0.3], "axis": [0, 0, 1], "start": {"x": 0.1, "y": -0.2, "angle": 0.7}, "velocity": {"x": 1, "y": 2, "angle": -3}})",
      R"(, "gravity": [1, -2, -9])"));
  const Series two = simulate(model(
      light("m1") + "," + light("m2") + "," + bob,
      R"({"name": "x", "type": "prismatic", "parent": "ground", "child": "m1", "position": [0.1, 0.2, 0.3], "axis": [1, 0, 0], "start": 0.1, "velocity": 1},)"
      R"({"name": "y", "type": "prismatic", "parent": "m1", "child": "m2", "position": [0.1, 0.2, 0.3], "axis": [0, 1, 0], "start": -0.2, "velocity": 2},)"
      R"({"name": "a", "type": "revolute", "parent": "m2", "child": "bob", "position": [0.1, 0.2, 0.3], "axis": [0, 0, 1], "start": 0.7, "velocity": -3})",
      R"(, "gravity": [1, -2, -9])"));
  EXPECT_LT(pose_difference(one, two, "bob"), 1e-8);
  EXPECT_LT(worst_difference(one["j.q.angle"], two["a.q"]), 1e-8);
  EXPECT_LT(one.result.energy_drift, 1e-9);
}

TEST(JointEquivalence, ScrewIsACoupledCylindrical) {
  const std::string start = R"(, "gravity": [0, 0, -9.80665])";
  const Series one = simulate(model(
      bob,
      R"({"name": "j", "type": "screw", "parent": "ground", "child": "bob", "position": [0, 0, 0], "axis": [0, 0, 1], "pitch": "20 cm", "velocity": 3})",
      start));
  const Series two = simulate(model(
      bob,
      R"({"name": "c", "type": "cylindrical", "parent": "ground", "child": "bob", "position": [0, 0, 0], "axis": [0, 0, 1], "velocity": {"angle": 3}})",
      R"(, "constraints": [{"name": "thread", "type": "coupler", "coordinates": [{"joint": "c", "coordinate": "displacement", "factor": 1}, {"joint": "c", "coordinate": "angle", "factor": -0.031830988618379067}]}])"));
  EXPECT_LT(pose_difference(one, two, "bob"), 1e-10);
  EXPECT_LT(worst_difference(one["j.q"], two["c.q.angle"]), 1e-10);
  // and against the closed form: a nut that falls turns with constant acceleration
  const double lead = 0.2 / (2.0 * 3.14159265358979323846);
  const double inertia = 0.07 + 2.0 * (0.3 * 0.3 + 0.1 * 0.1) + 2.0 * lead * lead,
               rate = -2.0 * 9.80665 * lead / inertia;
  for (std::size_t k = 0; k < one["time"].size(); ++k) {
    const double t = one["time"][k];
    EXPECT_NEAR(one["j.q"][k], 3.0 * t + 0.5 * rate * t * t, 1e-11);
  }
}

// The same joints as cuts: a loop closed by each type keeps closed and keeps its energy.
TEST(JointEquivalence, EveryJointClosesALoop) {
  for (const char* type :
       {"revolute", "cylindrical", "universal", "planar", "spherical", "prismatic"}) {
    const std::string extra = R"(, "tree": "cut")";
    // a free body held by this one joint moves as if the joint were in the tree
    const std::string where =
        R"("position": [0.1, 0.2, 0.3], "orientation": {"rpy": [0.3, -0.4, 0.5]})";
    const std::string joint = std::string(R"({"name": "j", "type": ")") + type +
                              R"(", "parent": "ground", "child": "bob", )" + where;
    const Series tree = simulate(model(bob, joint + "}"), 0.5);
    const Series cut = simulate(model(bob, joint + extra + "}"), 0.5);
    EXPECT_LT(pose_difference(tree, cut, "bob"), 1e-9) << type;
    EXPECT_LT(cut.result.position_violation, 1e-12) << type;
  }
}

TEST(JointEquivalence, ACutScrewMovesLikeOneInTheTree) {
  const std::string joint =
      R"({"name": "j", "type": "screw", "parent": "ground", "child": "bob", "position": [0.1, 0.2, 0.3], "axis": [0.3, 0.4, 0.866], "pitch": "30 cm")";
  const std::string down = R"(, "gravity": [-3, -4, -8.66])";  // along the axis
  const Series tree = simulate(model(bob, joint + "}", down), 3.0),
               cut = simulate(model(bob, joint + R"(, "tree": "cut"})", down), 3.0);
  EXPECT_LT(pose_difference(tree, cut, "bob"), 1e-9);
  EXPECT_GT(std::fabs(tree["j.q"].back()), 6.3);  // more than a turn
}

}  // namespace
}  // namespace treadle::test
