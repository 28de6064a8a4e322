// Adams' method on plain problems: error against tolerance, work against CVODE, what it notices.
#include "src/integrate/adams.hpp"

#include "problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace treadle {
namespace {

const std::vector<std::function<Problem()>>& problems() {
  static const std::vector<std::function<Problem()>> all{
      [] { return harmonic(); }, [] { return orbit(0.3, 20.0); }, [] { return orbit(0.6, 20.0); },
      [] { return spinning(20.0); }};
  return all;
}

// The slope of log(error) over log(tolerance), by least squares over seven decades.
TEST(Adams, ErrorIsProportionalToTheTolerance) {
  double mean = 0.0;  // a single problem wavers with its orders; together they must not
  for (std::size_t p = 0; p < problems().size(); ++p) {
    double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0, n = 0.0;
    for (int digits = 4; digits <= 11; ++digits) {
      const Solved solved = solve(problems()[p](), "adams", std::pow(10.0, -digits));
      ASSERT_TRUE(solved.ok);
      const double x = -digits, y = std::log10(solved.error);
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
      n += 1.0;
    }
    const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    EXPECT_GT(slope, 0.75) << "problem " << p;
    EXPECT_LT(slope, 1.25) << "problem " << p;
    mean += slope / static_cast<double>(problems().size());
  }
  EXPECT_NEAR(mean, 1.0, 0.1);
}

// Where every step is small against the motion, the error of the end is a few tolerances.
TEST(Adams, MeetsClosedForms) {
  EXPECT_LT(solve(harmonic(), "adams", 1e-8).error, 1e-7);
  EXPECT_LT(solve(spinning(20.0), "adams", 1e-8).error, 1e-7);
  EXPECT_LT(solve(orbit(0.3, 20.0), "adams", 1e-8).error, 1e-5);
}

// The fewest evaluations of CVODE's Adams that reach the same error, of fifty tolerances.
TEST(Adams, NeedsNoMoreThanOneAndAHalfTimesTheEvaluationsOfCvode) {
  if (!has_sundials()) GTEST_SKIP() << "no SUNDIALS in this build";
  for (std::size_t p = 0; p < problems().size(); ++p) {
    std::vector<Solved> theirs;
    for (int k = 0; k <= 50; ++k)
      theirs.push_back(solve(problems()[p](), "cvode-adams", std::pow(10.0, -3.0 - 0.2 * k)));
    int compared = 0;
    for (int digits = 4; digits <= 10; ++digits) {
      const Solved ours = solve(problems()[p](), "adams", std::pow(10.0, -digits));
      long fewest = 0;
      for (const Solved& one : theirs) {
        if (one.ok && one.error <= ours.error &&
            (fewest == 0 || one.statistics.evaluations < fewest))
          fewest = one.statistics.evaluations;
      }
      if (fewest == 0) continue;
      ++compared;
      EXPECT_LE(static_cast<double>(ours.statistics.evaluations), 1.5 * static_cast<double>(fewest))
          << "problem " << p << ", tolerance 1e-" << digits;
    }
    EXPECT_GE(compared, 6) << "problem " << p;
  }
}

TEST(Adams, CountsItsEvaluations) {
  Problem problem = orbit(0.3, 20.0);
  Adams adams(problem.system, {1e-8, 1e-8});
  ASSERT_TRUE(adams.start(problem.system, 0.0, problem.start).ok());
  int highest = 0;
  while (adams.time() < problem.end) {
    ASSERT_TRUE(adams.step(problem.system, problem.end).ok());
    highest = std::max(highest, adams.statistics().order);
  }
  EXPECT_EQ(adams.statistics().evaluations, problem.system.evaluations);
  EXPECT_LE(adams.statistics().evaluations,
            1 + 2 * (adams.statistics().steps + adams.statistics().failures));
  EXPECT_GE(highest, 8);
  EXPECT_LE(highest, Adams::highest_order);
  EXPECT_EQ(adams.time(), problem.end);
}

// Polynomials as rates: from some step on they are integrated without error.
TEST(Adams, IsExactForPolynomialRates) {
  Plain system(1, [](double t, auto /*x*/, auto dx) { dx[0] = 4.0 * t * t * t; });
  Adams adams(system, {1e-10, 1e-10});
  const Numbers x{0.0};
  ASSERT_TRUE(adams.start(system, 0.0, x).ok());
  while (adams.time() < 3.0) ASSERT_TRUE(adams.step(system, 3.0).ok());
  EXPECT_NEAR(adams.state()[0], 81.0, 1e-9);
  EXPECT_GT(adams.statistics().largest, 0.1);
}

TEST(Adams, SeesStiffness) {
  Plain system(1, [](double t, std::span<const double> x, std::span<double> dx) {
    dx[0] = -1000.0 * (x[0] - std::cos(t)) - std::sin(t);
  });
  for (const char* name : {"adams", "dormand-prince"}) {
    const auto integrator = make_adaptive(name, system, {1e-6, 1e-6});
    ASSERT_TRUE(integrator->start(system, 0.0, Numbers{1.0}).ok());
    while (integrator->time() < 2.0) ASSERT_TRUE(integrator->step(system, 2.0).ok());
    EXPECT_GE(integrator->statistics().stiff_since, 0.0) << name;
    EXPECT_NEAR(integrator->state()[0], std::cos(2.0), 1e-5) << name;
    for (const auto& problem : problems())
      EXPECT_LT(solve(problem(), name, 1e-7).statistics.stiff_since, 0.0) << name;
  }
}

TEST(Adams, RaisesAToleranceThatRoundingCannotMeet) {
  for (const char* name : {"adams", "dormand-prince"}) {
    const Solved solved = solve(harmonic(5.0), name, 1e-17);
    EXPECT_TRUE(solved.ok) << name;
    EXPECT_GT(solved.statistics.coarser, 100.0) << name;
    EXPECT_LT(solved.error, 1e-11) << name;
    EXPECT_EQ(solve(harmonic(5.0), name, 1e-13).statistics.coarser, 1.0) << name;
  }
}

TEST(Adams, PassesAJumpOfTheRate) {
  Plain system(1, [](double t, auto /*x*/, std::span<double> dx) {
    dx[0] = (t < 1.0 ? 1.0 : -3.0) * std::cos(t);
  });
  Adams adams(system, {1e-8, 1e-8});
  ASSERT_TRUE(adams.start(system, 0.0, Numbers{0.0}).ok());
  while (adams.time() < 2.0) ASSERT_TRUE(adams.step(system, 2.0).ok());
  EXPECT_NEAR(adams.state()[0], 4.0 * std::sin(1.0) - 3.0 * std::sin(2.0), 1e-6);
  EXPECT_GT(adams.statistics().failures, 5);
}

}  // namespace
}  // namespace treadle
