// Velocities and accelerations of points and frames against differences of positions, for observers
// at rest and for observers that turn and speed up.
#include "support.hpp"
#include "tests/support/random_mechanism.hpp"

namespace treadle::test {
namespace {

// The names of random bodies are made by the generator.
Description with_outputs(Description d, const std::string& of, const std::string& seen_from) {
  const BodyFrame object{of, {{0.3, -0.2, 0.5}, {0.8, 0.0, 0.6, 0.0}}};
  const BodyFrame observer{seen_from, {{-0.1, 0.4, 0.2}, {0.6, 0.0, 0.0, 0.8}}};
  const auto add = [&](const char* name, ChannelKind kind) {
    OutputItem item;
    item.name = name;
    item.kind = kind;
    item.frame = object;
    item.seen_from = observer;
    d.outputs.push_back(item);
  };
  add("p", ChannelKind::position);
  add("o", ChannelKind::orientation);
  add("v", ChannelKind::point_velocity);
  add("w", ChannelKind::angular_velocity);
  add("a", ChannelKind::point_acceleration);
  add("alpha", ChannelKind::angular_acceleration);
  return d;
}

// Angular velocity from the quaternion: w = 2 qdot q*.
void expect_turning(const Series& s, double h, double tolerance) {
  double worst = 0.0;
  for (std::size_t k = 2; k + 2 < s["time"].size(); ++k) {
    double q[4], r[4];
    bool jumps = false;
    const char* parts[4] = {"o.qw", "o.qx", "o.qy", "o.qz"};
    for (int i = 0; i < 4; ++i) {
      q[i] = s[parts[i]][k];
      r[i] = slope(s[parts[i]], k, h);
      jumps |= std::fabs(s[parts[i]][k + 2] - s[parts[i]][k - 2]) > 0.5;
    }
    if (jumps) continue;  // the sign of the quaternion changes here
    const double w[3] = {2.0 * (r[1] * q[0] - r[0] * q[1] - r[2] * q[3] + r[3] * q[2]),
                         2.0 * (r[2] * q[0] - r[0] * q[2] - r[3] * q[1] + r[1] * q[3]),
                         2.0 * (r[3] * q[0] - r[0] * q[3] - r[1] * q[2] + r[2] * q[1])};
    worst = std::max({worst, std::fabs(w[0] - s["w.x"][k]), std::fabs(w[1] - s["w.y"][k]),
                      std::fabs(w[2] - s["w.z"][k])});
  }
  EXPECT_LT(worst, tolerance);
}

TEST(MotionChannels, AreDerivativesOfEachOtherForEveryObserver) {
  const double h = 2e-4;
  int moving_observers = 0;
  for (unsigned seed = 0; seed < 6; ++seed) {
    RandomChoice choice;
    choice.loops = seed % 2 == 0 ? 1 : 0;
    choice.free_root = seed % 3 == 0;
    const Description d = random_mechanism(seed, choice).description;
    const std::string last = d.bodies.back().name, first = d.bodies.front().name;
    for (const std::string& observer : {std::string(ground_name), first}) {
      const Series s = record(with_outputs(d, last, observer), ChannelChoice{}, 0.02, h);
      for (const char* axis : {".x", ".y", ".z"}) {
        const std::string x = axis;
        EXPECT_LT(slope_error(s["p" + x], s["v" + x], h), 1e-8) << seed << observer << x;
        EXPECT_LT(slope_error(s["v" + x], s["a" + x], h), 1e-8) << seed << observer << x;
        EXPECT_LT(slope_error(s["w" + x], s["alpha" + x], h), 1e-8) << seed << observer << x;
      }
      expect_turning(s, h, 1e-8);
      moving_observers += observer == first ? 1 : 0;
    }
  }
  EXPECT_EQ(moving_observers, 6);
}

// What one body sees of another does not know how the whole is turned and placed in the world.
TEST(MotionChannels, RelativeMotionIsTheSameInATurnedWorld) {
  std::mt19937 dice(7);
  for (unsigned seed = 0; seed < 4; ++seed) {
    RandomChoice choice;
    choice.loops = 1;
    const Description d = random_mechanism(seed, choice).description;
    const Description turned = moved(d, random_pose(dice));
    const std::string last = d.bodies.back().name, first = d.bodies.front().name;
    const Series a = record(with_outputs(d, last, first), ChannelChoice{}, 0.02);
    const Series b = record(with_outputs(turned, last, first), ChannelChoice{}, 0.02);
    for (const Column& column : a.columns) {
      double size = 1.0;
      for (const double value : a[column.name]) size = std::max(size, std::fabs(value));
      EXPECT_LT(worst_difference(a[column.name], b[column.name]) / size, 1e-9) << column.name;
    }
  }
}

constexpr const char* turntable = R"({
  "gravity": [0, 0, 0],
  "bodies": [{"name": "table", "mass": 1, "inertia": [1, 1, 1]},
             {"name": "puck", "mass": 1, "position": [2, 0, 0], "inertia": [1, 1, 1]}],
  "frames": [{"name": "rim", "body": "table", "position": [0, 1, 0]},
             {"name": "mast", "body": "ground", "position": [0, 0, 3]}],
  "joints": [{"name": "axle", "type": "revolute", "parent": "ground", "child": "table",
              "position": [0, 0, 0], "axis": [0, 0, 1], "velocity": 3},
             {"name": "fly", "type": "free", "parent": "ground", "child": "puck"}],
  "outputs": [
    {"name": "seen", "type": "position", "of": "puck", "seen_from": "table"},
    {"name": "speed", "type": "point_velocity", "of": "puck", "seen_from": "table"},
    {"name": "pull", "type": "point_acceleration", "of": "puck", "seen_from": "table"},
    {"name": "spin", "type": "angular_velocity", "of": "puck", "seen_from": "table"},
    {"name": "gap", "type": "distance", "from": "rim", "to": "puck"},
    {"name": "view", "type": "angle", "from": "rim", "vertex": "mast", "to": "puck"}
  ]})";

// A puck at rest, seen from a table that turns at 3 rad/s: it runs on a circle backwards.
TEST(MotionChannels, AClosedForm) {
  const Series s = record(turntable, {}, 1.0);
  EXPECT_EQ(s.columns.front().name, "time");
  EXPECT_EQ(s.columns.size(), 1 + 4 * 3 + 2U);
  for (std::size_t k = 0; k < s["time"].size(); ++k) {
    const double a = 3.0 * s["time"][k];
    EXPECT_NEAR(s["seen.x"][k], 2.0 * std::cos(a), 1e-12);
    EXPECT_NEAR(s["seen.y"][k], -2.0 * std::sin(a), 1e-12);
    EXPECT_NEAR(s["speed.x"][k], -6.0 * std::sin(a), 1e-12);
    EXPECT_NEAR(s["speed.y"][k], -6.0 * std::cos(a), 1e-12);
    EXPECT_NEAR(s["pull.x"][k], -18.0 * std::cos(a), 1e-11);
    EXPECT_NEAR(s["pull.y"][k], 18.0 * std::sin(a), 1e-11);
    EXPECT_NEAR(s["spin.z"][k], -3.0, 1e-12);
    // the rim is at (-sin a, cos a, 0), the puck at (2, 0, 0), the mast at (0, 0, 3)
    EXPECT_NEAR(s["gap"][k], std::sqrt(5.0 + 4.0 * std::sin(a)), 1e-12);
    EXPECT_NEAR(s["view"][k],
                std::acos((9.0 - 2.0 * std::sin(a)) / (std::sqrt(10.0) * std::sqrt(13.0))), 1e-12);
  }
}

}  // namespace
}  // namespace treadle::test
