// Constraints against closed forms and against other constraints.
#include "support.hpp"

namespace treadle::test {
namespace {

const std::string two_wheels = R"("bodies": [
  {"name": "a", "mass": 1, "inertia": [0.1, 0.1, 0.2]}, {"name": "b", "mass": 1, "center": [1, 0, 0], "inertia": [0.3, 0.3, 0.5]}],
 "joints": [{"name": "ja", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 0], "axis": [0, 0, 1], "drive": "3 N m"},
            {"name": "jb", "type": "revolute", "parent": "ground", "child": "b", "position": [1, 0, 0], "axis": [0, 0, 1]}])";

TEST(Constraint, AGearPairTurnsAsOneInertia) {
  const Series m =
      simulate("{" + two_wheels + R"(, "constraints": [{"name": "gear", "type": "coupler",
      "coordinates": [{"joint": "ja", "factor": 1}, {"joint": "jb", "factor": 2}]}]})");
  // jb = -ja / 2, effective inertia 0.2 + 0.5 / 4
  const double rate = 3.0 / (0.2 + 0.5 / 4.0);
  for (std::size_t k = 0; k < m["time"].size(); ++k) {
    EXPECT_NEAR(m["ja.q"][k], 0.5 * rate * m["time"][k] * m["time"][k], 1e-11);
    EXPECT_NEAR(m["jb.q"][k], -0.5 * m["ja.q"][k], 1e-12);
  }
  EXPECT_LT(m.result.energy_drift, 1e-12);  // the drive's work is counted
}

TEST(Constraint, ADriverPrescribesItsCoordinateAndItsWorkIsCounted) {
  const Series m = simulate(
      R"({"bodies": [{"name": "arm", "mass": 2, "center": [0.5, 0, 0], "inertia": [0.01, 0.1, 0.1]},
      {"name": "bob", "mass": 1, "center": [1.5, 0, 0], "inertia": [0.01, 0.05, 0.05]}],
    "joints": [{"name": "motor", "type": "revolute", "parent": "ground", "child": "arm", "position": [0, 0, 0], "axis": [0, 1, 0]},
               {"name": "elbow", "type": "revolute", "parent": "arm", "child": "bob", "position": [1, 0, 0], "axis": [0, 1, 0]}],
    "constraints": [{"name": "crank", "type": "driver", "joint": "motor",
      "function": {"type": "sine", "amplitude": "40 deg", "frequency": "1.5 Hz"}}]})");
  const double w = 2.0 * 3.14159265358979323846 * 1.5, a = 40.0 * 3.14159265358979323846 / 180.0;
  for (std::size_t k = 0; k < m["time"].size(); ++k) {
    const double t = m["time"][k];
    EXPECT_NEAR(m["motor.q"][k], a * std::sin(w * t), 1e-12);
    EXPECT_NEAR(m["motor.v"][k], a * w * std::cos(w * t), 1e-11);
  }
  EXPECT_LT(m.result.energy_drift, 1e-6);
}

TEST(Constraint, ADrivenDistanceIsAWinch) {
  const Series m = simulate(R"({"bodies": [{"name": "load", "mass": 3, "center": [0, 0, -2]}],
    "joints": [{"name": "guide", "type": "prismatic", "parent": "ground", "child": "load", "position": [0, 0, -2], "axis": [0, 0, 1]}],
    "constraints": [{"name": "rope", "type": "driver", "from": {"body": "load", "position": [0, 0, -2]}, "to": {"body": "ground"},
      "function": {"type": "step", "from": 2, "to": 0.5, "start": 0.1, "end": 0.9}}]})",
                            1.0, 1e-3, true);
  for (std::size_t k = 0; k < m["time"].size(); ++k) {
    const double s = std::min(1.0, std::max(0.0, (m["time"][k] - 0.1) / 0.8));
    const double lift = 1.5 * s * s * s * (10.0 + s * (6.0 * s - 15.0)),
                 acc = 1.5 / 0.64 * 60.0 * s * (1.0 + s * (2.0 * s - 3.0));
    EXPECT_NEAR(m["guide.q"][k], lift, 1e-12);
    EXPECT_NEAR(m["rope.force.z"][k], 3.0 * (9.80665 + acc), 1e-8);
  }
  EXPECT_LT(m.result.energy_drift, 1e-7);
}

const std::string bead =
    R"({"name": "bead", "mass": 2, "center": [0.1, 0.2, 0.3], "inertia": [0.02, 0.03, 0.04]})";

TEST(Constraint, APointOnALineIsABallOnASlider) {
  const std::string start =
      R"("start": {"position": [0, 0, 0]}, "velocity": {"angular": [1, 2, 3]}})";
  const Series line = simulate(
      "{\"bodies\": [" + bead +
      R"(], "joints": [{"name": "f", "type": "free", "parent": "ground", "child": "bead", )" +
      start +
      R"(], "constraints": [{"name": "wire", "type": "point_on_line", "from": {"body": "bead"}, "to": {"body": "ground"}, "axis": [1, 2, 2]}]})");
  const Series slider =
      simulate("{\"bodies\": [" + bead +
               R"(, {"name": "shoe", "mass": 1e-9, "inertia": [1e-10, 1e-10, 1e-10]}],
    "joints": [{"name": "s", "type": "prismatic", "parent": "ground", "child": "shoe", "position": [0, 0, 0], "axis": [1, 2, 2]},
               {"name": "b", "type": "spherical", "parent": "shoe", "child": "bead", "position": [0, 0, 0], "velocity": [1, 2, 3]}]})");
  EXPECT_LT(pose_difference(line, slider, "bead"), 1e-7);
}

TEST(Constraint, APointOnAPlaneIsABallOnTwoSliders) {
  const Series plane = simulate(
      "{\"bodies\": [" + bead +
          R"(], "joints": [{"name": "f", "type": "free", "parent": "ground", "child": "bead",
      "velocity": {"linear": [0.2, -0.1, 0], "angular": [1, 2, 3]}}],
    "constraints": [{"name": "floor", "type": "point_on_plane", "from": {"body": "bead"}, "to": {"body": "ground"}, "normal": [0, 0, 1]}]})",
      1.0, 2.5e-4);
  const Series puck =
      simulate("{\"bodies\": [" + bead +
                   R"(, {"name": "shoe", "mass": 1e-9}, {"name": "puck", "mass": 1e-9}],
    "joints": [{"name": "x", "type": "prismatic", "parent": "ground", "child": "shoe", "position": [0, 0, 0], "axis": [1, 0, 0], "velocity": 0.2},
               {"name": "y", "type": "prismatic", "parent": "shoe", "child": "puck", "position": [0, 0, 0], "axis": [0, 1, 0], "velocity": -0.1},
               {"name": "b", "type": "spherical", "parent": "puck", "child": "bead", "position": [0, 0, 0], "velocity": [1, 2, 3]}]})",
               1.0, 2.5e-4);
  EXPECT_LT(pose_difference(plane, puck, "bead"), 1e-7);
}

TEST(Constraint, ARodIsALightBodyWithTwoBalls) {
  const std::string arms =
      R"({"name": "a", "mass": 1, "center": [0, 0, -0.5], "inertia": [0.1, 0.1, 0.01]},
      {"name": "b", "mass": 2, "center": [1, 0.3, -0.5], "inertia": [0.1, 0.1, 0.02]})";
  const std::string pivots =
      R"({"name": "ja", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 0], "axis": [0, 1, 0], "velocity": 2},
      {"name": "jb", "type": "revolute", "parent": "ground", "child": "b", "position": [1, 0.3, 0], "axis": [0.6, 0.8, 0]})";
  const Series rod = simulate("{\"bodies\": [" + arms + "], \"joints\": [" + pivots + R"(],
    "constraints": [{"name": "rod", "type": "rod", "from": {"body": "a", "position": [0, 0, -1]}, "to": {"body": "b", "position": [1, 0.3, -1]}}]})");
  const Series body = simulate(
      "{\"bodies\": [" + arms +
      R"(, {"name": "link", "mass": 1e-9, "center": [0.5, 0.15, -1], "inertia": [1e-10, 1e-10, 1e-10]}], "joints": [)" +
      pivots +
      R"(, {"name": "p", "type": "spherical", "parent": "a", "child": "link", "position": [0, 0, -1]},
       {"name": "q", "type": "spherical", "parent": "link", "child": "b", "position": [1, 0.3, -1]}]})");
  EXPECT_LT(worst_difference(rod["ja.q"], body["ja.q"]), 1e-7);
  EXPECT_LT(worst_difference(rod["jb.q"], body["jb.q"]), 1e-7);
}

}  // namespace
}  // namespace treadle::test
