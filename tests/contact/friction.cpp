// Bodies on a slope: they stick, slide and roll as their formulas say, and do not creep.
#include "src/contact/friction.hpp"
#include "src/contact/memory.hpp"
#include "src/contact/narrow_phase.hpp"
#include "src/contact/normal_law.hpp"
#include "src/spatial/quaternion.hpp"
#include "witness.hpp"

#include <gtest/gtest.h>

namespace treadle::test {
namespace {

constexpr double weight_rate = 9.81;

/// One body on a plane through the origin, by steps that put velocities first. The plane is the
/// second shape.
struct OnSlope {
  ContactShape shape;
  double mass = 1.0;
  V inertia{};  ///< along the axes of the body
  Frame plane;
  NormalLaw<double> law{1e5, 0.2, false};
  Friction<double> friction{0.5, 1e5, 50.0};
  RollingResistance<double> rolling{};
  RollPoint roll;

  Frame at;
  V v{}, w{};
  PairMemory memory;
  V drawn{};  ///< of rolling resistance, where the last point was looked at
  double work = 0.0, lost = 0.0;
  bool slipped = false;

  struct Sums {
    V force{}, moment{};
    double power = 0.0, losing = 0.0;  ///< of friction without its spring; for good
    std::array<double, 4> push{};
    Manifold points;
  };

  // What acts, with the memory of the points at the beginning of the step.
  Sums sums(const PairMemory* given, PairMemory& used) {
    Sums s;
    s.force = {0.0, 0.0, -mass * weight_rate};
    touch(shape, at, plane_shape(), plane, 0.0, s.points);
    const std::array<double, 4> none{};
    carry_over(*given, s.points, at, plane, 1e-3, none, used);
    for (int k = 0; k < s.points.count; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const ContactPoint& p = s.points.points[i];
      const V& n = s.points.normal;
      const V arm = p.place - at.p, speed = -(v + cross(w, arm));  // of the plane against the body
      const double push = law.force(p.depth, -dot(n, speed));
      const V u = stretch_of(used.points[i], at, plane, n), vt = across(n, speed);
      const auto pull = friction.pull(u, vt, push);
      slipped = slipped || pull.slip < 1.0;
      const V f = -(push * n + pull.force);  // on the body
      s.push[i] = push;
      s.force += f;
      drawn = roll.held ? drawn_of(roll, at, plane, n) : V{};
      s.moment += cross(arm, f) - rolling.moment(drawn, across(n, -w), push);
      s.power += friction.power(u, vt, push);
      s.losing += law.lost_power(p.depth, -dot(n, speed));
    }
    return s;
  }

  void step(double h) {
    slipped = false;
    PairMemory now, end;
    const Sums s = sums(&memory, now);
    v += (h / mass) * s.force;
    const V local = transpose_times(at.r, s.moment);
    w += h * (at.r * V{local.x / inertia.x, local.y / inertia.y, local.z / inertia.z});
    at.p += h * v;
    at.r = exponential(h * w).matrix() * at.r;
    const Sums t = sums(&now, end);
    work += 0.5 * h * (s.power + t.power);
    lost += 0.5 * h * (s.losing + t.losing);
    for (int k = 0; k < t.points.count; ++k) {
      const auto i = static_cast<std::size_t>(k);
      lost += settle(end.points[i], t.points.points[i], at, plane, t.points.normal, t.push[i],
                     friction);
      set_roll(roll, at, plane, rolling.kept(drawn, t.push[i]));
    }
    memory = end;
  }
  void run(double span, double h) {
    const int steps = static_cast<int>(std::lround(span / h));
    for (int k = 0; k < steps; ++k) step(h);
  }
};

// A plane that falls towards +x by an angle.
Frame slope(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {{{c, 0.0, -s}, {0.0, 1.0, 0.0}, {s, 0.0, c}}, {}};
}

OnSlope box_on(double angle, double friction) {
  OnSlope x;
  x.shape = box_shape({0.1, 0.08, 0.05});
  x.inertia = {(0.08 * 0.08 + 0.05 * 0.05) / 3.0, (0.1 * 0.1 + 0.05 * 0.05) / 3.0,
               (0.1 * 0.1 + 0.08 * 0.08) / 3.0};
  x.plane = slope(angle);
  x.friction.coefficient = friction;
  const double depth = weight_rate * std::cos(angle) / (4.0 * x.law.stiffness);
  x.at = {x.plane.r, (0.05 - depth) * x.plane.r.z};
  return x;
}

OnSlope ball_on(double angle, double friction) {
  OnSlope x;
  x.shape = sphere_shape(0.1);
  x.inertia = {0.004, 0.004, 0.004};  // 2/5 m r^2
  x.plane = slope(angle);
  x.friction.coefficient = friction;
  const double depth = weight_rate * std::cos(angle) / x.law.stiffness;
  x.at = {Mat3<double>::identity(), (0.1 - depth) * x.plane.r.z};
  return x;
}

// Below the angle of friction a box comes to rest, and then stays where it is to the last digits.
TEST(Friction, box_rests_on_a_slope) {
  for (const double angle : {0.2, 0.4}) {  // tan 0.4 = 0.42
    OnSlope x = box_on(angle, 0.5);
    x.law.damping = 20.0;
    x.run(1.0, 1e-4);
    const V p = x.at.p;
    x.run(3.0, 1e-4);
    EXPECT_LT(norm(x.at.p - p), 1e-11);  // 30000 steps round rotations by 1e-16 each
    EXPECT_LT(norm(x.v) + norm(x.w), 1e-11);
    EXPECT_FALSE(x.slipped);
    // where it never slipped it gave way by its springs alone: m g sin / 4 k, and the tilt that
    // the moment of the friction asks for
    const double pull = weight_rate * std::sin(angle), k = x.law.stiffness, high = 0.05;
    const double moved =
        pull / (4.0 * x.friction.stiffness) + high * pull * high / (4.0 * k * 0.01);
    EXPECT_NEAR(dot(x.plane.r.x, p) / moved, 1.0, angle < 0.3 ? 1e-2 : 5.0);
  }
}

TEST(Friction, box_slides_above_the_angle_of_friction) {
  const double angle = 0.6, mu = 0.3;
  OnSlope x = box_on(angle, mu);
  x.run(0.5, 1e-4);
  const double v = dot(x.plane.r.x, x.v);
  x.run(0.5, 1e-4);
  const double a = weight_rate * (std::sin(angle) - mu * std::cos(angle));
  EXPECT_NEAR((dot(x.plane.r.x, x.v) - v) / 0.5, a, 1e-4 * a);
  EXPECT_TRUE(x.slipped);
}

// A ball rolls while tan(angle) < 7/2 mu, with 5/7 g sin; above it slides and rolls.
TEST(Friction, ball_rolls_on_a_slope) {
  const double angle = 0.3;
  OnSlope x = ball_on(angle, 0.5);
  x.run(0.5, 1e-4);
  const double v = dot(x.plane.r.x, x.v);
  x.run(0.5, 1e-4);
  const double a = 5.0 / 7.0 * weight_rate * std::sin(angle);
  EXPECT_NEAR((dot(x.plane.r.x, x.v) - v) / 0.5, a, 1e-3 * a);
  EXPECT_NEAR(dot(x.plane.r.x, x.v), 0.1 * x.w.y, 2e-3);  // without slip
  EXPECT_FALSE(x.slipped);
}

TEST(Friction, ball_slides_where_rolling_asks_for_too_much) {
  const double angle = 0.6, mu = 0.1;  // tan 0.6 = 0.68 > 0.35
  OnSlope x = ball_on(angle, mu);
  x.run(0.2, 1e-4);
  const double v = dot(x.plane.r.x, x.v), w = x.w.y;
  x.run(0.5, 1e-4);
  const double a = weight_rate * (std::sin(angle) - mu * std::cos(angle)),
               turn = 2.5 * mu * weight_rate * std::cos(angle) / 0.1;
  EXPECT_NEAR((dot(x.plane.r.x, x.v) - v) / 0.5, a, 2e-3 * a);
  EXPECT_NEAR((x.w.y - w) / 0.5, turn, 2e-3 * turn);
  EXPECT_TRUE(x.slipped);
}

// On level ground a rolling ball is slowed by 5/7 b g / r.
TEST(Friction, rolling_resistance_slows_a_ball) {
  OnSlope x = ball_on(0.0, 0.5);
  x.rolling = {0.002, 20.0, 0.1};
  x.v = {1.0, 0.0, 0.0};
  x.w = {0.0, 10.0, 0.0};
  x.run(0.5, 1e-4);
  const double v = x.v.x;
  x.run(0.5, 1e-4);
  const double a = 5.0 / 7.0 * 0.002 * weight_rate / 0.1;
  EXPECT_NEAR((v - x.v.x) / 0.5, a, 2e-3 * a);
}

// On a slope below b / r it stands, turned by what its spring gives way: m g sin r / k.
TEST(Friction, rolling_resistance_holds_a_ball) {
  OnSlope x = ball_on(0.01, 0.5);
  x.rolling = {0.002, 20.0, 0.5};
  x.run(3.0, 1e-4);
  const V p = x.at.p;
  x.run(3.0, 1e-4);
  EXPECT_LT(norm(x.at.p - p), 1e-9);
  EXPECT_LT(norm(x.v) + 0.1 * norm(x.w), 1e-9);
  const double turned = weight_rate * std::sin(0.01) * 0.1 / 20.0,
               slid = weight_rate * std::sin(0.01) / x.friction.stiffness;
  EXPECT_NEAR(dot(x.plane.r.x, p) / (0.1 * turned + slid), 1.0, 1e-2);
}

// Energy of a sliding box: what is missing is what was counted, to the order of the step.
TEST(Friction, energy_is_counted) {
  const auto open_balance = [](double h) {
    OnSlope x = box_on(0.0, 0.4);
    x.v = {2.0, 0.0, 0.0};
    const auto energy = [&] {
      Manifold m;
      touch(x.shape, x.at, plane_shape(), x.plane, 0.0, m);
      double sum = 0.5 * dot(x.v, x.v) + weight_rate * x.at.p.z;
      const V w = transpose_times(x.at.r, x.w);
      sum += 0.5 * (w.x * w.x * x.inertia.x + w.y * w.y * x.inertia.y + w.z * w.z * x.inertia.z);
      for (const ContactPoint& p : m.list()) sum += x.law.stored(p.depth);
      for (int k = 0; k < x.memory.count; ++k) {
        const StickPoint& s = x.memory.points[static_cast<std::size_t>(k)];
        sum += x.friction.stored(stretch_of(s, x.at, x.plane, m.normal));
      }
      return sum;
    };
    const double before = energy();
    x.run(1.0, h);
    EXPECT_LT(norm(x.v), 1e-3);  // it stands
    EXPECT_GT(x.lost, 0.0);
    return std::fabs(energy() - before - x.work + x.lost);
  };
  const double coarse = open_balance(4e-5), fine = open_balance(1e-5);
  EXPECT_LT(fine, 6e-5);  // of 2 J
  EXPECT_LT(fine, 0.3 * coarse);
}

TEST(Friction, pull_is_bounded_and_odd) {
  Draw draw(21);
  for (int k = 0; k < 2000; ++k) {
    const Friction<double> f{draw(0.0, 1.0), draw(0.0, 1e4), draw(0.0, 1e2)};
    const V u = draw.vector(1e-2), v = draw.vector(1.0);
    const double push = draw(-10.0, 100.0), limit = f.coefficient * std::fmax(push, 0.0);
    const auto a = f.pull(u, v, push), b = f.pull(-u, -v, push);
    ASSERT_LE(norm(a.force), limit * (1.0 + 1e-14));
    ASSERT_EQ(norm(a.force + b.force), 0.0);
    ASSERT_LE(f.stiffness * norm(f.kept(u, push)), limit * (1.0 + 1e-14));
    ASSERT_TRUE(std::isfinite(f.power(u, v, push)));
  }
}

}  // namespace
}  // namespace treadle::test
