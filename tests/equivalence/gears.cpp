// Wheels that mesh: what their bearings carry against the statics of textbooks, their motion
// against couplers and Willis' equation, and teeth that give or have play.
#include "support.hpp"

#include <numbers>

namespace treadle::test {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

// 20 and 40 teeth on parallel shafts, 300 mm apart; radii 100 and 200 mm.
std::string pair_of_wheels(const std::string& gear, const std::string& list = "constraints") {
  return R"({"gravity": [0, 0, 0],
  "bodies": [{"name": "a", "mass": 1, "inertia": [0.1, 0.1, 0.2]},
             {"name": "b", "mass": 1, "center": [0.3, 0, 0], "inertia": [0.3, 0.3, 0.5]}],
  "joints": [{"name": "ja", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 0],
              "axis": [0, 0, 1], "drive": "30 N m"},
             {"name": "jb", "type": "revolute", "parent": "ground", "child": "b",
              "position": [0.3, 0, 0], "axis": [0, 0, 1], "drive": "60 N m"}],
  ")" + list +
         R"(": [{"name": "mesh", "type": "gear", "joints": ["ja", "jb"], "teeth": [20, 40], )" +
         gear + "}]}";
}

void expect_load(const Series& m, const std::string& joint, const Vec3<double>& force,
                 const Vec3<double>& moment, double tolerance = 1e-9) {
  const auto last = [&](const std::string& part) { return m[joint + part].back(); };
  EXPECT_NEAR(last(".force.x"), force.x, tolerance) << joint;
  EXPECT_NEAR(last(".force.y"), force.y, tolerance) << joint;
  EXPECT_NEAR(last(".force.z"), force.z, tolerance) << joint;
  EXPECT_NEAR(last(".moment.x"), moment.x, tolerance) << joint;
  EXPECT_NEAR(last(".moment.y"), moment.y, tolerance) << joint;
  EXPECT_NEAR(last(".moment.z"), moment.z, tolerance) << joint;
}

// 300 N along the pitch circle, 300 tan 20 deg apart; the torques of both drives are in balance.
TEST(Gear, ASpurPairLoadsItsBearings) {
  const Series m = simulate(pair_of_wheels(R"("pressure_angle": "20 deg")"), 0.1, 1e-3, true);
  const double apart = 300.0 * std::tan(20.0 * degree);
  EXPECT_NEAR(m["ja.q"].back(), 0.0, 1e-12);
  EXPECT_NEAR(m["mesh.tangential"].back(), -300.0, 1e-9);
  EXPECT_NEAR(m["mesh.separating"].back(), apart, 1e-9);
  expect_load(m, "ja", {apart, 300.0, 0.0}, {0.0, 0.0, 30.0});
  expect_load(m, "jb", {-apart, -300.0, 0.0}, {0.0, 0.0, 60.0});
}

// Backwards the other flanks touch: still apart.
TEST(Gear, BothFlanksPushTheWheelsApart) {
  std::string model = pair_of_wheels(R"("pressure_angle": "20 deg")");
  for (const auto& [from, to] :
       {std::pair{"\"30 N m\"", "\"-30 N m\""}, {"\"60 N m\"", "\"-60 N m\""}})
    model.replace(model.find(from), std::string(from).size(), to);
  const Series m = simulate(model, 0.1, 1e-3, true);
  const double apart = 300.0 * std::tan(20.0 * degree);
  expect_load(m, "ja", {apart, -300.0, 0.0}, {0.0, 0.0, -30.0});
}

// Right-hand teeth, 50 mm above the bearing: F_r = F_t tan a / cos b, F_a = F_t tan b. The driver
// that turns by the right hand about +z would be drawn along +z by its teeth: its thrust is there.
TEST(Gear, AHelicalPairHasThrust) {
  const Series m = simulate(pair_of_wheels(R"("pressure_angle": "20 deg", "helix_angle": "25 deg",
      "point": [0.1, 0, 0.05])"),
                            0.1, 1e-3, true);
  const double apart = 300.0 * std::tan(20.0 * degree) / std::cos(25.0 * degree),
               thrust = 300.0 * std::tan(25.0 * degree);
  EXPECT_NEAR(m["mesh.axial"].back(), thrust, 1e-9);
  const Vec3<double> on_a{-apart, -300.0, thrust}, arm_a{0.1, 0.0, 0.05}, arm_b{-0.2, 0.0, 0.05};
  const Vec3<double> ma = cross(arm_a, on_a), mb = cross(arm_b, on_a);
  expect_load(m, "ja", -on_a, -ma);
  expect_load(m, "jb", on_a, mb);
}

TEST(Gear, MovesAsACouplerDoes) {
  std::string model = pair_of_wheels(R"("helix_angle": "25 deg")");
  model.replace(model.find("\"60 N m\""), 8, "0");
  const Series m = simulate(model);
  // effective inertia 0.2 + 0.5 / 4
  for (std::size_t k = 0; k < m["time"].size(); ++k) {
    EXPECT_NEAR(m["ja.q"][k], 0.5 * 30.0 / 0.325 * m["time"][k] * m["time"][k], 1e-9);
    EXPECT_NEAR(m["jb.q"][k], -0.5 * m["ja.q"][k], 1e-12);
  }
}

// Sun of 20, planet of 10, ring of 40 teeth, which stands; the arm turns at a third of the sun.
std::string planetary(const std::string& helix, const std::string& list = "constraints",
                      const std::string& law = "") {
  const std::string more = ", \"helix_angle\": " + helix + law;
  return R"({"gravity": [0, 0, -9.81],
  "bodies": [{"name": "sun", "mass": 2, "inertia": [0.01, 0.01, 0.02]},
             {"name": "arm", "mass": 1, "center": [0.05, 0, 0.01], "inertia": [0.01, 0.01, 0.01]},
             {"name": "planet", "mass": 0.5, "center": [0.15, 0, 0], "inertia": [0.001, 0.001, 0.002]},
             {"name": "ring", "mass": 3, "inertia": [0.1, 0.1, 0.2]}],
  "joints": [{"name": "js", "type": "revolute", "parent": "ground", "child": "sun", "position": [0, 0, 0],
              "axis": [0, 0, 1], "drive": "5 N m"},
             {"name": "jr", "type": "fixed", "parent": "ground", "child": "ring", "position": [0, 0, 0]},
             {"name": "jc", "type": "revolute", "parent": "arm", "child": "ground",
              "position": [0, 0, 0.02], "axis": [0, 0, -1], "damping": "0.3 N m s"},
             {"name": "jp", "type": "revolute", "parent": "planet", "child": "arm",
              "position": [0.15, 0, 0.02], "axis": [0, 0, 1]}],
  ")" + list +
         R"(": [
    {"name": "inner", "type": "gear", "joints": ["js", "jp"], "carrier": "jc", "teeth": [20, 10],
     "point": [0.1, 0, 0])" +
         more + R"(},
    {"name": "outer", "type": "gear", "joints": ["jr", "jp"], "carrier": "jc", "teeth": [40, 10],
     "mesh": "internal", "point": [0.2, 0, 0])" +
         more + "}]}";
}

TEST(Gear, APlanetaryGearObeysWillis) {
  const Series m = simulate(planetary("\"15 deg\""), 1.0, 1e-3, true);
  // the coordinate of the arm's joint counts the ground seen from the arm, about -z: the arm's
  // angle
  for (std::size_t k = 0; k < m["time"].size(); ++k)
    EXPECT_NEAR(m["jc.q"][k], m["js.q"][k] / 3.0, 1e-10);
  EXPECT_GT(m["js.q"].back(), 1.0);
  // forces at the teeth do to free axes just what the equations between coordinates say: nothing is
  // left for the bearings about their axes but drive and damper
  for (std::size_t k = 0; k < m["time"].size(); ++k) {
    EXPECT_NEAR(m["js.moment.z"][k], 5.0, 1e-9);
    EXPECT_NEAR(m["jc.moment.z"][k], 0.3 * m["jc.v"][k], 1e-9);
    EXPECT_NEAR(m["jp.moment.z"][k], 0.0, 1e-9);
  }
  EXPECT_LT(m.result.energy_drift, 1e-9);
}

TEST(Gear, StiffTeethMoveAsRigidOnes) {
  const Series rigid = simulate(planetary("\"15 deg\""));
  const Series stiff = simulate(
      planetary("\"15 deg\"", "forces", R"(, "spring": {"stiffness": "4e7 N/m"}, "damping": 2e3)"),
      1.0, 1e-4);
  EXPECT_LT(worst_difference(rigid["js.q"], stiff["js.q"]), 1e-4);
  EXPECT_LT(worst_difference(rigid["jp.q"], stiff["jp.q"]), 1e-4);
}

// Axes along z and x that meet in the origin: F_r = F_t tan a cos d on the axis of each wheel's own
// cone, F_a = F_t tan a sin d; tan d = 1/2.
TEST(Gear, BevelWheelsPushAlongTheirAxes) {
  const Series m = simulate(R"({"gravity": [0, 0, 0],
  "bodies": [{"name": "a", "mass": 1, "inertia": [0.1, 0.1, 0.2]},
             {"name": "b", "mass": 1, "inertia": [0.5, 0.3, 0.3]}],
  "joints": [{"name": "ja", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 0.2],
              "axis": [0, 0, 1], "drive": "10 N m"},
             {"name": "jb", "type": "revolute", "parent": "ground", "child": "b", "position": [0.2, 0, 0],
              "axis": [1, 0, 0], "drive": "20 N m"}],
  "constraints": [{"name": "mesh", "type": "gear", "joints": ["ja", "jb"], "teeth": [20, 40],
                   "point": [0.1, 0, 0.2]}]})",
                            0.1, 1e-3, true);
  EXPECT_NEAR(m["ja.v"].back(), 0.0, 1e-12);
  const double ft = 100.0, fr = ft * std::tan(20.0 * degree), d = std::atan(0.5);
  // on a: against the drive, to its axis by cos d, out of the apex by sin d
  const Vec3<double> on_a{-fr * std::cos(d), -ft, fr * std::sin(d)};
  expect_load(m, "ja", -on_a, -cross(Vec3<double>{0.1, 0.0, 0.0}, on_a));
  expect_load(m, "jb", on_a, cross(Vec3<double>{-0.1, 0.0, 0.2}, on_a));
}

TEST(Gear, ARackIsPushedOutOfItsPinion) {
  const Series m = simulate(R"({"gravity": [0, 0, 0],
  "bodies": [{"name": "pinion", "mass": 1, "inertia": [0.1, 0.1, 0.01]}, {"name": "rack", "mass": 2}],
  "joints": [{"name": "jp", "type": "revolute", "parent": "ground", "child": "pinion",
              "position": [0, 0, 0], "axis": [0, 0, 1], "drive": "3 N m"},
             {"name": "jr", "type": "prismatic", "parent": "ground", "child": "rack",
              "position": [0, -0.03, 0], "axis": [1, 0, 0]}],
  "constraints": [{"name": "mesh", "type": "gear", "joints": ["jp", "jr"], "point": [0, "-30 mm", 0]}]})",
                            1.0, 1e-3, true);
  // at the lowest point the pinion moves along +x
  const double a = 3.0 / (0.01 + 2.0 * 0.03 * 0.03), f = 2.0 * 0.03 * a;
  EXPECT_NEAR(m["jp.q"].back(), 0.5 * a, 1e-9);
  EXPECT_NEAR(m["jr.q"].back(), 0.03 * m["jp.q"].back(), 1e-12);
  EXPECT_NEAR(m["jr.force.y"].back(), f * std::tan(20.0 * degree), 1e-9);
  EXPECT_NEAR(m["jr.force.x"].back(), 0.0, 1e-9);
  EXPECT_NEAR(m["jp.force.x"].back(), f, 1e-9);
}

// The driver turns through the play, hits, and both go on: energy stays, and a force acts only
// beyond the play.
TEST(Gear, TeethWithPlayKeepEnergyAndLoadBearingsOnlyWhereTheyTouch) {
  std::string model =
      pair_of_wheels(R"("play": {"width": "2 mm", "stiffness": "2e6 N/m"})", "forces");
  model.replace(model.find("\"60 N m\""), 8, "0");
  const Series m = simulate(model, 0.2, 2e-5, true);
  EXPECT_LT(m.result.energy_drift, 1e-5);
  int touched = 0;
  for (std::size_t k = 0; k < m["time"].size(); ++k) {
    const double gap = 0.1 * m["ja.q"][k] + 0.2 * m["jb.q"][k];
    const double f = -2e6 * (std::max(gap - 1e-3, 0.0) + std::min(gap + 1e-3, 0.0));
    touched += f != 0.0 ? 1 : 0;
    // the bearing carries it, turned with nothing: the housing stands still
    EXPECT_NEAR(m["ja.force.y"][k], -f, 1e-6);
    EXPECT_NEAR(m["ja.force.x"][k], std::fabs(f) * std::tan(20.0 * degree), 1e-6);
  }
  EXPECT_GT(touched, 3);
  EXPECT_LT(touched, 45);
}

TEST(Gear, SaysWhatIsWrong) {
  const auto refusal = [](const std::string& model) {
    try {
      build_mechanism(read_model_text(model, "test.json"));
    } catch (const ModelError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  const auto expect = [](const std::string& text, const std::string& words) {
    EXPECT_NE(text.find(words), std::string::npos) << text;
  };
  expect(refusal(pair_of_wheels(R"("point": [0.12, 0, 0])")), "the radii are 0.12 m and 0.18 m");
  expect(refusal(pair_of_wheels(R"("point": [0.1, 0.1, 0])")), "do not move along one line");
  expect(refusal(pair_of_wheels(R"("point": [0.6, 0, 0])")), "\"internal\": true");
  expect(refusal(pair_of_wheels(R"("carrier": "ja")")), "also the joint of a wheel");
  expect(refusal(pair_of_wheels(R"("helix_angle": 2)")), "less than 90 deg");
  std::string crossed = pair_of_wheels(R"("point": [0.1, 0, 0])");
  crossed.replace(crossed.rfind("\"axis\": [0, 0, 1]"), 17, "\"axis\": [0, 1, 1]");
  expect(refusal(crossed), "do not move along one line");
}

// Three planets: how they share the load is not unique, and all equally stiff they share it alike.
TEST(Gear, PlanetsShareTheLoad) {
  std::string bodies, joints, gears;
  for (int k = 0; k < 3; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / 3.0;
    const auto at = [&](double r) {
      return "[" + short_number(r * std::cos(angle), 17) + ", " +
             short_number(r * std::sin(angle), 17) + ", 0]";
    };
    const std::string n = std::to_string(k);
    bodies += R"(, {"name": "p)" + n + R"(", "mass": 0.5, "center": )" + at(0.15) +
              R"(, "inertia": [0.001, 0.001, 0.002]})";
    joints += R"(, {"name": "jp)" + n + R"(", "type": "revolute", "parent": "arm", "child": "p)" +
              n + R"(", "position": )" + at(0.15) + R"(, "axis": [0, 0, 1]})";
    gears += std::string(k > 0 ? ", " : "") + R"({"name": "in)" + n +
             R"(", "type": "gear", "joints": ["js", "jp)" + n +
             R"("], "carrier": "jc", "teeth": [20, 10]}, {"name": "out)" + n +
             R"(", "type": "gear", "joints": ["jr", "jp)" + n +
             R"("], "carrier": "jc", "teeth": [40, 10], "mesh": "internal"})";
  }
  const Series m = simulate(
      R"({"gravity": [0, 0, 0], "bodies": [{"name": "sun", "mass": 2, "inertia": [0.01, 0.01, 0.02]},
    {"name": "arm", "mass": 1, "inertia": [0.01, 0.01, 0.01]}, {"name": "ring", "mass": 1})" +
          bodies + R"(], "joints": [{"name": "js", "type": "revolute", "parent": "ground",
      "child": "sun", "position": [0, 0, 0], "axis": [0, 0, 1], "drive": "6 N m"},
    {"name": "jr", "type": "fixed", "parent": "ground", "child": "ring", "position": [0, 0, 0]},
    {"name": "jc", "type": "revolute", "parent": "ground", "child": "arm", "position": [0, 0, 0],
     "axis": [0, 0, 1]})" +
          joints + R"(], "constraints": [)" + gears + "]}",
      0.1, 1e-3, true);
  EXPECT_GT(m["js.q"].back(), 0.1);
  for (const char* name : {"in0", "in1", "in2"}) {
    EXPECT_NEAR(m[std::string(name) + ".tangential"].back(), m["in0.tangential"].back(), 1e-6)
        << name;
  }
  // what is apart on three sides leaves the sun's bearing alone, and so do equal loads
  for (const char* part : {".force.x", ".force.y", ".moment.x", ".moment.y"})
    EXPECT_NEAR(m[std::string("js") + part].back(), 0.0, 1e-6) << part;
  EXPECT_NEAR(m["js.moment.z"].back(), 6.0, 1e-9);
  EXPECT_NEAR(m["jp1.moment.z"].back(), 0.0, 1e-9);
}

}  // namespace
}  // namespace treadle::test
