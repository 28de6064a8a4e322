// Through singular positions: the flat parallelogram and its relatives pass on the smooth branch,
// with energy and loops kept, and say when. Witnesses: closed forms, and the pendulum equation that
// a parallelogram obeys.
#include "linkages.hpp"
#include "swing.hpp"

#include "src/integrate/registry.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>

#include <random>

namespace treadle::test {
namespace {

constexpr double pi = std::numbers::pi;

class Passage : public ::testing::TestWithParam<std::string> {};

TEST_P(Passage, TheParallelFourBarStaysAParallelogramForTenSeconds) {
  const Trip trip = travel(parallel_four_bar(), GetParam(), 10.0);
  expect_kept(trip, 10.0);
  const Swing truth = swing_of_row(1, pi / 18.0, 10.0, 0.02);
  ASSERT_EQ(trip.result.singular_times.size(), truth.flat.size());
  for (std::size_t k = 0; k < truth.flat.size(); ++k)
    EXPECT_NEAR(trip.result.singular_times[k], truth.flat[k], 1e-5);
  EXPECT_NEAR(trip.result.singular_times[0], 0.1789, 1e-4);
  EXPECT_NEAR(trip.result.singular_times[1], 0.9866, 1e-4);
  const auto left = trip.column("left_pivot.q"), pin = trip.column("left_pin.q");
  ASSERT_EQ(left.size(), 501U);
  for (std::size_t k = 0; k < left.size(); ++k) {
    EXPECT_NEAR(left[k], truth.angle[k], 1e-6) << k;
    EXPECT_NEAR(left[k] + pin[k], 0.0, 1e-6) << k;  // the coupler's turn
  }
  ASSERT_EQ(trip.result.warnings.size(), 1U);
  EXPECT_NE(trip.result.warnings[0].find("smooth"), std::string::npos);
}

// A step that ends in the flat position to the last bit or nearly so: nothing of the lost equation
// is left there.
TEST_P(Passage, AStepMayEndInTheFlatPositionItself) {
  const double flat = swing_of_row(1, pi / 18.0, 0.2, 0.02).flat.at(0);
  for (const double off : {0.0, 1e-12, 1e-9, 1e-7, -1e-5}) {
    const double step = (flat + off) / 200.0;
    const Trip trip = travel(parallel_four_bar(), GetParam(), 400.0 * step, step, 10.0 * step);
    expect_kept(trip, 400.0 * step);
    ASSERT_EQ(trip.result.singular_times.size(), 1U) << off;
    EXPECT_NEAR(trip.result.singular_times[0], flat, 1e-5);
    const auto left = trip.column("left_pivot.q"), pin = trip.column("left_pin.q");
    for (std::size_t k = 0; k < left.size(); ++k) EXPECT_NEAR(left[k] + pin[k], 0.0, 1e-6);
  }
}

TEST_P(Passage, ARowOfFiveIsFlatAtOnce) {
  const Trip one = travel(parallel_row(1, 0.2), GetParam(), 1.2),
             five = travel(parallel_row(5, 0.2), GetParam(), 1.2);
  expect_kept(one, 1.2);
  expect_kept(five, 1.2);
  EXPECT_EQ(one.result.singular_times.size(), 2U);
  EXPECT_EQ(five.result.singular_times.size(), 2U);
  for (const int k : {0, 2, 5}) {
    const auto angle = five.column("pivot" + std::to_string(k) + ".q"),
               first = five.column("pivot0.q");
    ASSERT_EQ(angle.size(), 61U);
    for (std::size_t i = 0; i < angle.size(); ++i) EXPECT_NEAR(angle[i], first[i], 1e-6);
  }
}

// Some pass while others are anywhere: each goes its own way.
TEST_P(Passage, IslandsPassByThemselves) {
  const Trip trip = travel(parallel_copies(7, 0.2, 0.15), GetParam(), 1.2);
  expect_kept(trip, 1.2);
  std::size_t passed = 0;
  for (int k = 0; k < 7; ++k) {
    const double start = 0.2 + 0.15 * k;
    const Swing truth = swing_of_row(1, start, 1.2, 0.02);
    passed += truth.flat.size();
    const auto left = trip.column("A" + std::to_string(k) + ".q"),
               pin = trip.column("B" + std::to_string(k) + ".q");
    ASSERT_EQ(left.size(), truth.angle.size());
    for (std::size_t i = 0; i < left.size(); ++i) {
      EXPECT_NEAR(left[i], truth.angle[i] - start, 1e-6) << k << " " << i;
      EXPECT_NEAR(left[i] + pin[i], 0.0, 1e-6) << k << " " << i;
    }
  }
  EXPECT_EQ(trip.result.singular_times.size(), passed);
}

INSTANTIATE_TEST_SUITE_P(Methods, Passage,
                         ::testing::Values("auto", "projection", "hybrid", "hybrid-qr",
                                           "hybrid-steady"));

TEST(SingularPassage, IntegratorsWithStepsOfTheirOwnGoOnToo) {
  const Swing truth = swing_of_row(1, pi / 18.0, 5.0, 0.02);
  for (const std::string integrator : {"adams", "dormand-prince", "cvode-adams", "cvode-bdf"}) {
    if (needs_sundials(integrator) && !has_sundials()) continue;
    const Trip trip = travel_with(parallel_four_bar(), [&](RunOptions& options) {
      options.duration = 5.0;
      options.output_interval = 0.02;
      options.integrator = integrator;
    });
    expect_kept(trip, 5.0);
    EXPECT_EQ(trip.result.singular_times.size(), truth.flat.size()) << integrator;
    const auto left = trip.column("left_pivot.q"), pin = trip.column("left_pin.q");
    for (std::size_t k = 0; k < left.size(); ++k) {
      EXPECT_NEAR(left[k], truth.angle[k], 1e-5) << integrator;
      EXPECT_NEAR(left[k] + pin[k], 0.0, 1e-6) << integrator;
    }
  }
}

// Its numbers drift off the loops within the tolerance; where they cannot be projected in the flat
// position, velocities show that.
TEST(SingularPassage, IdaGoesOnToo) {
  if (!has_sundials()) GTEST_SKIP() << "no SUNDIALS";
  const Swing truth = swing_of_row(1, pi / 18.0, 5.0, 0.02);
  const Trip trip = travel_with(parallel_four_bar(), [](RunOptions& options) {
    options.duration = 5.0;
    options.output_interval = 0.02;
    options.integrator = "ida";
  });
  ASSERT_EQ(trip.result.end, RunEnd::done) << trip.result.message;
  EXPECT_LT(trip.result.position_violation, 1e-8);
  EXPECT_LT(trip.result.velocity_violation, 1e-6);
  const auto left = trip.column("left_pivot.q");
  ASSERT_EQ(left.size(), truth.angle.size());
  for (std::size_t k = 0; k < left.size(); ++k) EXPECT_NEAR(left[k], truth.angle[k], 1e-5);
}

// x = 2 cos t of the slider: the rod does not turn on with the crank.
TEST(SingularPassage, ASliderCrankOfEqualBarsGoesOnThroughItsDeadPoints) {
  const Trip trip = travel(equal_slider_crank(0.3, 6.0), "auto", 2.0, 5e-4);
  expect_kept(trip, 2.0);
  EXPECT_GE(trip.result.singular_times.size(), 2U);
  const auto angle = trip.column("shaft.q"), way = trip.column("guide.q");
  ASSERT_EQ(angle.size(), 101U);
  for (std::size_t k = 0; k < angle.size(); ++k)
    EXPECT_NEAR(way[k], 2.0 * std::cos(0.3 + angle[k]) - 2.0 * std::cos(0.3), 1e-8);
}

TEST(SingularPassage, AFoldingRingStaysARhombus) {
  const Trip trip = travel(folding_ring(0.4, -5.0), "auto", 2.0, 5e-4);
  expect_kept(trip, 2.0);
  EXPECT_GE(trip.result.singular_times.size(), 2U);
  const auto left = trip.column("A.q"), right = trip.column("D.q");
  for (std::size_t k = 0; k < left.size(); ++k) EXPECT_NEAR(left[k], right[k], 1e-6);
}

TEST(SingularPassage, CopiesPassOnTheirOwn) {
  const Trip trip = travel(parallel_copies(3, pi / 18.0), "auto", 1.1);
  expect_kept(trip, 1.1);
  EXPECT_EQ(trip.result.singular_times.size(), 2U);
  const Trip one = travel(parallel_four_bar(), "auto", 1.1);
  const auto a = trip.column("A2.q"), b = one.column("left_pivot.q");
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k] + pi / 18.0, b[k], 1e-9);
}

TEST(SingularPassage, DoesNotKnowWhereTheWorldIs) {
  std::mt19937 dice(19);
  const std::vector<std::pair<Description, double>> cases{{parallel_four_bar(), 1.1},
                                                          {equal_slider_crank(0.3, 6.0), 0.5},
                                                          {folding_ring(0.4, -5.0), 0.4},
                                                          {parallel_row(2, 0.2), 0.4}};
  for (const auto& [description, duration] : cases) {
    const Trip here = travel(description, "auto", duration);
    expect_kept(here, duration);
    EXPECT_GE(here.result.singular_times.size(), 1U);
    for (int k = 0; k < 20; ++k) {
      const Trip there = travel(moved(description, random_pose(dice, 3.0)), "auto", duration);
      expect_kept(there, duration);
      EXPECT_EQ(there.result.singular_times.size(), here.result.singular_times.size());
      double worst = 0.0;
      for (std::size_t r = 0; r < here.rows.size(); ++r) {
        for (std::size_t c = 0; c < here.names.size(); ++c)
          worst = std::max(worst, std::fabs(here.rows[r][c] - there.rows[r][c]) /
                                      (1.0 + std::fabs(here.rows[r][c])));
      }
      EXPECT_LT(worst, 1e-9) << description.name << " " << k;
    }
  }
}

// Only the projection matrix is led over to the other side.
TEST(SingularPassage, MethodsThatChooseNoBranchSaySo) {
  for (const char* method : {"lu", "qr", "svd", "gram-schmidt"}) {
    const Trip trip = travel(parallel_four_bar(), method, 0.25);
    ASSERT_EQ(trip.result.singular_times.size(), 1U) << method;
    ASSERT_EQ(trip.result.warnings.size(), 1U) << method;
    EXPECT_NE(trip.result.warnings[0].find("'" + std::string(method) + "' choose none"),
              std::string::npos)
        << trip.result.warnings[0];
  }
}

// Bars of 1 m and 1.02 m: the branches come near each other and do not meet.
TEST(SingularPassage, ANearMissIsNotAPassage) {
  PlanarText text;
  const Point a{0.0, 0.0}, d{2.0, 0.0}, b{std::cos(0.3), std::sin(0.3)};
  const double l = 1.02;  // of the right crank: its tip is where two circles meet
  const double dx = b[0] - d[0], dz = b[1] - d[1], e = std::hypot(dx, dz),
               along = (e * e + l * l - 4.0) / (2.0 * e), up = std::sqrt(l * l - along * along);
  const Point c{d[0] + (along * dx + up * dz) / e, d[1] + (along * dz - up * dx) / e};
  text.bar("left", a, b);
  text.bar("top", b, c);
  text.bar("right", d, c);
  text.hinge("A", "ground", "left", a, ",\"velocity\":-4");
  text.hinge("B", "left", "top", b);
  text.hinge("C", "top", "right", c);
  text.hinge("D", "ground", "right", d);
  const Trip automatic = travel(text.read("near_miss"), "auto", 0.3, 2e-4),
             closest = travel(text.read("near_miss"), "closest", 0.3, 2e-4);
  expect_kept(automatic, 0.3);
  EXPECT_TRUE(automatic.result.singular_times.empty());
  const auto x = automatic.column("D.q"), y = closest.column("D.q");
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], 1e-8);
}

}  // namespace
}  // namespace treadle::test
