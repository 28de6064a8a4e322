// Laws of contact in small motions that have closed forms.
#include "src/contact/friction.hpp"
#include "src/contact/material.hpp"
#include "src/contact/memory.hpp"
#include "src/contact/narrow_phase.hpp"
#include "src/contact/normal_law.hpp"
#include "src/scalar/archetype.hpp"
#include "src/scalar/dual.hpp"
#include "witness.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace treadle {
// Laws are kernels: they need nothing but the closed set of operations.
template struct NormalLaw<Archetype>;
template struct Friction<Archetype>;
template struct RollingResistance<Archetype>;
}  // namespace treadle

namespace treadle::test {
namespace {

constexpr double pi = std::numbers::pi;

struct Depth {
  double d = 0.0, v = 0.0, lost = 0.0;
};

// m d'' = -F by the classical method of fourth order.
Depth depth_step(const NormalLaw<double>& law, double mass, const Depth& x, double h) {
  const auto rate = [&](const Depth& y) {
    return Depth{y.v, -law.force(y.d, y.v) / mass, law.lost_power(y.d, y.v)};
  };
  const auto plus = [](const Depth& y, double s, const Depth& k) {
    return Depth{y.d + s * k.d, y.v + s * k.v, y.lost + s * k.lost};
  };
  const Depth a = rate(x), b = rate(plus(x, 0.5 * h, a)), c = rate(plus(x, 0.5 * h, b)),
              e = rate(plus(x, h, c));
  return plus(plus(plus(plus(x, h / 6.0, a), h / 3.0, b), h / 3.0, c), h / 6.0, e);
}

// The impact of two spheres of glass (Chung and Ooi 2011, first test), whose closed form has
// d_max = 274.1127021 um, F_max = 10696.88898 N, t_c = 40.33945569 us.
TEST(NormalLaw, two_spheres_meet_as_hertz_says) {
  const double radius = 0.01, mass = 2800.0 * 4.0 / 3.0 * pi * radius * radius * radius;
  const Material glass{4.8e10, 0.2};
  const double k =
      hertz_stiffness(pair_modulus(glass, glass), 2.0 * curvature(sphere_shape(radius)));
  const NormalLaw<double> law{k, 0.0, true};
  // two centres along a line, each with half of the speed; the depth comes from the narrow phase
  double xa = -radius, xb = radius, va = 10.0, vb = -10.0, t = 0.0;
  const ContactShape ball = sphere_shape(radius);
  const auto push = [&](double a, double b) {
    Manifold m;
    const Frame at_a{Mat3<double>::identity(), {a, 0.0, 0.0}},
        at_b{Mat3<double>::identity(), {b, 0.0, 0.0}};
    return touch(ball, at_a, ball, at_b, 0.0, m) ? law.force(m.points[0].depth, 0.0) : 0.0;
  };
  const double h = 40.33945569e-6 / 4000.0;
  double most_depth = 0.0, most_force = 0.0, end = 0.0;
  for (int step = 0; step < 5000 && end == 0.0; ++step) {
    // rk4 of both centres
    double da[4], db[4], fa[4];
    for (int s = 0; s < 4; ++s) {
      const double w = s == 0 ? 0.0 : s == 3 ? h : 0.5 * h;
      const double ga = s == 0 ? 0.0 : w * da[s - 1], gb = s == 0 ? 0.0 : w * db[s - 1];
      const double gf = s == 0 ? 0.0 : w * fa[s - 1];
      fa[s] = -push(xa + ga, xb + gb) / mass;
      da[s] = va + gf;
      db[s] = vb - gf;
    }
    const auto mean = [&](const double(&k4)[4]) {
      return h / 6.0 * (k4[0] + 2.0 * k4[1] + 2.0 * k4[2] + k4[3]);
    };
    const double before = 2.0 * radius - (xb - xa);
    xa += mean(da);
    xb += mean(db);
    va += mean(fa);
    vb -= mean(fa);
    t += h;
    const double depth = 2.0 * radius - (xb - xa);
    most_depth = std::fmax(most_depth, depth);
    most_force = std::fmax(most_force, push(xa, xb));
    if (step > 0 && depth <= 0.0) end = t - h * depth / (depth - before);
  }
  EXPECT_NEAR(most_depth / 274.1127021e-6, 1.0, 1e-6);
  EXPECT_NEAR(most_force / 10696.88898, 1.0, 1e-6);
  EXPECT_NEAR(end / 40.33945569e-6, 1.0, 1e-6);
  EXPECT_NEAR(vb - va, 20.0, 1e-6);  // nothing is lost
}

// Without weight the speed after an impact is e times that before, for all exponents, stiffnesses
// and masses, and what is lost is the difference of energies.
TEST(NormalLaw, restitution_is_what_was_asked_for) {
  for (const double e : {0.05, 0.3, 0.5, 0.8, 0.95, 1.0}) {
    for (const bool hertz : {false, true}) {
      const double v = 3.0, mass = 0.7, k = hertz ? 1e8 : 1e5;
      const NormalLaw<double> law{k, damping_of_restitution(e) / v, hertz};
      const double h = 1e-7;
      Depth x{0.0, v, 0.0};
      for (int step = 0; step < 2000000; ++step) {
        x = depth_step(law, mass, x, h);
        EXPECT_GE(law.force(x.d, x.v), 0.0);
        if (x.d <= 0.0) break;
      }
      ASSERT_LE(x.d, 0.0);
      EXPECT_NEAR(-x.v / v, e, 1e-6) << e;
      EXPECT_NEAR(x.lost, 0.5 * mass * (v * v - x.v * x.v), 1e-6 * mass * v * v) << e;
    }
  }
}

TEST(NormalLaw, restitution_factor_solves_its_equation) {
  double before = 1e300;
  for (double e = 0.001; e < 1.0; e += 0.001) {
    const double x = damping_of_restitution(e);
    EXPECT_LE(e * x, 1.0);
    EXPECT_LT(x, before);
    before = x;
    if (e < 0.05) continue;  // there 1 - e x is no longer a number of its own
    const double rounding = 4e-16 * x * (1.0 + e / (1.0 - e * x)) + 1e-14;
    EXPECT_NEAR(x - std::log1p(x), -e * x - std::log1p(-e * x), rounding);
  }
  EXPECT_EQ(damping_of_restitution(1.0), 0.0);
  EXPECT_NEAR(damping_of_restitution(1.0 - 1e-5), 1.5e-5, 1e-9);  // 3/2 (1 - e)
  EXPECT_EQ(damping_of_restitution(-1.0), damping_of_restitution(least_restitution));
}

// A ball that falls on a plane: heights of bounces shrink by e^2. Speeds of approach are
// remembered.
TEST(NormalLaw, ball_bounces_lower_each_time) {
  const double e = 0.7, g = 9.81, mass = 0.1;
  const ContactShape ball = sphere_shape(0.05);
  const double k = hertz_stiffness(1e11, curvature(ball));
  double height = 0.5, v = 0.0, a = 0.0, top = 0.0, last_top = 0.5;
  bool was_in = false;
  int bounces = 0;
  const double h = 1e-7;
  for (int step = 0; step < 20000000 && bounces < 3; ++step) {
    const double depth = -height;
    if (depth > 0.0 && !was_in) a = damping_of_restitution(e) / -v;
    if (depth <= 0.0 && was_in) {
      const double rise = v * v / (2.0 * g);
      EXPECT_NEAR(rise / last_top, e * e, 2e-4);  // weight acts meanwhile: g t_c / v = 2e-4
      last_top = top = rise;
      ++bounces;
      v = -v;  // the flight is a parabola: down again with the same speed
    }
    was_in = depth > 0.0;
    if (!was_in && bounces == 0 && step == 0) {  // the first fall likewise
      v = -std::sqrt(2.0 * g * height);
      height = 0.0;
    }
    const NormalLaw<double> law{k, a, true};
    const auto rate = [&](double y, double w) { return law.force(-y, -w) / mass - g; };
    const double k1 = rate(height, v), k2 = rate(height + 0.5 * h * v, v + 0.5 * h * k1);
    height += h * (v + 0.5 * h * k1);
    v += h * k2;
  }
  EXPECT_EQ(bounces, 3);
  EXPECT_NEAR(top, 0.5 * std::pow(e, 6.0), 1e-3 * top);
}

// Derivatives are finite everywhere, also where contact begins, and those of differences.
TEST(NormalLaw, derivatives_are_those_of_differences) {
  using D = DualOf<double>;
  for (const bool hertz : {false, true}) {
    const NormalLaw<double> law{2e5, 0.3, hertz};
    const NormalLaw<D> dual{D(2e5), D(0.3), hertz};
    for (const double depth : {-1e-3, 0.0, 1e-9, 1e-4, 1e-2}) {
      for (const double rate : {-10.0, -1.0, 0.0, 2.0}) {
        const double h = 1e-4 * std::fabs(depth), g = 1e-5;
        const D along_depth = dual.force(D(depth, 1.0), D(rate)),
                along_rate = dual.force(D(depth), D(rate, 1.0));
        EXPECT_TRUE(std::isfinite(along_depth.slope()) && std::isfinite(along_rate.slope()));
        EXPECT_EQ(along_depth.number(), law.force(depth, rate));
        if (depth == 0.0) continue;
        const double k = (law.force(depth + h, rate) - law.force(depth - h, rate)) / (2.0 * h),
                     c = (law.force(depth, rate + g) - law.force(depth, rate - g)) / (2.0 * g);
        EXPECT_NEAR(along_depth.slope(), k, 1e-7 * (1.0 + std::fabs(k)));
        EXPECT_NEAR(along_rate.slope(), c, 1e-7 * (1.0 + std::fabs(c)));
      }
    }
  }
}

}  // namespace
}  // namespace treadle::test
