// Drivers that lead loops through singular positions, at any speed: the loops choose the branch,
// the driver the pace. Witnesses: closed forms of motion and torque, and a mechanism without the
// singular loop.
#include "linkages.hpp"
#include "swing.hpp"

#include "src/integrate/registry.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace treadle::test {
namespace {

constexpr double drawn = 0.3;  // of the cranks, above the horizontal

// What a driver asks for, and its text. Coordinates are zero in the position that is drawn.
struct Course {
  std::string text;
  std::function<double(double)> angle, speed, acceleration;
};

Course sine(double amplitude, double hertz, double offset = 0.0) {
  const double w = 2.0 * std::numbers::pi * hertz;
  return {"{\"type\":\"sine\",\"amplitude\":" + PlanarText::number(amplitude) + ",\"frequency\":" +
              PlanarText::number(hertz) + ",\"offset\":" + PlanarText::number(offset) + "}",
          [=](double t) { return offset + amplitude * std::sin(w * t); },
          [=](double t) { return amplitude * w * std::cos(w * t); },
          [=](double t) { return -amplitude * w * w * std::sin(w * t); }};
}

Course ramp(double slope) {
  return {"{\"type\":\"ramp\",\"slope\":" + PlanarText::number(slope) + "}",
          [=](double t) { return slope * t; }, [=](double) { return slope; },
          [](double) { return 0.0; }};
}

struct Way {
  std::string constraints = "auto", integrator = "adams";
  double duration = 4.0;
};

Trip go(const Description& description, const Way& way) {
  return travel_with(description, [&](RunOptions& options) {
    options.duration = way.duration;
    options.output_interval = 0.0137;  // rows here and there
    options.integrator = way.integrator;
    options.constraints = way.constraints;
    options.channels.names = {"time", "*.q", "*.v", "motor.load"};
  });
}

Description driven_row(int n, const Course& course, const std::string& joint = "pivot0") {
  PlanarText text = parallel_row_text(n, drawn);
  text.drive(joint, course.text);
  return text.read("driven_row");
}

// Cranks go as the driver says, couplers do not turn, and the motor's torque is that of the
// pendulum that all of it is.
void expect_driven_row(const Trip& trip, int n, const Course& course) {
  const auto time = trip.column("time"), load = trip.column("motor.load");
  const double inertia = (n + 1) / 3.0 + 2.0 * n,
               weight = ((n + 1) / 2.0 + 2.0 * n) * standard_gravity;
  for (int k = 0; k < n; ++k) {
    const std::string number = std::to_string(k);
    const auto pivot = trip.column("pivot" + number + ".q"),
               left = trip.column("left" + number + ".q"),
               speed = trip.column("left" + number + ".v");
    ASSERT_EQ(pivot.size(), time.size());
    for (std::size_t i = 0; i < time.size(); ++i) {
      EXPECT_NEAR(pivot[i], course.angle(time[i]), 1e-9) << time[i];
      EXPECT_NEAR(left[i], -course.angle(time[i]), 1e-9) << time[i];
      EXPECT_NEAR(speed[i], -course.speed(time[i]), 1e-7) << time[i];
    }
  }
  for (std::size_t i = 0; i < time.size(); ++i) {
    const double torque =
        inertia * course.acceleration(time[i]) + weight * std::cos(drawn + course.angle(time[i]));
    EXPECT_NEAR(load[i], torque, 1e-6 * weight) << time[i];
  }
}

class Driven : public ::testing::TestWithParam<std::pair<std::string, std::string>> {
 protected:
  [[nodiscard]] Way way() const { return {GetParam().first, GetParam().second}; }
};

// -0.6 rad sin(pi t): flat at 1/6 s and 5/6 s, there and back, slower and faster.
TEST_P(Driven, AParallelogramFollowsASineThroughItsFlatPositions) {
  if (needs_sundials(way().integrator) && !has_sundials()) GTEST_SKIP() << "no SUNDIALS";
  const Course course = sine(-2.0 * drawn, 0.5);
  const Trip trip = go(driven_row(1, course), way());
  expect_kept(trip, 4.0, 1e-7);
  expect_driven_row(trip, 1, course);
  const std::vector<double> flat{1.0 / 6.0, 5.0 / 6.0, 13.0 / 6.0, 17.0 / 6.0};
  ASSERT_EQ(trip.result.singular_times.size(), flat.size());
  for (std::size_t k = 0; k < flat.size(); ++k)
    EXPECT_NEAR(trip.result.singular_times[k], flat[k], 1e-5);
  ASSERT_EQ(trip.result.warnings.size(), 1U);
  EXPECT_NE(trip.result.warnings[0].find("the smooth one was followed"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Methods, Driven,
    ::testing::Values(std::pair("auto", "adams"), std::pair("auto", "rk4"),
                      std::pair("auto", "dormand-prince"), std::pair("auto", "cvode-adams"),
                      std::pair("projection", "adams"), std::pair("hybrid", "adams"),
                      std::pair("hybrid-qr", "rk4"), std::pair("hybrid-steady", "rk4")));

TEST(DrivenPassage, AMotorOfConstantSpeedTurnsItRoundAndRound) {
  const Course course = ramp(-0.5 * std::numbers::pi);
  const Trip trip = go(driven_row(1, course), {"auto", "adams", 20.0});
  expect_kept(trip, 20.0, 1e-7);
  expect_driven_row(trip, 1, course);
  ASSERT_EQ(trip.result.singular_times.size(), 10U);
  for (std::size_t k = 0; k < 10; ++k)
    EXPECT_NEAR(trip.result.singular_times[k],
                drawn / (0.5 * std::numbers::pi) + 2.0 * static_cast<double>(k), 1e-6);
}

// It stops in the flat position, or just before or behind it, and comes back.
TEST(DrivenPassage, ADriverMayTurnBackInTheSingularPosition) {
  for (const double beyond : {0.0, 1e-9, 1e-6, -1e-6, 1e-3}) {
    const Course course = sine(-drawn - beyond, 0.5);
    const Trip trip = go(driven_row(1, course), {});
    expect_kept(trip, 4.0, 1e-7);
    expect_driven_row(trip, 1, course);
  }
}

TEST(DrivenPassage, ADriverMayStandInTheMiddleOfTheLoop) {
  const Course course = sine(2.0 * drawn, 0.5), mirrored = sine(-2.0 * drawn, 0.5);
  const Trip trip = go(driven_row(1, course, "left0"), {});
  expect_kept(trip, 4.0, 1e-7);
  EXPECT_EQ(trip.result.singular_times.size(), 4U);
  const auto time = trip.column("time"), pivot = trip.column("pivot0.q");
  for (std::size_t i = 0; i < time.size(); ++i)
    EXPECT_NEAR(pivot[i], mirrored.angle(time[i]), 1e-9);
}

TEST(DrivenPassage, ARowOfFiveIsDrivenFlatAtOnce) {
  const Course course = sine(-2.0 * drawn, 0.5);
  const Trip trip = go(driven_row(5, course), {});
  expect_kept(trip, 4.0, 1e-7);
  expect_driven_row(trip, 5, course);
  EXPECT_EQ(trip.result.singular_times.size(), 4U);
}

TEST(DrivenPassage, DoesNotKnowWhereTheWorldIs) {
  const Course course = sine(-2.0 * drawn, 0.5);
  const Description description = driven_row(1, course);
  const Trip here = go(description, {"auto", "adams", 2.0});
  std::mt19937 dice(7);
  for (int k = 0; k < 20; ++k) {
    const Trip there = go(moved(description, random_pose(dice, 3.0)), {"auto", "adams", 2.0});
    expect_kept(there, 2.0, 1e-7);
    expect_driven_row(there, 1, course);
    ASSERT_EQ(there.rows.size(), here.rows.size());
    double worst = 0.0;
    for (std::size_t r = 0; r < here.rows.size(); ++r) {
      for (std::size_t c = 0; c < here.names.size(); ++c) {
        if (here.names[c].ends_with(".q"))
          worst = std::max(worst, std::fabs(here.rows[r][c] - there.rows[r][c]));
      }
    }
    EXPECT_LT(worst, 1e-9) << k;
  }
}

// Two rods from the tip of a driven crank to the ground swing as they like. With a parallelogram
// beside the crank that is driven instead, they have to swing in the same way.
TEST(DrivenPassage, WhatADriverLeavesFreeStaysFree) {
  const Course course = sine(-2.0 * drawn, 0.5);
  const auto add_rods = [](PlanarText& text, const std::string& crank) {
    const Point tip{2.0 + std::cos(drawn), std::sin(drawn)}, knee{3.9, -0.6}, ground{5.0, 0.5};
    text.bar("rod", tip, knee);
    text.bar("swing", ground, knee);
    text.hinge("tip", crank, "rod", tip);
    text.hinge("knee", "rod", "swing", knee);
    text.hinge("hanger", "ground", "swing", ground);
  };
  PlanarText with = parallel_row_text(1, drawn), without;
  add_rods(with, "crank1");
  with.drive("pivot0", course.text);
  without.bar("crank", {2.0, 0.0}, {2.0 + std::cos(drawn), std::sin(drawn)});
  without.hinge("pivot1", "ground", "crank", {2.0, 0.0});
  add_rods(without, "crank");
  without.drive("pivot1", course.text);
  const Trip trip = go(with.read("with"), {}), witness = go(without.read("without"), {});
  expect_kept(trip, 4.0, 1e-7);
  expect_kept(witness, 4.0, 1e-7);
  EXPECT_EQ(trip.result.singular_times.size(), 4U);
  const auto time = trip.column("time"), pivot = trip.column("pivot1.q"),
             hanger = trip.column("hanger.q"), free = witness.column("hanger.q");
  ASSERT_EQ(hanger.size(), free.size());
  double most = 0.0;
  for (std::size_t i = 0; i < time.size(); ++i) {
    EXPECT_NEAR(pivot[i], course.angle(time[i]), 1e-9);
    EXPECT_NEAR(hanger[i], free[i], 1e-6) << time[i];
    most = std::max(most, std::fabs(free[i]));
  }
  EXPECT_GT(most, 0.1);  // they do swing
}

}  // namespace
}  // namespace treadle::test
