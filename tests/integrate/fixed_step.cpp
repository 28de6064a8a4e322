// Integrators on plain problems with closed forms.
#include "src/integrate/fixed_step.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle {
namespace {

// x'' = -x as (position, velocity).
class Oscillator : public System {
 public:
  [[nodiscard]] std::size_t state_size() const override { return 2; }
  [[nodiscard]] std::size_t tangent_size() const override { return 2; }
  [[nodiscard]] std::size_t positions() const override { return 1; }
  Report rate(double /*t*/, std::span<const double> x, std::span<double> dx) override {
    dx[0] = x[1];
    dx[1] = -x[0];
    return {};
  }
  void velocities(std::span<const double> x, std::span<double> v) const override { v[0] = x[1]; }
};

// x' = t^3: a rate that depends on time alone, which RK4 integrates exactly.
class Cubic : public System {
 public:
  [[nodiscard]] std::size_t state_size() const override { return 1; }
  [[nodiscard]] std::size_t tangent_size() const override { return 1; }
  Report rate(double t, std::span<const double> /*x*/, std::span<double> dx) override {
    dx[0] = t * t * t;
    return {};
  }
};

class FailingCubic : public Cubic {
 public:
  Report rate(double t, std::span<const double> x, std::span<double> dx) override {
    Cubic::rate(t, x, dx);
    Report report;
    if (t > 0.4) report.trouble = Trouble::not_finite;
    return report;
  }
};

double error(const std::string& name, int steps) {
  Oscillator system;
  const auto integrator = make_integrator(name, system);
  std::vector<double> x{1.0, 0.0};
  const double h = 1.0 / steps;
  for (int k = 0; k < steps; ++k) EXPECT_TRUE(integrator->step(system, k * h, h, x).ok());
  return std::hypot(x[0] - std::cos(1.0), x[1] + std::sin(1.0));
}

TEST(FixedStep, OrdersOfConvergence) {
  for (const auto& [name, order] :
       {std::pair{"explicit-euler", 1.0}, {"semi-implicit-euler", 1.0}, {"rk4", 4.0}}) {
    const double slope = std::log2(error(name, 64) / error(name, 128));
    EXPECT_NEAR(slope, order, 0.06) << name;
  }
}

TEST(FixedStep, SemiImplicitEulerKeepsTheEnergyBounded) {
  Oscillator system;
  const auto integrator = make_integrator("semi-implicit-euler", system);
  std::vector<double> x{1.0, 0.0};
  const double h = 0.05;
  double worst = 0.0;
  for (int k = 0; k < 20000; ++k) {
    ASSERT_TRUE(integrator->step(system, k * h, h, x).ok());
    worst = std::max(worst, std::fabs(0.5 * (x[0] * x[0] + x[1] * x[1]) - 0.5));
  }
  EXPECT_LT(worst, 0.5 * h);
}

TEST(FixedStep, Rk4IsExactForCubics) {
  Cubic system;
  const auto integrator = make_integrator("rk4", system);
  std::vector<double> x{0.0};
  ASSERT_TRUE(integrator->step(system, 1.0, 2.0, x).ok());
  EXPECT_NEAR(x[0], (81.0 - 1.0) / 4.0, 1e-14);
}

TEST(FixedStep, TroubleLeavesTheStateAsItWas) {
  for (const std::string& name : fixed_step_names()) {
    FailingCubic system;
    const auto integrator = make_integrator(name, system);
    std::vector<double> x{3.0};
    EXPECT_FALSE(integrator->step(system, 0.5, 0.1, x).ok());
    EXPECT_EQ(x[0], 3.0) << name;
  }
}

TEST(FixedStep, UnknownNamesGiveNothing) {
  Oscillator system;
  EXPECT_EQ(make_integrator("rk5", system), nullptr);
}

}  // namespace
}  // namespace treadle
