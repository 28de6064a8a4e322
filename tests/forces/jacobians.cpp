// The local Jacobian of every force law: forward differentiation of the law itself against central
// differences of high order, at random states away from kinks.
#include "src/forces/forces.hpp"
#include "src/linalg/curve.hpp"
#include "src/scalar/dual.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace treadle {
namespace {

using Vector = std::vector<double>;

/// Two bodies in one group: each with a position, a turn about a slanted axis and a velocity.
template <class S>
struct Scene {
  static constexpr std::size_t size = 20;
  PositionStage<S> at;
  VelocityStage<S> moving;

  explicit Scene(const std::vector<S>& u) {
    at.world.assign(1, {Mat3<S>::identity(), {S(0.0), S(0.0), S(0.0)}});
    for (std::size_t b = 0; b < 2; ++b) {
      const S* p = u.data() + 10 * b;
      at.x.push_back({turn(p[3], b), {p[0], p[1], p[2]}});
      moving.v.push_back({{p[4], p[5], p[6]}, {p[7], p[8], p[9]}});
    }
  }
  // Rodrigues about a unit axis.
  static Mat3<S> turn(const S& angle, std::size_t body) {
    const double x = body == 0 ? 2.0 / 3.0 : -1.0 / 3.0, y = body == 0 ? 1.0 / 3.0 : 2.0 / 3.0,
                 z = 2.0 / 3.0;
    const SinCos<S> sc = sincos(angle);
    const S c = sc.cos, s = sc.sin, k = S(1.0) - sc.cos;
    return {{c + S(x * x) * k, S(x * y) * k + S(z) * s, S(x * z) * k - S(y) * s},
            {S(x * y) * k - S(z) * s, c + S(y * y) * k, S(y * z) * k + S(x) * s},
            {S(x * z) * k + S(y) * s, S(y * z) * k - S(x) * s, c + S(z * z) * k}};
  }
};

template <class S>
std::vector<S> components(const std::vector<Force<S>>& forces) {
  std::vector<S> out;
  for (const Force<S>& f : forces) {
    for (const S& x : {f.lin.x, f.lin.y, f.lin.z, f.ang.x, f.ang.y, f.ang.z}) out.push_back(x);
  }
  return out;
}

template <class S>
std::vector<Force<S>> no_forces() {
  return {Force<S>{{S(0.0), S(0.0), S(0.0)}, {S(0.0), S(0.0), S(0.0)}},
          Force<S>{{S(0.0), S(0.0), S(0.0)}, {S(0.0), S(0.0), S(0.0)}}};
}

// Eighth order: the error of rounding and that of the scheme meet near 1e-12 of the values.
Vector difference(const std::function<Vector(const Vector&)>& f, const Vector& u, const Vector& du,
                  double h) {
  static constexpr double weight[] = {4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
  Vector sum;
  for (int k = 1; k <= 4; ++k) {
    Vector ahead = u, behind = u;
    for (std::size_t i = 0; i < u.size(); ++i) {
      ahead[i] += k * h * du[i];
      behind[i] -= k * h * du[i];
    }
    const Vector a = f(ahead), b = f(behind);
    sum.resize(a.size(), 0.0);
    for (std::size_t i = 0; i < a.size(); ++i) sum[i] += weight[k - 1] * (a[i] - b[i]) / h;
  }
  return sum;
}

/// A law on any scalar, and whether a state is too near to a kink for differences.
template <class Law, class Kink>
void expect_exact(std::size_t inputs, double size, const Law& law, const Kink& near_kink) {
  std::mt19937 dice(7);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  int seen = 0;
  for (int sample = 0; sample < 400 && seen < 100; ++sample) {
    Vector u(inputs), du(inputs);
    for (double& x : u) x = size * number(dice);
    for (double& x : du) x = number(dice);
    if (near_kink(u)) continue;
    ++seen;
    std::vector<Dual> v;
    for (std::size_t i = 0; i < inputs; ++i) v.emplace_back(u[i], du[i]);
    const std::vector<Dual> exact = law(v);
    const Vector rough = difference([&](const Vector& x) { return law(x); }, u, du, 1e-3);
    const Vector plain = law(u);
    double scale = 1.0;
    for (std::size_t i = 0; i < plain.size(); ++i)
      scale = std::max({scale, std::fabs(plain[i]), std::fabs(exact[i].slope())});
    for (std::size_t i = 0; i < plain.size(); ++i) {
      EXPECT_EQ(value(exact[i]), plain[i]) << "component " << i;
      EXPECT_NEAR(exact[i].slope(), rough[i], 1e-9 * scale) << "component " << i;
    }
  }
  EXPECT_EQ(seen, 100);
}

const auto smooth = [](const Vector&) { return false; };

bool near_any(double x, std::initializer_list<double> places, double margin) {
  for (const double place : places) {
    if (std::fabs(x - place) < margin) return true;
  }
  return false;
}

template <class S>
CoordinateLaw<S> coordinate_law() {
  CoordinateLaw<S> coordinate;
  ScalarLaw<S>& law = coordinate.law;
  law.stiffness = S(30.0);
  law.rest = S(0.2);
  law.preload = S(-4.0);
  law.damping = S(1.5);
  law.has_stops = law.has_friction = true;
  law.lower = S(-0.6);
  law.upper = S(0.5);
  law.stop_stiffness = S(400.0);
  law.stop_damping = S(7.0);
  law.coulomb = S(2.0);
  law.stiction = S(3.0);
  law.friction_rate = S(3.0);
  law.stribeck_rate = S(2.0);
  law.drive = FunctionId{0};
  return coordinate;
}

// Inputs: coordinate, velocity, and the value of the drive.
TEST(ForceJacobian, coordinate_with_stops_friction_and_drive) {
  const auto law = [](const auto& u) {
    using S = std::decay_t<decltype(u[0])>;
    const CoordinateLaw<S> c = coordinate_law<S>();
    const std::vector<S> q{u[0]}, v{u[1]};
    const std::vector<FunctionValue<S>> drive{{u[2], S(0.0), S(0.0)}};
    return std::vector<S>{c.conservative(q), c.dissipative(q, v, drive)};
  };
  const auto kink = [](const Vector& u) {
    const double below = -0.6 - u[0], above = u[0] - 0.5;
    // the stop begins; its damper would pull
    return near_any(u[0], {-0.6, 0.5}, 0.02) || near_any(-7.0 * u[1] + 400.0 * below, {0.0}, 4.0) ||
           near_any(-7.0 * u[1] - 400.0 * above, {0.0}, 4.0);
  };
  expect_exact(3, 1.0, law, kink);
}

// 40 x^3 + 7 |x|, and a power that is not whole
template <class S>
Law<S> powers() {
  Law<S> law;
  law.powers.push_back({3, true, false, S(40.0), S(0.0), S(0.25)});
  law.powers.push_back({1, false, false, S(7.0), S(0.0), S(0.5)});
  law.powers.push_back({1, true, true, S(-9.0), S(0.5), S(0.4)});
  return law;
}

template <class S>
ScalarLaw<S> nonlinear_law(const LookupTable& table) {
  ScalarLaw<S> law;
  law.rest = S(0.1);
  law.preload = S(2.0);
  law.spring = powers<S>();
  law.damper.table = table;
  law.motor = {powers<S>(), FunctionId{0}};
  law.play = {true, S(-0.3), S(0.5), S(200.0), S(0.8)};
  return law;
}

bool near_kink_of_nonlinear(double x, double rate) {
  return near_any(x, {-0.3, 0.1, 0.5}, 0.05) || near_any(rate, {-2.0, 0.0, 2.0}, 0.05) ||
         near_any(0.8 * rate, {-1.0, 1.0}, 0.05);
}

// Inputs: coordinate, velocity, level of the motor. The energy's slope is the force.
TEST(ForceJacobian, coordinate_with_powers_tables_play_and_motor) {
  const LookupTable table = monotone_curve(Vector{-2.0, 0.0, 2.0}, Vector{-5.0, 0.0, 11.0});
  const auto law = [&](const auto& u) {
    using S = std::decay_t<decltype(u[0])>;
    const ScalarLaw<S> l = nonlinear_law<S>(table);
    const std::vector<FunctionValue<S>> level{{u[2], S(0.0), S(0.0)}};
    return std::vector<S>{l.conservative(u[0]), l.dissipative(u[0], u[1], level), l.stored(u[0])};
  };
  expect_exact(3, 1.0, law, [](const Vector& u) { return near_kink_of_nonlinear(u[0], u[1]); });
  const ScalarLaw<Dual> l = nonlinear_law<Dual>(table);
  for (const double x : {-0.9, -0.2, 0.3, 0.8}) {
    EXPECT_NEAR(l.stored(Dual(x, 1.0)).slope(), -value(l.conservative(Dual(x))), 1e-12 * 200.0);
  }
}

// The axis of each angle of a ball joint is its gradient: its rate is that of the angle along any
// motion. The angle is differentiated along the turns of both bodies.
TEST(ForceJacobian, angles_of_a_ball_joint) {
  const LookupTable table = monotone_curve(Vector{-2.0, 0.0, 2.0}, Vector{-5.0, 0.0, 11.0});
  for (const BallAngle angle : {BallAngle::swing, BallAngle::twist, BallAngle::turn}) {
    const auto ball = [&](auto zero) {
      using S = decltype(zero);
      BallLaw<S> b;
      b.from = BodyId{0};
      b.to = BodyId{1};
      b.from_frame.r = Scene<S>::turn(S(0.9), 0);
      b.to_frame.r = Scene<S>::turn(S(-0.4), 1);
      b.angle = angle;
      b.law = nonlinear_law<S>(table);
      return b;
    };
    const auto law = [&](const auto& u) {
      using S = std::decay_t<decltype(u[0])>;
      const Scene<S> scene(u);
      const std::vector<FunctionValue<S>> level{{S(0.7), S(0.0), S(0.0)}};
      std::vector<Force<S>> body = no_forces<S>();
      ball(S(0.0)).apply({{}, {}, level, scene.at, scene.moving}, {body, {}});
      return components(body);
    };
    const auto kink = [&](const Vector& u) {
      const Scene<double> scene(u);
      const auto t = ball(0.0).turn(scene.at, scene.moving);
      return near_kink_of_nonlinear(t.angle, t.rate) || std::fabs(std::sin(t.angle)) < 0.1;
    };
    expect_exact(20, 0.5, law, kink);

    std::mt19937 dice(11);
    std::uniform_real_distribution<double> number(-0.8, 0.8);
    for (int sample = 0; sample < 20; ++sample) {
      // bodies that turn about the axes of the scene, with the rates that belong to that
      Vector u(20);
      for (double& x : u) x = number(dice);
      const Vec3<double> axes[] = {{2.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0},
                                   {-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0}};
      std::vector<Dual> v;
      for (const double x : u) v.emplace_back(x);
      for (std::size_t b = 0; b < 2; ++b) {
        const double rate = number(dice);
        v[10 * b + 3] = Dual(u[10 * b + 3], rate);
        for (std::size_t k = 0; k < 3; ++k) {
          const double w = rate * (k == 0 ? axes[b].x : k == 1 ? axes[b].y : axes[b].z);
          v[10 * b + 7 + k] = Dual(w);
          u[10 * b + 7 + k] = w;
        }
      }
      const Scene<Dual> scene(v);
      const auto t = ball(Dual(0.0)).turn(scene.at, scene.moving);
      EXPECT_NEAR(t.angle.slope(), value(t.rate), 1e-12) << static_cast<int>(angle);
    }
  }
}

// Inputs: those of the scene, then two coordinates and their rates.
TEST(ForceJacobian, teeth_of_two_wheels) {
  const LookupTable table = monotone_curve(Vector{-2.0, 0.0, 2.0}, Vector{-5.0, 0.0, 11.0});
  const auto gear = [&](auto zero) {
    using S = decltype(zero);
    ElasticGear<S> g;
    g.along.sum.terms = {{CoordinateId{0}, VelocityId{0}, S(0.4)},
                         {CoordinateId{1}, VelocityId{1}, S(0.7)}};
    g.along.sum.offset = S(0.02);
    g.along.law = nonlinear_law<S>(table);
    g.tooth = {BodyId{0},
               BodyId{},
               BodyId{1},
               {S(0.2), S(-0.1), S(0.3)},
               {S(0.6), S(0.8), S(0.1)},
               {S(0.1), S(0.2), S(-0.3)}};
    return g;
  };
  const auto law = [&](const auto& u) {
    using S = std::decay_t<decltype(u[0])>;
    const Scene<S> scene(u);
    const std::vector<S> q{u[20], u[21]}, v{u[22], u[23]};
    const std::vector<FunctionValue<S>> level{{S(0.7), S(0.0), S(0.0)}};
    std::vector<Force<S>> body = no_forces<S>();
    gear(S(0.0)).apply({q, v, level, scene.at, scene.moving}, {body, {}});
    return components(body);
  };
  expect_exact(24, 0.7, law, [&](const Vector& u) {
    const std::vector<FunctionValue<double>> level{{0.7, 0.0, 0.0}};
    const auto load =
        gear(0.0).along.load(std::vector{u[20], u[21]}, std::vector{u[22], u[23]}, level);
    return near_kink_of_nonlinear(load.value, load.rate) || near_any(load.force(), {0.0}, 2.0);
  });
}

template <class S>
PointSpring<S> point_spring() {
  PointSpring<S> s;
  s.from = BodyId{0};
  s.to = BodyId{1};
  s.from_point = {S(0.3), S(-0.2), S(2.0)};
  s.to_point = {S(0.1), S(0.4), S(-1.5)};
  s.stiffness = S(50.0);
  s.length = S(3.0);
  s.preload = S(6.0);
  s.damping = S(4.0);
  s.rebound_damping = S(9.0);
  s.actuator = FunctionId{0};
  return s;
}

template <class S>
std::vector<S> spring_forces(const PointSpring<S>& spring, const std::vector<S>& u) {
  const Scene<S> scene(u);
  std::vector<Force<S>> body = no_forces<S>();
  const std::vector<FunctionValue<S>> push{{u[20], S(0.0), S(0.0)}};
  spring.apply({{}, {}, push, scene.at, scene.moving}, {body, {}});
  return components(body);
}

PointSpring<double>::Line line_at(const Vector& u) {
  const Scene<double> scene(u);
  return point_spring<double>().line(scene.at, scene.moving);
}

TEST(ForceJacobian, spring_damper_and_actuator) {
  const auto law = [](const auto& u) {
    using S = std::decay_t<decltype(u[0])>;
    return spring_forces(point_spring<S>(), u);
  };
  expect_exact(21, 0.5, law, [](const Vector& u) {
    const auto line = line_at(u);
    return line.distance < 0.5 || near_any(line.rate, {0.0}, 0.05);
  });
}

TEST(ForceJacobian, spring_with_tables_and_stops) {
  const LookupTable stretch = monotone_curve(Vector{-3.0, 0.0, 2.0}, Vector{-90.0, 0.0, 140.0});
  const LookupTable rate = monotone_curve(Vector{-2.0, 0.0, 2.0}, Vector{-5.0, 0.0, 11.0});
  const LookupTable bump = monotone_curve(Vector{0.0, 1.0, 2.0}, Vector{0.0, 80.0, 300.0});
  const auto law = [&](const auto& u) {
    using S = std::decay_t<decltype(u[0])>;
    PointSpring<S> s = point_spring<S>();
    s.spring_law.table = stretch;
    s.damper_law.table = rate;
    s.bump = {true, S(3.2), S(0.0), {bump, {}}};
    s.rebound = {true, S(3.5), S(70.0), {}};
    return spring_forces(s, u);
  };
  expect_exact(21, 0.5, law, [](const Vector& u) {
    const auto line = line_at(u);  // knots of the tables are kinks of the slope
    return line.distance < 0.5 || near_any(line.rate, {-2.0, 0.0, 2.0}, 0.05) ||
           near_any(line.distance, {0.0, 1.2, 2.2, 3.0, 3.2, 3.5, 5.0}, 0.05);
  });
}

TEST(ForceJacobian, damper_with_other_rates_at_its_ends) {
  const auto law = [](const auto& u) {
    using S = std::decay_t<decltype(u[0])>;
    PointSpring<S> s = point_spring<S>();
    s.ends = {true, S(3.2), S(3.9), S(30.0), S(70.0), S(1.0 / 0.5)};
    return spring_forces(s, u);
  };
  expect_exact(21, 0.5, law, [](const Vector& u) {
    const auto line = line_at(u);
    return line.distance < 0.5 || near_any(line.rate, {0.0}, 0.05) ||
           near_any(line.distance, {2.7, 3.2, 3.9, 4.4}, 0.05);
  });
}

TEST(ForceJacobian, bushing) {
  const auto law = [](const auto& u) {
    using S = std::decay_t<decltype(u[0])>;
    Bushing<S> b;
    b.from = BodyId{0};
    b.to = BodyId{1};
    b.from_frame.r = Scene<S>::turn(S(0.7), 0);
    b.from_frame.p = {S(0.1), S(0.2), S(-0.3)};
    b.to_frame.r = Scene<S>::turn(S(-0.4), 1);
    b.to_frame.p = {S(0.2), S(-0.1), S(0.1)};
    b.stiffness = {S(50.0), S(80.0), S(20.0), S(7.0), S(3.0), S(9.0)};
    b.damping = {S(5.0), S(8.0), S(2.0), S(0.7), S(0.3), S(0.9)};
    b.preload = {S(1.0), S(-2.0), S(3.0), S(-0.1), S(0.2), S(0.3)};
    const Scene<S> scene(u);
    std::vector<Force<S>> body = no_forces<S>();
    b.apply({{}, {}, {}, scene.at, scene.moving}, {body, {}});
    return components(body);
  };
  expect_exact(20, 0.5, law, smooth);
}

TEST(ForceJacobian, plane) {
  const auto plane = [](auto zero) {
    using S = decltype(zero);
    PlaneSpring<S> p;
    p.from = BodyId{0};
    p.to = BodyId{1};
    p.point = {S(0.1), S(0.2), S(0.1)};
    p.plane.r = Scene<S>::turn(S(0.3), 0);
    p.plane.p = {S(0.0), S(0.1), S(-0.1)};
    p.radius = S(0.4);
    p.stiffness = S(300.0);
    p.damping = S(20.0);
    return p;
  };
  const auto law = [&](const auto& u) {
    using S = std::decay_t<decltype(u[0])>;
    const Scene<S> scene(u);
    std::vector<Force<S>> body = no_forces<S>();
    plane(S(0.0)).apply({{}, {}, {}, scene.at, scene.moving}, {body, {}});
    return components(body);
  };
  expect_exact(20, 0.5, law, [&](const Vector& u) {
    const Scene<double> scene(u);
    const auto p = plane(0.0);
    const auto c = p.contact(scene.at, scene.moving);
    return near_any(c.depth, {0.0}, 0.03) || near_any(20.0 * c.rate + p.spring(c), {0.0}, 1.5);
  });
}

TEST(ForceJacobian, applied) {
  const auto law = [](const auto& u) {
    using S = std::decay_t<decltype(u[0])>;
    const Scene<S> scene(u);
    AppliedForce<S> a;
    a.body = BodyId{1};
    a.point = {S(0.2), S(0.3), S(-0.4)};
    a.direction = {S(0.6), S(0.0), S(0.8)};
    a.in_body_axes = true;
    a.force = FunctionId{0};
    a.torque = FunctionId{1};
    const std::vector<FunctionValue<S>> functions{{u[20], S(0.0), S(0.0)}, {u[21], S(0.0), S(0.0)}};
    return components(std::vector<Force<S>>{a.wrench(scene.at, functions)});
  };
  expect_exact(22, 0.5, law, smooth);
}

}  // namespace
}  // namespace treadle
