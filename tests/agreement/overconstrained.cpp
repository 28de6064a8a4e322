// Mechanisms with more equations than they need run with default options: closed forms of their
// mobility, energy kept, loops closed, and the same wherever the world is.
#include "src/io/reading/read_model.hpp"
#include "src/keeping/closest.hpp"
#include "src/simulation/run.hpp"
#include "support/owners.hpp"
#include "support/places.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace treadle::test {
namespace {

constexpr double pi = std::numbers::pi;

/// A link between two hinges: their distance, the angle between their axes, and the hinge's angle.
struct Bar {
  double length = 1.0, twist = 0.0, angle = 0.0;
};

// A ring of hinges; the last bar is the ground.
Description ring(const std::vector<Bar>& bars) {
  Description d;
  d.gravity = {0.5, -1.0, -2.0};
  const auto along = [](const Bar& bar) {
    return JointFrame{
        {bar.length, 0.0, 0.0},
        std::nullopt,
        std::array<double, 4>{std::cos(0.5 * bar.twist), std::sin(0.5 * bar.twist), 0.0, 0.0}};
  };
  const JointFrame here{{}, std::nullopt, std::array<double, 4>{1.0, 0.0, 0.0, 0.0}};
  const std::size_t n = bars.size();
  for (std::size_t k = 0; k + 1 < n; ++k) {
    BodyItem body;
    body.name = "bar" + std::to_string(k + 1);
    body.mass = 1.0 + 0.2 * static_cast<double>(k);
    body.center = {0.5 * bars[k].length, 0.02, 0.01};
    body.inertia = {0.02, 0.1, 0.11, 0.0, 0.0, 0.0};
    d.bodies.push_back(body);
  }
  for (std::size_t k = 0; k < n; ++k) {
    JointItem joint;
    joint.name = "hinge" + std::to_string(k + 1);
    joint.parent = k == 0 ? ground_name : d.bodies[k - 1].name;
    joint.child = k + 1 == n ? ground_name : d.bodies[k].name;
    joint.parent_frame = along(k == 0 ? bars[n - 1] : bars[k - 1]);
    joint.child_frame = here;
    joint.start = {bars[k].angle};
    d.joints.push_back(joint);
  }
  d.joints.back().hint = TreeHint::cut;
  d.joints.back().start.clear();
  return d;
}

struct Expected {
  int freedom, redundant;
  double drift = 1e-7;
};

void expect_runs(const Description& d, const Expected& expected, const std::string& first) {
  const Mechanism mechanism = build_mechanism(d);
  EXPECT_EQ(mechanism.degrees_of_freedom(), expected.freedom);
  EXPECT_EQ(static_cast<int>(mechanism.redundancy.rows.size()), expected.redundant);
  for (const IslandRank& island : mechanism.redundancy.islands) {
    EXPECT_FALSE(island.is_doubtful()) << island.smallest_kept << " " << island.largest_dropped;
    EXPECT_GT(island.gap(), 1e8);
  }
  EXPECT_FALSE(mechanism.open_names().empty());
  RunOptions options;
  options.integrator = "rk4";
  options.duration = 1.0;
  const RunResult result = run(mechanism, options);
  ASSERT_EQ(result.end, RunEnd::done) << result.message;
  EXPECT_LT(result.position_violation, 1e-11);
  EXPECT_LT(result.velocity_violation, 1e-9);
  EXPECT_LT(result.energy_drift, expected.drift);
  std::mt19937 dice(17);
  for (int k = 0; k < 3; ++k) {
    const Mechanism turned = build_mechanism(moved(d, random_pose(dice, 2.0)));
    EXPECT_EQ(turned.redundancy.rows.size(), mechanism.redundancy.rows.size());
    EXPECT_EQ(owners_of(turned.open_names()), owners_of(mechanism.open_names()));
    const RunResult other = run(turned, options);
    ASSERT_EQ(other.end, RunEnd::done) << other.message;
    EXPECT_NEAR(other.q.at(first)[0], result.q.at(first)[0], 1e-8);
  }
}

TEST(Overconstrained, AFourBarOfSpatialHinges) {
  const Description d = read_model(models_folder() + "/four_bar.json");
  expect_runs(d, {1, 3}, "crank_pivot");
}

// A plane ring of parallel hinges: n - 3 freedoms, three equations say nothing.
TEST(Overconstrained, PlaneRings) {
  for (const int n : {5, 6, 9}) {
    std::vector<Bar> bars(static_cast<std::size_t>(n));
    for (Bar& bar : bars) bar.angle = 2.0 * pi / n;
    Description d = ring(bars);
    d.joints[1].start_velocity = {0.3};
    expect_runs(d, {n - 3, 3, 1e-6}, "hinge1");
  }
}

// Four hinges that are neither parallel nor meet: lengths in the ratio of the sines of the twists
// (G. T. Bennett, 1903). The angles keep tan(t1/2) tan(t2/2) constant all along the motion.
TEST(Overconstrained, TheLinkageOfBennett) {
  const double alpha = 0.6, beta = 1.1, a = 1.0, b = a * std::sin(beta) / std::sin(alpha);
  const double constant = std::sin(0.5 * (beta + alpha)) / std::sin(0.5 * (beta - alpha));
  const double t1 = 2.0, t2 = 2.0 * std::atan(constant / std::tan(0.5 * t1));
  Description d = ring({{a, alpha, t1}, {b, beta, t2}, {a, alpha, -t1}, {b, beta, -t2}});
  d.joints[0].start_velocity = {1.0};
  expect_runs(d, {1, 3}, "hinge1");
  RunOptions options;
  options.integrator = "rk4";
  options.duration = 1.0;
  const RunResult result = run(build_mechanism(d), options);
  EXPECT_NEAR(std::tan(0.5 * result.q.at("hinge1")[0]) * std::tan(0.5 * result.q.at("hinge2")[0]),
              constant, 1e-9);
  EXPECT_GT(std::fabs(result.q.at("hinge1")[0] - t1), 0.1);
  EXPECT_NEAR(result.q.at("hinge3")[0], -result.q.at("hinge1")[0], 1e-9);
}

// Six hinges at right angles to their neighbours (R. Bricard, 1897), with threefold symmetry:
// cos t cos u + cos t + cos u = 0.
TEST(Overconstrained, TheRingOfBricard) {
  const double t = 2.0, u = std::acos(-std::cos(t) / (1.0 + std::cos(t)));
  std::vector<Bar> bars;
  for (int k = 0; k < 3; ++k) {
    bars.push_back({1.0, -0.5 * pi, t});
    bars.push_back({1.0, 0.5 * pi, u});
  }
  Description d = ring(bars);
  d.joints[0].start_velocity = {0.5};
  expect_runs(d, {1, 1}, "hinge1");
  RunOptions options;
  options.integrator = "rk4";
  options.duration = 0.5;
  const RunResult result = run(build_mechanism(d), options);
  const double c = std::cos(result.q.at("hinge1")[0]), s = std::cos(result.q.at("hinge2")[0]);
  EXPECT_NEAR(c * s + c + s, 0.0, 1e-9);
}

// Two shafts, each in two bearings, geared to each other by a coupler.
TEST(Overconstrained, ParallelShafts) {
  const char* model = R"({"gravity": [1, 2, -9.8], "bodies": [
    {"name": "in", "mass": 3, "center": [0.01, 0, 0], "inertia": [0.1, 0.1, 0.02]},
    {"name": "out", "mass": 5, "center": [0.3, 0.02, 0], "inertia": [0.2, 0.2, 0.05]}],
  "joints": [
    {"name": "in_a", "type": "revolute", "parent": "ground", "child": "in", "position": [0, 0, -0.2], "axis": [0, 0, 1], "velocity": 5},
    {"name": "in_b", "type": "revolute", "parent": "ground", "child": "in", "position": [0, 0, 0.2], "axis": [0, 0, 1]},
    {"name": "out_a", "type": "revolute", "parent": "ground", "child": "out", "position": [0.3, 0, -0.2], "axis": [0, 0, 1]},
    {"name": "out_b", "type": "revolute", "parent": "ground", "child": "out", "position": [0.3, 0, 0.2], "axis": [0, 0, 1]}],
  "constraints": [{"name": "gears", "type": "coupler", "coordinates": [{"joint": "in_a", "factor": 1}, {"joint": "out_a", "factor": 2}]}]})";
  const Description d = read_model_text(model, "shafts.json");
  expect_runs(d, {1, 10}, "in_a");
  const Mechanism mechanism = build_mechanism(d);
  EXPECT_EQ(owners_of(mechanism.open_names()),
            (std::vector<std::string>{"in_a", "out_a", "in_b", "out_b"}));
}

// Hinges of a door that are out of line by less and less, taken as drawn: locked, in doubt, the
// same.
TEST(Overconstrained, TheGapTellsDoubtfulRanks) {
  const auto door = [](double off) {
    Description d = read_model_text(
        R"({"bodies": [{"name": "door", "mass": 20, "center": [0.4, 0, 1], "inertia": [7, 8, 1.1]}], "joints": [
      {"name": "low", "type": "revolute", "parent": "ground", "child": "door", "position": [0, 0, 0.2], "axis": [0, 0, 1]},
      {"name": "high", "type": "revolute", "parent": "ground", "child": "door", "position": [0, 0, 1.8], "axis": [0, 0, 1]}]})",
        "door.json");
    d.joints[1].design->axis = Triple{0.0, off, 1.0};
    d.tolerance = 0.0;
    return build_mechanism(d);
  };
  EXPECT_FALSE(door(0.0).redundancy.islands[0].is_doubtful());
  EXPECT_EQ(door(0.0).degrees_of_freedom(), 1);
  const Mechanism leaning = door(1e-7);
  EXPECT_TRUE(leaning.redundancy.islands[0].is_doubtful());
  bool said = false;
  for (const std::string& text : leaning.warnings())
    said = said || text.find("'high' are nearly dependent") != std::string::npos;
  EXPECT_TRUE(said);
  EXPECT_FALSE(door(0.1).redundancy.islands[0].is_doubtful());
  EXPECT_EQ(door(0.1).degrees_of_freedom(), 0);
}

}  // namespace
}  // namespace treadle::test
