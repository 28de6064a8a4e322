// Forces and energies against their laws and against the summary of the run.
#include "support.hpp"
#include "support/places.hpp"

namespace treadle::test {
namespace {

constexpr const char* machine = R"({
  "bodies": [{"name": "block", "mass": 2, "inertia": [0.1, 0.1, 0.1]},
             {"name": "wheel", "mass": 1, "position": [2, 0, 0], "inertia": [0.1, 0.1, 0.1]},
             {"name": "puck", "mass": 1, "position": [5, 0, 0], "inertia": [0.1, 0.1, 0.1]}],
  "joints": [
    {"name": "slide", "type": "prismatic", "parent": "ground", "child": "block", "position": [0, 0, 0],
     "axis": [0, 0, 1], "start": 0.1, "damping": 3, "spring": {"stiffness": 40, "rest": 0.2}},
    {"name": "axle", "type": "revolute", "parent": "ground", "child": "wheel", "position": [2, 0, 0],
     "axis": [0, 1, 0]},
    {"name": "rail", "type": "prismatic", "parent": "ground", "child": "puck", "position": [5, 0, 0],
     "axis": [0, 0, 1]}],
  "constraints": [{"name": "motor", "type": "driver", "joint": "axle",
                   "function": {"type": "sine", "amplitude": 1, "frequency": 2}}],
  "forces": [
    {"name": "spring", "type": "spring", "from": {"body": "ground", "position": [0.3, 0, 1]},
     "to": {"body": "block"}, "stiffness": 50, "damping": 2, "length": 0.5},
    {"name": "floor", "type": "plane", "from": {"body": "puck"}, "to": {"body": "ground", "position": [0, 0, -0.01]},
     "stiffness": 2000, "damping": 5},
    {"name": "push", "type": "applied", "on": {"body": "wheel"}, "direction": [0, 1, 0],
     "torque": {"type": "ramp", "slope": 2}},
    {"name": "mount", "type": "bushing", "from": {"body": "puck"}, "to": {"body": "ground", "position": [5, 0, 0]},
     "stiffness": [10, 10, 10, 1, 1, 1]}]})";

TEST(ForceChannels, FollowTheirLaws) {
  const Series s = record(machine, {"*"}, 0.5);
  for (std::size_t k = 0; k < s["time"].size(); ++k) {
    const double t = s["time"][k], z = s["slide.q"][k], v = s["slide.v"][k];
    const double length = std::sqrt(0.09 + (1.0 - z) * (1.0 - z)), rate = -(1.0 - z) * v / length;
    EXPECT_NEAR(s["spring.length"][k], length, 1e-12);
    EXPECT_NEAR(s["spring.rate"][k], rate, 1e-12);
    EXPECT_NEAR(s["spring.force"][k], 50.0 * (length - 0.5) + 2.0 * rate, 1e-10);
    EXPECT_NEAR(s["slide.load"][k], -40.0 * (z - 0.2) - 3.0 * v, 1e-11);
    EXPECT_NEAR(s["push.torque"][k], 2.0 * t, 1e-12);
    const double h = s["rail.q"][k], depth = -0.01 - h;
    EXPECT_NEAR(s["floor.depth"][k], depth, 1e-12);
    EXPECT_NEAR(s["floor.force"][k],
                depth > 0.0 ? std::max(0.0, 2000.0 * depth - 5.0 * s["rail.v"][k]) : 0.0, 1e-9);
    EXPECT_NEAR(s["mount.force.z"][k], -10.0 * h, 1e-12);
    // the driver turns the wheel against the applied torque
    EXPECT_NEAR(s["motor.load"][k], 0.1 * s["axle.a"][k] - 2.0 * t, 1e-9);
    EXPECT_NEAR(s["axle.moment.y"][k], 0.1 * s["axle.a"][k] - 2.0 * t, 1e-9);
    EXPECT_NEAR(
        s["slide.a"][k],
        s["slide.load"][k] / 2.0 + s["spring.force"][k] * (1.0 - z) / length / 2.0 - 9.80665,
        1e-10);
  }
}

// Of steps of one length the first 64 are looked at, then fewer and fewer.
double largest_drift(const Series& s) {
  double drift = 0.0, kinetic = 0.0;
  for (std::size_t k = 0; k < s["time"].size(); ++k) {
    drift = std::max(drift, std::fabs(s["energy.drift"][k]));
    kinetic = std::max(kinetic, s["energy.kinetic"][k]);
  }
  return drift / kinetic;
}

TEST(EnergyChannels, AgreeWithTheSummary) {
  const Series first = record(machine, {"energy.*"}, 0.06);
  EXPECT_DOUBLE_EQ(first.result.energy_drift, largest_drift(first));
  const Series s = record(machine, {"energy.*"}, 0.5);
  EXPECT_NEAR(s.result.energy_drift / largest_drift(s), 1.0, 0.01);
  for (std::size_t k = 0; k < s["time"].size(); ++k) {
    EXPECT_DOUBLE_EQ(s["energy.total"][k], s["energy.kinetic"][k] + s["energy.potential"][k]);
    EXPECT_NEAR(s["energy.total"][k] - s["energy.work"][k] - s["energy.total"][0],
                s["energy.drift"][k], 1e-12);
  }
  EXPECT_GT(std::fabs(s["energy.work"].back()), 0.01);
}

// A reaction seen from a body is the same vector in other axes.
TEST(ReactionChannels, AreWrittenInTheAxesOfTheObserver) {
  Description d = read_model(models_folder() + "/four_bar.json");
  for (const char* joint : {"crank_pivot", "rocker_pin"}) {
    OutputItem item;
    item.name = std::string("at_") + joint;
    item.kind = ChannelKind::reaction;
    item.of = joint;
    item.seen_from.body = d.bodies.front().name;
    d.outputs.push_back(item);
  }
  const Series s = record(d, {true, true, {}}, 0.05);
  const std::string pose = d.bodies.front().name + ".pose.";
  for (const std::string joint : {"crank_pivot", "rocker_pin"}) {
    for (std::size_t k = 0; k < s["time"].size(); ++k) {
      const double w = s[pose + "qw"][k], x = s[pose + "qx"][k], y = s[pose + "qy"][k],
                   z = s[pose + "qz"][k];
      const double axes[3][3] = {
          {1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
          {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
          {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
      const char* names[3] = {".x", ".y", ".z"};
      for (const std::string part : {".force", ".moment"}) {
        for (int i = 0; i < 3; ++i) {
          double sum = 0.0;
          for (int j = 0; j < 3; ++j) sum += axes[i][j] * s[joint + part + names[j]][k];
          EXPECT_NEAR(s["at_" + joint + part + names[i]][k], sum, 1e-9);
        }
      }
    }
  }
}

}  // namespace
}  // namespace treadle::test
