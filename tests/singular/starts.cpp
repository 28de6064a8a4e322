// Starts in singular positions, times at which they are passed and who passed, and methods that
// choose no branch. Witness: the two ways of a flat parallelogram by hand, w2 = w1 and w2 = -3 w1
// (cranks of 1 m that lie along a coupler of 2 m), and the state itself at the times that are told.
#include "linkages.hpp"
#include "swing.hpp"

#include "src/mechanism/mechanism.hpp"

#include <gtest/gtest.h>

namespace treadle::test {
namespace {

Description flat_row(int n, const std::map<std::string, double>& velocities) {
  Description d = parallel_row(n, 0.0);
  for (JointItem& joint : d.joints) {
    const auto found = velocities.find(joint.name);
    if (found == velocities.end()) continue;
    joint.start_velocity = {found->second};
    joint.hint = TreeHint::keep;
  }
  return d;
}

double velocity_of(const Mechanism& m, const std::string& joint) {
  for (const TreeBody& body : m.topology().bodies) {
    if (body.joint == joint)
      return (body.reversed ? -1.0 : 1.0) * m.start.v[static_cast<std::size_t>(body.v_at)];
  }
  ADD_FAILURE() << joint;
  return 0.0;
}

RunResult short_run(const Mechanism& m) {
  RunOptions options;
  options.duration = 0.1;
  options.output_interval = 0.01;
  return run(m, options);
}

TEST(SingularStart, VelocitiesChooseTheWay) {
  struct Case {
    std::map<std::string, double> given;
    double first, second;
  };
  // what belongs to no way goes to the nearer one
  for (const Case& c : {Case{{{"pivot0", 1.0}, {"pivot1", 1.0}}, 1.0, 1.0},
                        Case{{{"pivot0", 1.0}, {"pivot1", -3.0}}, 1.0, -3.0},
                        Case{{{"pivot0", -0.5}, {"pivot1", 1.5}}, -0.5, 1.5}}) {
    const Mechanism m = build_mechanism(flat_row(1, c.given));
    ASSERT_EQ(m.branches.size(), 1U);
    EXPECT_EQ(m.branches[0].ways.size(), 2U);
    EXPECT_FALSE(m.branches[0].open);
    EXPECT_TRUE(m.start.unmet.empty());
    EXPECT_NEAR(velocity_of(m, "pivot0"), c.first, 1e-9);
    EXPECT_NEAR(velocity_of(m, "pivot1"), c.second, 1e-9);
    const RunResult result = short_run(m);
    EXPECT_EQ(result.end, RunEnd::done) << result.message;
    EXPECT_LT(result.energy_drift, 1e-6);
    EXPECT_LT(result.position_violation, 1e-9);
  }
  const Mechanism off = build_mechanism(flat_row(1, {{"pivot0", 1.0}, {"pivot1", 0.8}}));
  EXPECT_NEAR(velocity_of(off, "pivot0"), velocity_of(off, "pivot1"), 1e-9);
  EXPECT_FALSE(off.start.unmet.empty());
  EXPECT_EQ(short_run(off).end, RunEnd::done);
}

TEST(SingularStart, WhatFitsSeveralWaysIsAsked) {
  const Mechanism m = build_mechanism(flat_row(1, {{"pivot0", 1.0}}));
  ASSERT_EQ(m.branches.size(), 1U);
  EXPECT_TRUE(m.branches[0].open);
  EXPECT_NEAR(velocity_of(m, "pivot0"), 1.0, 1e-9);
  const RunResult result = short_run(m);
  EXPECT_EQ(result.end, RunEnd::done) << result.message;
  EXPECT_LT(result.energy_drift, 1e-6);
  const std::string words = m.branch_words(m.branches[0]);
  EXPECT_NE(words.find("can leave its singular start in 2 ways: (1) "), std::string::npos) << words;
  EXPECT_NE(words.find("give the velocity of another joint"), std::string::npos) << words;
  const Mechanism rest = build_mechanism(flat_row(1, {}));
  ASSERT_EQ(rest.branches.size(), 1U);
  EXPECT_EQ(rest.branches[0].taken, -1);
  EXPECT_NE(rest.branch_words(rest.branches[0]).find("at rest nothing chooses"), std::string::npos);
}

// Each of two parallelograms that share a crank may stay one or fold: four ways.
TEST(SingularStart, ARowHasAllItsWays) {
  const Mechanism m =
      build_mechanism(flat_row(2, {{"pivot0", 1.0}, {"pivot1", 1.0}, {"pivot2", 1.0}}));
  ASSERT_EQ(m.branches.size(), 1U);
  EXPECT_EQ(m.branches[0].ways.size(), 4U);
  EXPECT_FALSE(m.branches[0].open);
  EXPECT_EQ(short_run(m).end, RunEnd::done);
}

// The row that is asked for at a singular time shows cranks that lie flat.
TEST(SingularTimes, AreThoseOfTheState) {
  const Swing truth = swing_of_row(3, 0.2, 3.0, 0.005);
  const Trip trip = travel_with(parallel_row(3, 0.2), [](RunOptions& options) {
    options.duration = 3.0;
    options.rtol = options.atol = 1e-11;
    options.output_interval = 0.05;
  });
  ASSERT_EQ(trip.result.end, RunEnd::done) << trip.result.message;
  ASSERT_EQ(trip.result.singular_times.size(), truth.flat.size());
  for (std::size_t k = 0; k < truth.flat.size(); ++k) {
    const double t = trip.result.singular_times[k];
    const Trip to = travel_with(parallel_row(3, 0.2), [&](RunOptions& options) {
      options.duration = t;
      options.rtol = options.atol = 1e-11;
      options.output_interval = t;
    });
    const double angle = to.column("pivot0.q").back() + 0.2, speed = to.column("pivot0.v").back();
    EXPECT_LT(std::fabs(std::sin(angle) / speed), 1e-8) << t;
  }
}

TEST(SingularTimes, EveryLoopIsNamed) {
  const Trip trip = travel(parallel_row(3, 0.2), "auto", 0.4);
  ASSERT_EQ(trip.result.warnings.size(), 1U);
  const Mechanism m = build_mechanism(parallel_row(3, 0.2));
  ASSERT_EQ(m.topology().loops.size(), 3);
  for (const Loop& loop : m.topology().loops)
    EXPECT_NE(trip.result.warnings[0].find("'" + loop.name + "'"), std::string::npos)
        << trip.result.warnings[0];
  const Trip many = travel(parallel_row(7, 0.2), "auto", 0.4);
  ASSERT_EQ(many.result.warnings.size(), 1U);
  EXPECT_NE(many.result.warnings[0].find("(7 in all)"), std::string::npos)
      << many.result.warnings[0];
}

// 'closest' follows what the equations give; it may fold, but not silently.
TEST(Closest, SaysThatItPassedASingularPosition) {
  const double flat = swing_of_row(1, std::numbers::pi / 18.0, 0.2, 0.02).flat.at(0);
  for (const double off : {0.0, 1e-9, 3e-4}) {
    const double step = (flat + off) / 200.0;
    const Trip trip = travel(parallel_four_bar(), "closest", 400.0 * step, step, 10.0 * step);
    if (trip.result.end != RunEnd::done) continue;  // which is said as well
    ASSERT_EQ(trip.result.warnings.size(), 1U) << off;
    EXPECT_NE(trip.result.warnings[0].find("'closest' choose none"), std::string::npos)
        << trip.result.warnings[0];
  }
}

}  // namespace
}  // namespace treadle::test
