// Methods for stiff equations on plain problems with closed forms: order conditions, orders with
// any Jacobian, stiff limits, changes between methods.
#include "problems.hpp"
#include "src/integrate/order_watch.hpp"
#include "src/integrate/w_method.hpp"

#include <gtest/gtest.h>

namespace treadle {
namespace {

const std::vector<std::string> implicit_names{"implicit", "bdf", "generalized-alpha"};

// All that a W-method of third order has to fulfil whatever its Jacobian is (Hairer and Wanner,
// IV.7), and what of it the second order does.
TEST(WMethodTable, FulfilsAllConditionsForAnyJacobian) {
  using Row = WTable::Row;
  const WTable& w = ros34pw2;
  const auto times = [](const WTable::Square& m, const Row& x) {
    Row out{};
    for (std::size_t i = 0; i < WTable::stages; ++i)
      for (std::size_t j = 0; j < WTable::stages; ++j) out[i] += m[i][j] * x[j];
    return out;
  };
  const auto dot = [](const Row& a, const Row& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < WTable::stages; ++i) sum += a[i] * b[i];
    return sum;
  };
  const Row one{1.0, 1.0, 1.0, 1.0}, alpha = times(w.alpha, one), gamma = times(w.gamma, one);
  Row square{};
  for (std::size_t i = 0; i < WTable::stages; ++i) square[i] = alpha[i] * alpha[i];
  constexpr double rounding = 1e-14;
  for (const Row& b : {w.b, w.lower}) {
    EXPECT_NEAR(dot(b, one), 1.0, rounding);
    EXPECT_NEAR(dot(b, alpha), 0.5, rounding);
    EXPECT_NEAR(dot(b, gamma), 0.0, rounding);
  }
  EXPECT_NEAR(dot(w.b, square), 1.0 / 3.0, rounding);
  EXPECT_NEAR(dot(w.b, times(w.alpha, alpha)), 1.0 / 6.0, rounding);
  EXPECT_NEAR(dot(w.b, times(w.alpha, gamma)), 0.0, rounding);
  EXPECT_NEAR(dot(w.b, times(w.gamma, alpha)), 0.0, rounding);
  EXPECT_NEAR(dot(w.b, times(w.gamma, gamma)), 0.0, rounding);
  EXPECT_GT(std::fabs(dot(w.lower, square) - 1.0 / 3.0),
            0.01);  // else there is nothing to judge by
  for (std::size_t i = 1; i < WTable::stages; ++i) EXPECT_EQ(w.gamma[i][i], w.gamma[0][0]);
}

/// A plain problem whose Jacobian is wrong on purpose.
class WrongJacobian : public Plain {
 public:
  using Plain::Plain;
  Report linearize(double, std::span<const double>, std::span<const double>) override { return {}; }
  Report factor_newton(double, double c) override {
    c_ = c;
    return {};
  }
  // as if J were [[-3, 1], [0.5, -2]]
  Report solve_newton(std::span<double> r) override {
    const double a = 1.0 + 3.0 * c_, b = -c_, c = -0.5 * c_, d = 1.0 + 2.0 * c_;
    const double det = a * d - b * c, x = (d * r[0] - b * r[1]) / det;
    r[1] = (a * r[1] - c * r[0]) / det;
    r[0] = x;
    return {};
  }

 private:
  double c_ = 0.0;
};

// Steps of one size, since the tolerance asks for nothing.
template <class S>
double error_with_steps(S&& system, const std::string& name, double h, double end) {
  const auto integrator = make_adaptive(name, system, {1e9, 1e9, h});
  const Numbers start{1.0, 0.0};
  EXPECT_TRUE(integrator->start(system, 0.0, start).ok());
  while (integrator->time() < end) EXPECT_TRUE(integrator->step(system, end).ok());
  return distance(integrator->state(), Numbers{std::cos(end), -std::sin(end)});
}

TEST(Implicit, IsOfThirdOrderWithTheTrueJacobianAndWithAWrongOne) {
  const auto rate = [](double, auto x, auto dx) {
    dx[0] = x[1];
    dx[1] = -x[0];
  };
  for (const bool wrong : {false, true}) {
    double before = 0.0;
    for (const double h : {0.02, 0.01, 0.005}) {
      const double error = wrong ? error_with_steps(WrongJacobian(2, rate), "implicit", h, 2.0)
                                 : error_with_steps(Plain(2, rate), "implicit", h, 2.0);
      if (before > 0.0) {
        EXPECT_NEAR(std::log2(before / error), 3.0, 0.15) << wrong << " " << h;
      }
      before = error;
    }
  }
}

// Prothero and Robinson: y' = -k (y - g) + g' with y = g = sin(t + 1/4). Explicit steps would have
// to be shorter than 2 / k.
Problem prothero_robinson(double k, double end) {
  return {Plain(1, [k](double t, auto x,
                       auto dx) { dx[0] = -k * (x[0] - std::sin(t + 0.25)) + std::cos(t + 0.25); }),
          {std::sin(0.25)},
          end,
          [](double t) { return Numbers{std::sin(t + 0.25)}; }};
}

TEST(Implicit, StepsDoNotShrinkWithStiffness) {
  for (const std::string& name : {std::string("implicit"), std::string("bdf")}) {
    long soft = 0;
    for (const double k : {1e2, 1e4, 1e6, 1e8}) {
      const Solved solved = solve(prothero_robinson(k, 10.0), name, 1e-6);
      ASSERT_TRUE(solved.ok) << name << " " << k;
      EXPECT_LT(solved.error, 1e-4) << name << " " << k;
      if (soft == 0) soft = solved.statistics.steps;
      EXPECT_LT(solved.statistics.steps, 3 * soft + 100) << name << " " << k;
    }
  }
}

TEST(Implicit, ErrorsFollowTheTolerance) {
  for (const std::string& name : implicit_names) {
    for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
      const Solved solved = solve(orbit(0.3, 6.0), name, tolerance);
      ASSERT_TRUE(solved.ok) << name;
      EXPECT_LT(solved.error, 2000.0 * tolerance) << name << " " << tolerance;
    }
  }
  const Solved tight = solve(harmonic(2.0), "bdf", 1e-12);
  EXPECT_TRUE(tight.ok);
  EXPECT_LT(tight.error, 1e-8);
}

TEST(Bdf, ReachesItsHighestOrder) {
  EXPECT_GE(solve(harmonic(20.0), "bdf", 1e-9).statistics.order, 4);
}

// Stiff for a while only: k is large between 2 and 6.
// How far trials get decides, and only where many are refused. (J18)
TEST(Bdf, KeepsToOrdersThatDampWhereTheyGetFarther) {
  const auto trials = [](OrderWatch& watch, int count, int refused_of_ten, double way) {
    for (int k = 0; k < count; ++k) watch.tried(k % 10 < refused_of_ten ? 0.0 : way);
  };
  OrderWatch calm;
  trials(calm, 1000, 0, 1.0);
  EXPECT_EQ(calm.highest(5), 5U);

  OrderWatch shaken;
  trials(shaken, 50, 2, 1.0);
  EXPECT_EQ(shaken.highest(5), 2U);  // tries
  EXPECT_EQ(shaken.highest(1), 1U);
  OrderWatch better = shaken, worse = shaken;
  trials(better, 50, 0, 3.0);
  trials(worse, 50, 0, 0.5);
  EXPECT_EQ(better.highest(5), 2U);
  EXPECT_EQ(worse.highest(5), 5U);
  trials(better, 200, 0, 3.0);
  EXPECT_EQ(better.highest(5), 5U);  // all are tried again
  trials(better, 50, 2, 1.0);
  EXPECT_EQ(better.highest(5), 2U);  // in vain
  trials(better, 250, 0, 3.0);
  EXPECT_EQ(better.highest(5), 2U);  // so the next time is later
  // what was tried in vain is not tried at once again
  trials(worse, 50, 2, 1.0);
  EXPECT_EQ(worse.highest(5), 5U);
  trials(worse, 50, 2, 1.0);
  EXPECT_EQ(worse.highest(5), 2U);
}

// x' = x^2 beside two that rest: the report tells which one runs away.
TEST(Implicit, TellsWhereNoStepIsShortEnough) {
  for (const std::string& name : implicit_names) {
    Plain system(3, [](double, auto x, auto dx) {
      dx[0] = -x[0];
      dx[1] = x[1] * x[1];
      dx[2] = 0.0;
    });
    const auto method = make_adaptive(name, system, {.relative = 1e-6, .absolute = 1e-6});
    Report report = method->start(system, 0.0, Numbers{1.0, 1.0, 1.0});
    while (report.ok() && method->time() < 2.0) report = method->step(system, 2.0);
    EXPECT_EQ(report.trouble, Trouble::step_too_small) << name;
    EXPECT_EQ(report.index, 1) << name;
  }
}

TEST(Automatic, ChangesWhereTheEquationsAreStiffAndBack) {
  const auto rate = [](double t, auto x, auto dx) {
    const double k = t > 2.0 && t < 6.0 ? 1e5 : 1.0;
    dx[0] = -k * (x[0] - std::sin(t)) + std::cos(t);
    dx[1] = -x[1];
  };
  Plain system(2, rate);
  const auto integrator = make_adaptive("auto", system, {1e-6, 1e-6});
  ASSERT_TRUE(integrator->start(system, 0.0, Numbers{0.0, 1.0}).ok());
  while (integrator->time() < 30.0) ASSERT_TRUE(integrator->step(system, 30.0).ok());
  ASSERT_GE(integrator->changes().size(), 2U);
  EXPECT_TRUE(integrator->changes()[0].implicit);
  EXPECT_GT(integrator->changes()[0].time, 2.0);
  EXPECT_LT(integrator->changes()[0].time, 2.2);
  EXPECT_FALSE(integrator->changes().back().implicit);
  EXPECT_LT(integrator->statistics().steps, 4000);
  EXPECT_NEAR(integrator->state()[0], std::sin(30.0), 1e-4);
  EXPECT_LT(integrator->statistics().stiff_since, 0.0);
}

TEST(Automatic, NeverChangesWhereNothingIsStiff) {
  Problem problem = orbit(0.3, 20.0);
  const auto integrator = make_adaptive("auto", problem.system, {1e-8, 1e-8});
  const auto adams = make_adaptive("adams", problem.system, {1e-8, 1e-8});
  for (AdaptiveIntegrator* one : {integrator.get(), adams.get()}) {
    ASSERT_TRUE(one->start(problem.system, 0.0, problem.start).ok());
    while (one->time() < problem.end) ASSERT_TRUE(one->step(problem.system, problem.end).ok());
  }
  EXPECT_TRUE(integrator->changes().empty());
  EXPECT_EQ(distance(integrator->state(), adams->state()), 0.0);
}

// What a run goes on from, saved in the middle, gives the same bits.
TEST(Implicit, GoesOnFromWhatWasSaved) {
  for (const std::string& name : {std::string("implicit"), std::string("bdf"),
                                  std::string("generalized-alpha"), std::string("auto")}) {
    Problem problem = prothero_robinson(1e4, 3.0);
    const auto whole = make_adaptive(name, problem.system, {1e-6, 1e-6});
    ASSERT_TRUE(whole->start(problem.system, 0.0, problem.start).ok());
    for (int k = 0; k < 15; ++k) ASSERT_TRUE(whole->step(problem.system, 3.0).ok());
    Keep out;
    whole->keep(out);
    Problem again = prothero_robinson(1e4, 3.0);
    const auto part = make_adaptive(name, again.system, {1e-6, 1e-6});
    ASSERT_TRUE(part->start(again.system, 0.0, again.start).ok());
    Keep in(out.bytes());
    part->keep(in);
    for (int k = 0; k < 40 && whole->time() < 3.0; ++k) {
      ASSERT_TRUE(whole->step(problem.system, 3.0).ok());
      ASSERT_TRUE(part->step(again.system, 3.0).ok()) << name << " " << k;
      ASSERT_EQ(whole->time(), part->time()) << name << " " << k;
      ASSERT_EQ(whole->state()[0], part->state()[0]) << name << " " << k;
    }
  }
}

// Second order: damped vibrations, with and without damping of the method.
TEST(GeneralizedAlpha, IsOfSecondOrderForEverySpectralRadius) {
  class Oscillator : public Plain {
   public:
    using Plain::Plain;
    [[nodiscard]] std::size_t positions() const override { return 1; }
    void velocities(std::span<const double> x, std::span<double> v) const override { v[0] = x[1]; }
  };
  const auto rate = [](double, auto x, auto dx) {
    dx[0] = x[1];
    dx[1] = -x[0];
  };
  for (const double radius : {0.0, 0.5, 0.8, 1.0}) {
    double before = 0.0;
    for (const double h : {0.04, 0.02, 0.01}) {
      Oscillator system(2, rate);
      Tolerance tolerance{1e9, 1e9, h};
      tolerance.spectral_radius = radius;
      const auto integrator = make_adaptive("generalized-alpha", system, tolerance);
      ASSERT_TRUE(integrator->start(system, 0.0, Numbers{1.0, 0.0}).ok());
      while (integrator->time() < 2.0) ASSERT_TRUE(integrator->step(system, 2.0).ok());
      const double error = distance(integrator->state(), Numbers{std::cos(2.0), -std::sin(2.0)});
      if (before > 0.0) {
        EXPECT_NEAR(std::log2(before / error), 2.0, 0.15) << radius << " " << h;
      }
      before = error;
    }
  }
}

TEST(ImplicitEuler, IsOfFirstOrderAndNeverBlowsUp) {
  const auto end = [](double k, double h) {
    Problem problem = prothero_robinson(k, 1.0);
    const auto euler = make_integrator("implicit-euler", problem.system);
    Numbers x = problem.start;
    const int steps = static_cast<int>(std::lround(1.0 / h));
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(euler->step(problem.system, i * h, h, x).ok());
    return distance(x, problem.exact(1.0));
  };
  EXPECT_NEAR(std::log2(end(1.0, 0.02) / end(1.0, 0.01)), 1.0, 0.1);
  for (const double k : {1e3, 1e6, 1e9}) EXPECT_LT(end(k, 0.05), 0.05) << k;
}

}  // namespace
}  // namespace treadle
