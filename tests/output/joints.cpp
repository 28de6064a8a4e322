// Joints in the tree and joints that were cut give the same channels.
#include "support.hpp"
#include "support/places.hpp"

#include <numbers>

namespace treadle::test {
namespace {

// Two bodies on one joint of any type; a second way round through a free joint lets it be cut.
std::string ring(const std::string& joint, bool cut) {
  return R"({"bodies": [
    {"name": "base", "mass": 3, "center": [0.1, 0, 0.05], "inertia": [0.3, 0.4, 0.5]},
    {"name": "arm", "mass": 1, "center": [0.3, 0.1, -0.1], "inertia": [0.05, 0.06, 0.07]}],
  "joints": [
    {"name": "root", "type": "free", "parent": "ground", "child": "base",
     "velocity": {"linear": [0.3, 0.1, 2], "angular": [0.5, -0.7, 0.9]}},
    {"name": "j", "parent": "base", "child": "arm", "tree": ")" +
         std::string(cut ? "cut" : "keep") + "\", " + joint + R"(},
    {"name": "way", "type": "free", "parent": "ground", "child": "arm", "tree": ")" +
         (cut ? "keep" : "cut") + R"("}]})";
}

struct Case {
  const char* type;
  const char* joint;
};

class AnyJoint : public testing::TestWithParam<Case> {};

TEST_P(AnyJoint, ShowsTheSameWhetherCutOrNot) {
  const std::string joint =
      std::string("\"type\": \"") + GetParam().type + "\", " + GetParam().joint;
  const Series tree = record(ring(joint, false), {"j.*", "root.*", "arm.*"}, 0.5);
  // the start of the cut mechanism is that of the other one
  Description d = read_model_text(ring(joint, true), "cut.json");
  for (JointItem& item : d.joints) {
    if (item.name != "way") continue;
    for (const char* part : {"x", "y", "z", "qw", "qx", "qy", "qz"})
      item.start.push_back(tree[std::string("arm.pose.") + part].front());
    // velocity of the origin and angular velocity in the axes of the arm
    const double w = item.start[3], x = item.start[4], y = item.start[5], z = item.start[6];
    const double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                            {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                            {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    for (const char* word : {"arm.velocity", "arm.angular_velocity"}) {
      const std::string name = word;
      for (int k = 0; k < 3; ++k)
        item.start_velocity.push_back(r[0][k] * tree[name + ".x"].front() +
                                      r[1][k] * tree[name + ".y"].front() +
                                      r[2][k] * tree[name + ".z"].front());
    }
  }
  const Series cut = record(d, {false, false, {"j.*", "root.*", "arm.*"}}, 0.5);
  ASSERT_EQ(build_mechanism(d).topology().loops.size(), 1);
  int compared = 0;
  for (const Column& column : tree.columns) {
    if (column.name.rfind("j.", 0) != 0) continue;
    double size = 1.0;
    for (const double value : tree[column.name]) size = std::max(size, std::fabs(value));
    EXPECT_LT(worst_difference(tree[column.name], cut[column.name]) / size, 2e-8) << column.name;
    ++compared;
  }
  EXPECT_GE(compared, 3 + 6);
}

INSTANTIATE_TEST_SUITE_P(
    Output, AnyJoint,
    testing::Values(
        Case{"revolute", R"("position": [0.1, 0.2, 0], "axis": [1, 2, 3], "velocity": 20)"},
        Case{"prismatic", R"("position": [0.1, 0.2, 0], "axis": [1, 2, 3], "velocity": 2)"},
        Case{
            "cylindrical",
            R"("position": [0.1, 0.2, 0], "axis": [1, 2, 3], "velocity": {"angle": -20, "displacement": 1})"},
        Case{
            "universal",
            R"("position": [0.1, 0.2, 0], "axis": [1, 2, 3], "velocity": {"angle1": 4, "angle2": 2})"},
        Case{
            "planar",
            R"("position": [0.1, 0.2, 0], "axis": [1, 2, 3], "velocity": {"x": 1, "y": -1, "angle": 20})"},
        Case{"screw",
             R"("position": [0.1, 0.2, 0], "axis": [1, 2, 3], "pitch": 0.05, "velocity": 20)"},
        Case{"spherical", R"("position": [0.1, 0.2, 0], "velocity": [5, 6, -7])"}),
    [](const testing::TestParamInfo<Case>& test) { return std::string(test.param.type); });

// Rates and accelerations of tree joints against differences of their coordinates.
TEST(JointChannels, AreDerivativesOfEachOther) {
  const double h = 2.5e-4;
  const Series s = record(read_model(models_folder() + "/four_bar.json"),
                          {false, false, {"*.q", "*.v", "*.a"}}, 0.3, h);
  for (const std::string joint : {"crank_pivot", "crank_pin", "rocker_pin", "rocker_pivot"}) {
    EXPECT_LT(slope_error(s[joint + ".q"], s[joint + ".v"], h), 1e-7) << joint;
    EXPECT_LT(slope_error(s[joint + ".v"], s[joint + ".a"], h), 1e-6) << joint;
  }
}

// A cut angle counts its turns even where rows are far apart.
TEST(JointChannels, CutAnglesCountTheirTurnsBetweenRows) {
  const Description d = read_model_text(R"({"gravity": [0, 0, 0],
    "bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [
      {"name": "pin", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 0],
       "axis": [0, 0, 1], "tree": "cut"},
      {"name": "way", "type": "free", "parent": "ground", "child": "a", "tree": "keep",
       "velocity": {"linear": [0, 0, 0], "angular": [0, 0, 10]}}]})",
                                        "test.json");
  RunOptions options;
  options.integrator = "rk4";
  options.duration = 10.0;
  options.step = 0.01;
  options.output_interval = 5.0;
  options.channels.names = {"pin.q", "time"};
  std::vector<double> angles;
  Listener listener;
  listener.row = [&](std::span<const double> row) { angles.push_back(row[0]); };
  EXPECT_EQ(run(build_mechanism(d), options, listener).end, RunEnd::done);
  ASSERT_EQ(angles.size(), 3U);
  EXPECT_NEAR(angles[1], 50.0, 1e-9);
  EXPECT_NEAR(angles[2], 100.0, 1e-9);
}

}  // namespace
}  // namespace treadle::test
