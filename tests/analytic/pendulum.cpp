// The plane pendulum: its period is 2 pi / (w0 agm(1, cos(A/2))) for amplitude A, and it passes the
// lowest point with 2 w0 sin(A/2), where w0^2 = m g d / J.
#include "support.hpp"

namespace treadle {
namespace {

double arithmetic_geometric_mean(double a, double b) {
  while (std::fabs(a - b) > 1e-15 * a) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return a;
}

struct Pendulum {
  Description description;
  double w0;  // of small swings
};

Pendulum rod() { return {ready("pendulum"), std::sqrt(1.5 * gravity)}; }

Pendulum point_mass() {
  Pendulum p{ready("pendulum"), std::sqrt(gravity)};
  p.description.bodies[0].center = {0.0, 0.0, -1.0};
  p.description.bodies[0].inertia = {};
  return p;
}

double period(const Pendulum& p, double amplitude) {
  return 2.0 * pi / (p.w0 * arithmetic_geometric_mean(1.0, std::cos(0.5 * amplitude)));
}

// Releases the pendulum and looks at it after each of eight quarters of the period.
void check_quarters(Pendulum p, double amplitude, double tolerance) {
  const double quarter = 0.25 * period(p, amplitude);
  const auto steps = static_cast<long>(std::ceil(quarter / 1e-3));
  p.description.joints[0].start = {amplitude};
  Stepper s(p.description, quarter / static_cast<double>(steps));
  const std::string degrees = std::to_string(std::lround(amplitude * 180.0 / pi));
  Worst phase("period, relative, amplitude " + degrees), speed("speed, relative, " + degrees);
  for (int k = 1; k <= 8; ++k) {
    s.advance(steps);
    const double t = k * quarter;
    if (k % 2 == 1) {  // lowest point: an angle here is a delay
      const double fastest = (k % 4 == 1 ? -2.0 : 2.0) * p.w0 * std::sin(0.5 * amplitude);
      phase.see(s.q("pivot") / (fastest * t));
      speed.see(s.v("pivot") / fastest - 1.0);
    } else {  // turning point: a velocity here is a delay
      const double turning = k % 4 == 2 ? -amplitude : amplitude;
      phase.see(s.v("pivot") / (p.w0 * p.w0 * std::sin(turning) * t));
      speed.see(s.q("pivot") / turning - 1.0);
    }
  }
  phase.check(tolerance);
  speed.check(tolerance);
}

class PendulumPeriod : public testing::TestWithParam<int> {};

TEST_P(PendulumPeriod, rod) { check_quarters(rod(), GetParam() * pi / 180.0, 1e-11); }
TEST_P(PendulumPeriod, point_mass) { check_quarters(point_mass(), GetParam() * pi / 180.0, 1e-11); }

INSTANTIATE_TEST_SUITE_P(amplitudes, PendulumPeriod, testing::Values(5, 60, 120, 170));

TEST(Pendulum, small_swings_have_the_period_of_the_linear_equation) {
  // agm(1, cos(A/2)) = 1 - A^2/16 + O(A^4)
  EXPECT_NEAR(period(rod(), 1e-3) * std::sqrt(1.5 * gravity) / (2.0 * pi), 1.0 + 1e-6 / 16.0,
              1e-12);
}

// The text of the ready model quotes its period.
TEST(Pendulum, the_ready_model_says_what_it_does) {
  EXPECT_NEAR(period(rod(), pi / 3.0), 1.758, 5e-4);
}

}  // namespace
}  // namespace treadle
