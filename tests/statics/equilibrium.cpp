// Equilibria in closed form: where machines rest, whether they stay, and what they carry.
#include "src/statics/equilibrium.hpp"

#include "src/io/reading/read_model.hpp"
#include "src/statics/rest_row.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace treadle::test {
namespace {

constexpr double g = 9.80665, pi = std::numbers::pi;

Mechanism machine(const std::string& text) {
  return build_mechanism(
      read_model_text(R"({"treadle": 1, "name": "test", )" + text + "}", "test"));
}

double shown(const Mechanism& m, const Equilibrium& rest, const std::string& name) {
  for (const ShownValue& v : rest_row(m, rest)) {
    if (v.column.name == name) return v.value;
  }
  ADD_FAILURE() << "no channel " << name;
  return std::nan("");
}

std::string pendulum(const std::string& more) {
  return R"("bodies": [{"name": "rod", "mass": 2, "center": [0, 0, -0.5], "inertia": [0.1, 0.1, 0.001]}],
    "joints": [{"name": "pivot", "type": "revolute", "parent": "ground", "child": "rod",
      "position": [0, 0, 0], "axis": [0, 1, 0])" +
         more + "}]";
}

TEST(Equilibrium, PendulumHangsDown) {
  for (const char* const start : {"60 deg", "-100 deg", "179 deg", "0"}) {
    const Mechanism m = machine(pendulum(R"(, "start": ")" + std::string(start) + "\""));
    const Equilibrium rest = find_equilibrium(m);
    ASSERT_TRUE(rest.found) << start << rest.message;
    EXPECT_TRUE(rest.stable);
    EXPECT_NEAR(std::sin(rest.q[0]), 0.0, 1e-9) << start;
    EXPECT_GT(std::cos(rest.q[0]), 0.0);
    ASSERT_EQ(rest.modes.size(), 1u);
    EXPECT_NEAR(rest.modes[0].square, 2 * g * 0.5 / (0.1 + 2 * 0.25), 1e-9);
    EXPECT_NEAR(shown(m, rest, "pivot.force.z"), 2 * g, 1e-9);
  }
}

TEST(Equilibrium, UprightPendulumRunsAwayAlongItsPivot) {
  const Mechanism m = machine(pendulum(R"(, "start": "180 deg")"));
  const Equilibrium rest = find_equilibrium(m);
  ASSERT_TRUE(rest.found);
  EXPECT_FALSE(rest.stable);
  EXPECT_EQ(rest.words_of(ModeKind::unstable), std::vector<std::string>{"pivot"});
  EXPECT_NEAR(rest.modes[0].square, -2 * g * 0.5 / 0.6, 1e-9);
}

// On a stop: k (q - upper) = m g l sin q pulls it back to the stop from beyond... the arm leans on
// it.
TEST(Equilibrium, ArmLeansOnItsStop) {
  const Mechanism m = machine(pendulum(
      R"(, "start": "120 deg", "limits": {"lower": "90 deg", "upper": "180 deg", "stiffness": 5000})"));
  const Equilibrium rest = find_equilibrium(m);
  ASSERT_TRUE(rest.found) << rest.message;
  EXPECT_TRUE(rest.stable);
  EXPECT_NEAR(5000 * (pi / 2 - rest.q[0]), 2 * g * 0.5 * std::sin(rest.q[0]), 1e-6);
}

TEST(Equilibrium, NothingHoldsAFreeBody) {
  const Mechanism m = machine(R"("bodies": [{"name": "stone", "mass": 2, "inertia": [1, 1, 1]}],
    "joints": [{"name": "stone", "type": "free", "parent": "ground", "child": "stone"}])");
  const Equilibrium rest = find_equilibrium(m);
  EXPECT_FALSE(rest.found);
  EXPECT_FALSE(rest.stable);
  EXPECT_NE(rest.message.find("19.6 N is left along stone.z"), std::string::npos) << rest.message;
}

TEST(Equilibrium, MotorWithoutLoadHasNone) {
  const Mechanism m = machine(R"("bodies": [{"name": "wheel", "mass": 2, "inertia": [1, 1, 1]}],
    "joints": [{"name": "axle", "type": "revolute", "parent": "ground", "child": "wheel",
      "position": [0, 0, 0], "axis": [0, 0, 1], "drive": "3 N m"}])");
  const Equilibrium rest = find_equilibrium(m);
  EXPECT_FALSE(rest.found);
  EXPECT_NE(rest.message.find("axle"), std::string::npos) << rest.message;
}

TEST(Equilibrium, FreeBodyWithoutWeightIsNeutral) {
  const Mechanism m = machine(R"("gravity": [0, 0, 0],
    "bodies": [{"name": "stone", "mass": 2, "inertia": [1, 1, 1]}],
    "joints": [{"name": "stone", "type": "free", "parent": "ground", "child": "stone"}])");
  const Equilibrium rest = find_equilibrium(m);
  ASSERT_TRUE(rest.found);
  EXPECT_TRUE(rest.stable);
  EXPECT_EQ(rest.words_of(ModeKind::neutral).size(), 6u);
}

// A platform hangs by four springs of stretched length L = l + m g / 4k: it swings with g/L
// sideways and with 4k/m up and down.
std::string platform(double height) {
  std::string text = R"("bodies": [{"name": "plate", "mass": 12, "inertia": [1, 1.2, 2]}],
    "joints": [{"name": "plate", "type": "free", "parent": "ground", "child": "plate",
      "start": {"position": [0.1, -0.05, )" +
                     std::to_string(height) + R"(]}}], "forces": [)";
  for (int k = 0; k < 4; ++k) {
    const std::string at =
        std::to_string(k % 2 == 0 ? 0.5 : -0.5) + ", " + std::to_string(k < 2 ? 0.4 : -0.4);
    text += (k == 0 ? "" : ", ") + std::string(R"({"name": "s)") + std::to_string(k) +
            R"(", "type": "spring", "from": {"body": "ground", "position": [)" + at +
            R"(, 2]}, "to": {"body": "plate", "position": [)" + at +
            R"(, 0]}, "length": 0.8, "stiffness": 300})";
  }
  return text + "]";
}

TEST(Equilibrium, PlatformOnFourSprings) {
  const double stretched = 0.8 + 12 * g / 4 / 300;
  for (const double height : {1.0, 0.2, 1.5}) {
    const Mechanism m = machine(platform(height));
    const Equilibrium rest = find_equilibrium(m);
    ASSERT_TRUE(rest.found) << rest.message;
    ASSERT_TRUE(rest.stable);
    EXPECT_NEAR(rest.q[2], 2 - stretched, 1e-8);
    EXPECT_NEAR(rest.q[0], 0.0, 1e-7);
    int swings = 0, bounces = 0;
    for (const StaticMode& mode : rest.modes) {
      swings += std::fabs(mode.square - g / stretched) < 1e-6 ? 1 : 0;
      bounces += std::fabs(mode.square - 4 * 300 / 12.0) < 1e-6 ? 1 : 0;
    }
    EXPECT_EQ(swings, 2);
    EXPECT_EQ(bounces, 1);
    EXPECT_NEAR(shown(m, rest, "s0.length"), stretched, 1e-8);
  }
}

// A box that is let go tilted, high above the ground, comes to stand right below: nothing pushes it
// sideways.
TEST(Equilibrium, BoxFallsOnItsFeet) {
  std::string text = R"("bodies": [{"name": "box", "mass": 20, "inertia": [1, 1, 1]}],
    "joints": [{"name": "b", "type": "free", "parent": "ground", "child": "box",
      "start": {"position": [0, 0, 3], "orientation": {"rpy": ["20 deg", "-15 deg", 0]}}}], "forces": [)";
  for (int k = 0; k < 4; ++k) {
    text += (k == 0 ? "" : ", ") + std::string(R"({"name": "foot)") + std::to_string(k) +
            R"(", "type": "plane", "from": {"body": "box", "position": [)" +
            (k % 2 == 0 ? "0.5, " : "-0.5, ") + (k < 2 ? "0.5" : "-0.5") +
            R"(, -0.3]}, "to": {"body": "ground"}, "radius": 0.05, "stiffness": "50 kN/m"})";
  }
  const Mechanism m = machine(text + "]");
  const Equilibrium rest = find_equilibrium(m);
  ASSERT_TRUE(rest.found) << rest.message;
  EXPECT_TRUE(rest.stable);
  EXPECT_NEAR(rest.q[0], 0.0, 1e-6);
  EXPECT_NEAR(rest.q[1], 0.0, 1e-6);
  EXPECT_NEAR(rest.q[2], 0.35 - 20 * g / 4 / 50e3, 1e-9);
  EXPECT_EQ(rest.words_of(ModeKind::neutral).size(), 3u);
}

// Parallel four-bar of spatial hinges, redundant: both arms (1 m, 2 kg) and the coupler (3 kg) sink
// until the spring on one hinge holds them: V = -(2 * 0.5 * 2 + 3) g cos a + k (a - rest)^2 / 2.
TEST(Equilibrium, RedundantParallelogramOnASpring) {
  const Mechanism m = machine(R"("bodies": [
      {"name": "left", "mass": 2, "center": [0, 0, -0.5], "inertia": [0.2, 0.2, 0.01]},
      {"name": "right", "mass": 2, "center": [0, 0, -0.5], "inertia": [0.2, 0.2, 0.01], "position": [2, 0, 0]},
      {"name": "coupler", "mass": 3, "center": [1, 0, 0], "inertia": [0.01, 0.5, 0.5], "position": [0, 0, -1]}],
    "joints": [
      {"name": "a", "type": "revolute", "parent": "ground", "child": "left", "position": [0, 0, 0], "axis": [0, 1, 0],
       "spring": {"stiffness": 90, "rest": "70 deg"}},
      {"name": "b", "type": "revolute", "parent": "left", "child": "coupler", "position": [0, 0, -1], "axis": [0, 1, 0]},
      {"name": "c", "type": "revolute", "parent": "coupler", "child": "right", "position": [2, 0, -1], "axis": [0, 1, 0]},
      {"name": "d", "type": "revolute", "parent": "ground", "child": "right", "position": [2, 0, 0], "axis": [0, 1, 0]}])");
  ASSERT_FALSE(m.redundancy.rows.empty());
  const Equilibrium rest = find_equilibrium(m);
  ASSERT_TRUE(rest.found) << rest.message;
  EXPECT_TRUE(rest.stable);
  ASSERT_EQ(rest.modes.size(), 1u);
  double a = 1.0;
  const double weight = (2 * 0.5 * 2 + 3) * g, target = 70 * pi / 180;
  for (int k = 0; k < 50; ++k)
    a -= (weight * std::sin(a) + 90 * (a - target)) / (weight * std::cos(a) + 90);
  EXPECT_NEAR(shown(m, rest, "a.q"), a, 1e-9);
  const double inertia = 2 * (0.2 + 2 * 0.25) + 3;
  EXPECT_NEAR(rest.modes[0].square, (weight * std::cos(a) + 90) / inertia, 1e-7);
}

// Ziegler's column: two rods with a force that follows the last one flutters beyond 2.086 k / l.
TEST(Equilibrium, FollowerForceFlutters) {
  const auto column = [](double push) {
    return machine(R"("gravity": [0, 0, 0], "bodies": [
        {"name": "one", "mass": 2, "center": [0, 0, 1], "inertia": [1e-9, 1e-9, 1e-9]},
        {"name": "two", "mass": 1, "center": [0, 0, 1], "inertia": [1e-9, 1e-9, 1e-9], "position": [0, 0, 1]}],
      "joints": [
        {"name": "foot", "type": "revolute", "parent": "ground", "child": "one", "position": [0, 0, 0], "axis": [0, 1, 0], "spring": {"stiffness": 10}},
        {"name": "knee", "type": "revolute", "parent": "one", "child": "two", "position": [0, 0, 1], "axis": [0, 1, 0], "spring": {"stiffness": 10}}],
      "forces": [{"name": "jet", "type": "applied", "on": {"body": "two", "position": [0, 0, 1]}, "axes": "body", "direction": [0, 0, -1], "force": )" +
                   std::to_string(push) + "}]");
  };
  const Equilibrium below = find_equilibrium(column(20.8)), above = find_equilibrium(column(20.95));
  ASSERT_TRUE(below.found && above.found);
  EXPECT_TRUE(below.stable);
  EXPECT_FALSE(above.stable);
  EXPECT_TRUE(std::any_of(above.modes.begin(), above.modes.end(),
                          [](const StaticMode& mode) { return mode.flutters; }));
}

// Loops, stops and springs drawn at random: forces balance, and turning the world changes nothing.
TEST(Equilibrium, RandomMechanismsRestWhereverTheWorldIsTurned) {
  int rests = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    RandomChoice choice;
    choice.bodies = 2 + static_cast<int>(seed % 4);
    choice.loops = seed % 2 == 1 ? 1 : 0;
    Description d = random_mechanism(seed, choice).description;
    for (JointItem& joint : d.joints) {
      if (joint.name.starts_with("cut") || !has_plain_coordinates(joint.type)) continue;
      for (int k = 0; k < joint_facts(joint.type).nv; ++k)
        joint.on(static_cast<std::size_t>(k)).stiffness = 60.0;
    }
    const Mechanism m = build_mechanism(d);
    const Equilibrium rest = find_equilibrium(m);
    if (!rest.found) continue;
    ++rests;
    EXPECT_LE(rest.residual, 1e-9 * rest.size);
    std::mt19937 dice(seed);
    const Mechanism turned = build_mechanism(moved(d, random_pose(dice)));
    const Equilibrium again = find_equilibrium(turned);
    ASSERT_TRUE(again.found);
    ASSERT_EQ(again.modes.size(), rest.modes.size());
    for (std::size_t k = 0; k < rest.modes.size(); ++k)
      EXPECT_NEAR(again.modes[k].square, rest.modes[k].square,
                  1e-6 * (1.0 + std::fabs(rest.modes.back().square)));
  }
  EXPECT_GE(rests, 8);
}

TEST(Equilibrium, StopsWhenAsked) {
  const Mechanism m = machine(platform(1.0));
  const Equilibrium rest = find_equilibrium(m, {0.0, [] { return true; }});
  EXPECT_TRUE(rest.interrupted);
  EXPECT_FALSE(rest.found);
}

}  // namespace
}  // namespace treadle::test
