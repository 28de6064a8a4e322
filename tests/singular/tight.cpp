// Tight tolerances through singular positions: every integrator that adapts passes as it does with
// default ones, with no more work than accuracy asks for, and the error falls with the tolerance.
// Witness: the pendulum that a row of parallelograms is, in small steps.
#include "linkages.hpp"
#include "swing.hpp"

#include "src/integrate/registry.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

namespace treadle::test {
namespace {

constexpr double tilt = std::numbers::pi / 18.0, seconds = 10.0, row_interval = 0.05;

// The witness twice as fine: what it is wrong by is known.
struct Witness {
  Swing swing;
  double error = 0.0;
};

Witness witness_of(int n) {
  Witness out{swing_of_row(n, tilt, seconds, row_interval), 0.0};
  const Swing fine = swing_of_row(n, tilt, seconds, 0.5 * row_interval);
  for (std::size_t k = 0; k < out.swing.angle.size(); ++k)
    out.error = std::max(out.error, std::fabs(out.swing.angle[k] - fine.angle.at(2 * k)));
  return out;
}

class Tight : public ::testing::TestWithParam<std::string> {};

TEST_P(Tight, RowsOfParallelogramsPassAndTheErrorFalls) {
  const std::string integrator = GetParam();
  if (needs_sundials(integrator) && !has_sundials()) GTEST_SKIP() << "no CVODE";
  for (const int n : {1, 2, sanitized ? 3 : 5}) {
    const Witness truth = witness_of(n);
    ASSERT_LT(truth.error, 1e-10);
    double before = 1e9;
    long evaluations = 0;
    for (const double tolerance : {1e-8, 1e-10, 1e-12}) {
      const Trip trip = travel_with(parallel_row(n, tilt), [&](RunOptions& options) {
        options.duration = seconds;
        options.step = 0.02;
        options.output_interval = row_interval;
        options.integrator = integrator;
        options.rtol = options.atol = tolerance;
      });
      const std::string where =
          integrator + " " + std::to_string(n) + " " + std::to_string(-std::log10(tolerance));
      ASSERT_EQ(trip.result.end, RunEnd::done) << where << ": " << trip.result.message;
      ASSERT_EQ(trip.result.singular_times.size(), truth.swing.flat.size()) << where;
      double error = 0.0, fold = 0.0;
      const auto angle = trip.column("pivot0.q"), turn = trip.column("left0.q");
      ASSERT_EQ(angle.size(), truth.swing.angle.size());
      for (std::size_t k = 0; k < angle.size(); ++k) {
        error = std::max(error, std::fabs(angle[k] + tilt - truth.swing.angle[k]));
        fold = std::max(fold, std::fabs(turn[k] + angle[k]));
      }
      // errors of a pendulum grow with time, and seventeen passages add theirs; CVODE knows its
      // error only up to what its own projection moves
      const double floor = needs_sundials(integrator) ? 1e-7 : 3e-10;
      EXPECT_LT(error, 3e3 * tolerance + floor) << where;
      EXPECT_LT(error, std::max(0.5 * before, floor)) << where;
      EXPECT_LT(fold, 1e2 * tolerance + 1e-10) << where;
      if (evaluations > 0) {
        EXPECT_LT(trip.result.evaluations, 6 * evaluations) << where;
      }
      before = error;
      evaluations = trip.result.evaluations;
    }
  }
}

TEST_P(Tight, ASliderCrankOfEqualBarsToo) {
  const std::string integrator = GetParam();
  if (needs_sundials(integrator) && !has_sundials()) GTEST_SKIP() << "no CVODE";
  for (const double tolerance : {1e-10, 1e-12, 1e-13}) {
    if (integrator == "cvode-bdf" && tolerance < 1e-10) continue;  // its Newton steps do not settle
    const Trip trip = travel_with(equal_slider_crank(0.3, 6.0), [&](RunOptions& options) {
      options.duration = seconds;
      options.step = 0.01;
      options.output_interval = row_interval;
      options.integrator = integrator;
      options.rtol = options.atol = tolerance;
    });
    ASSERT_EQ(trip.result.end, RunEnd::done) << tolerance << ": " << trip.result.message;
    EXPECT_LT(trip.result.energy_drift, 1e-6);
    const auto angle = trip.column("shaft.q"), way = trip.column("guide.q");
    for (std::size_t k = 0; k < angle.size(); ++k)
      EXPECT_NEAR(way[k], 2.0 * std::cos(0.3 + angle[k]) - 2.0 * std::cos(0.3), 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, Tight,
                         ::testing::Values("adams", "dormand-prince", "cvode-adams", "cvode-bdf"));

}  // namespace
}  // namespace treadle::test
