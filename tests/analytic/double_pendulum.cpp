// The double pendulum against Lagrange's equations in absolute angles, and at its linear limit.
#include "support.hpp"

namespace treadle {
namespace {

struct Rods {  // two rods: mass, distance of the centre of mass, moment of inertia about it
  double m1, d1, j1, m2, d2, j2;
};

Rods rods_of(const Description& d) {
  const BodyItem &upper = d.bodies[0], &lower = d.bodies[1];
  return {upper.mass, -upper.center[2],       upper.inertia[1],
          lower.mass, -lower.center[2] - 1.0, lower.inertia[1]};
}

// State: absolute angles and their rates; the upper rod is 1 m long.
std::array<double, 4> lagrange(const Rods& r, const std::array<double, 4>& x) {
  const double c = std::cos(x[0] - x[1]), s = std::sin(x[0] - x[1]), coupling = r.m2 * r.d2;
  const double m11 = r.j1 + r.m1 * r.d1 * r.d1 + r.m2, m22 = r.j2 + r.m2 * r.d2 * r.d2,
               m12 = coupling * c;
  const double f1 = -coupling * s * x[3] * x[3] - (r.m1 * r.d1 + r.m2) * gravity * std::sin(x[0]);
  const double f2 = coupling * s * x[2] * x[2] - coupling * gravity * std::sin(x[1]);
  const double det = m11 * m22 - m12 * m12;
  return {x[2], x[3], (m22 * f1 - m12 * f2) / det, (m11 * f2 - m12 * f1) / det};
}

void check_motion(const Description& d, int hundredths, double tolerance) {
  const Rods rods = rods_of(d);
  const auto f = [&](const std::array<double, 4>& x) { return lagrange(rods, x); };
  Stepper s(d, 5e-4);
  std::array<double, 4> x{s.q("shoulder"), s.q("shoulder") + s.q("elbow"), s.v("shoulder"),
                          s.v("shoulder") + s.v("elbow")};
  Worst angles("angles, rad"), rates("rates, rad/s"), accelerations("accelerations, rad/s^2");
  for (int k = 0; k < hundredths; ++k) {
    s.advance(20);
    for (int j = 0; j < 100; ++j) x = runge_kutta(f, x, 1e-4);
    angles.see(s.q("shoulder") - x[0]);
    angles.see(s.q("shoulder") + s.q("elbow") - x[1]);
    rates.see(s.v("shoulder") - x[2]);
    rates.see(s.v("shoulder") + s.v("elbow") - x[3]);
    const std::array<double, 4> here{s.q("shoulder"), s.q("shoulder") + s.q("elbow"),
                                     s.v("shoulder"), s.v("shoulder") + s.v("elbow")};
    const std::array<double, 4> dx = f(here);
    accelerations.see(s.a("shoulder") - dx[2]);
    accelerations.see(s.a("shoulder") + s.a("elbow") - dx[3]);
  }
  angles.check(tolerance);
  rates.check(10.0 * tolerance);
  accelerations.check(1e-12);
}

TEST(DoublePendulum, equals_lagrange) { check_motion(ready("double_pendulum"), 300, 1e-9); }

TEST(DoublePendulum, equals_lagrange_with_unequal_rods) {
  Description d = ready("double_pendulum");
  d.bodies[0].mass = 3.0;
  d.bodies[0].center[2] = -0.7;
  d.bodies[1].mass = 0.4;
  d.bodies[1].center[2] = -1.2;
  d.bodies[1].inertia = {0.05, 0.06, 0.02, 0.0, 0.0, 0.0};
  d.joints[0].start = {0.4};
  d.joints[1].start = {-1.1};
  d.joints[1].start_velocity = {2.0};
  check_motion(d, 300, 1e-11);
}

// Equal thin rods, small swings: w^2 = g / l (3 -+ 6 / sqrt(7)), lower to upper rod (2 sqrt(7) -+
// 1) / 3.
TEST(DoublePendulum, small_swings_are_the_normal_modes) {
  for (const double sign : {-1.0, 1.0}) {
    const double w = std::sqrt(gravity * (3.0 + sign * 6.0 / std::sqrt(7.0)));
    const double ratio = -sign * (2.0 * std::sqrt(7.0) + sign) / 3.0, amplitude = 2e-7;
    Description d = ready("double_pendulum");
    d.joints[0].start = {amplitude};
    d.joints[1].start = {(ratio - 1.0) * amplitude};
    Stepper s(d, 2.5e-4);
    Worst error(sign < 0.0 ? "slow mode, relative" : "fast mode, relative");
    for (int k = 0; k < 50; ++k) {
      s.advance(160);
      const double expected = amplitude * std::cos(w * s.time());
      error.see((s.q("shoulder") - expected) / amplitude);
      error.see((s.q("elbow") - (ratio - 1.0) * expected) / amplitude);
    }
    error.check(3e-11);  // the cubic terms are 1e-12 of the linear ones
  }
}

}  // namespace
}  // namespace treadle
