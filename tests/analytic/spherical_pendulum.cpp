// The spherical pendulum: the bob is a ball, whose own inertia is the same about every axis, so
// that a steady cone of half angle A needs exactly w^2 = g / (l cos A).
#include "support.hpp"

namespace treadle {
namespace {

const Vector rest_arm{0.0, 0.0, -1.0};

Vector spin(const Stepper& s) {
  const std::vector<double> w = s.velocities("ceiling");
  return {w[0], w[1], w[2]};
}

// Angular momentum about the vertical through the ceiling joint, per kg.
double vertical_momentum(Stepper& s) {
  const Frame x = s.pose("bob");
  const Vector w = x.r * spin(s), r = x.r * rest_arm;
  const double own = s.mechanism().description.bodies[0].inertia[0];
  return cross(r, cross(w, r)).z + own * w.z;
}

TEST(SphericalPendulum, circles_on_a_cone) {
  Stepper s(ready("spherical_pendulum"));
  const double angle = pi / 6.0, rate = std::sqrt(gravity / std::cos(angle));
  Worst place("bob, m"), velocity("rotation, rad/s");
  for (int k = 0; k <= 100; ++k) {
    const double turn = rate * s.time();
    // start: arm turned about y by the angle, so the bob is on the negative x side
    const Vector bob{-std::sin(angle) * std::cos(turn), -std::sin(angle) * std::sin(turn),
                     -std::cos(angle)};
    const Frame x = s.pose("bob");
    place.see(x.p - bob);
    velocity.see(x.r * spin(s) - Vector{0.0, 0.0, rate});
    s.advance(100);
  }
  place.check(1e-12);
  velocity.check(1e-12);
}

TEST(SphericalPendulum, keeps_energy_and_vertical_momentum) {
  Description d = ready("spherical_pendulum");
  d.joints[0].start_velocity = {0.8, -1.5, 3.0};
  Stepper s(d);
  const double energy = s.energy().total(), momentum = vertical_momentum(s);
  Worst energy_error("energy, J"), momentum_error("momentum, m^2/s"), unit("quaternion");
  for (int k = 0; k < 100; ++k) {
    s.advance(100);
    energy_error.see(s.energy().total() - energy);
    momentum_error.see(vertical_momentum(s) - momentum);
    const std::vector<double> q = s.coordinates("ceiling");
    unit.see(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1.0);
  }
  energy_error.check(2e-11);
  momentum_error.check(1e-11);
  unit.check(1e-15);
}

TEST(SphericalPendulum, in_a_plane_it_is_the_plane_pendulum) {
  Description ball = ready("spherical_pendulum"), plane = ready("pendulum");
  ball.joints[0].start = {std::cos(0.5), 0.0, -std::sin(0.5), 0.0};  // 1 rad about -y
  ball.joints[0].start_velocity = {0.0, -0.7, 0.0};
  plane.joints[0].start = {1.0};
  plane.joints[0].start_velocity = {0.7};
  plane.bodies = ball.bodies;
  plane.joints[0].child = "bob";
  Stepper a(ball), b(plane);
  Worst place("bob, m");
  for (int k = 0; k < 50; ++k) {
    a.advance(100);
    b.advance(100);
    place.see(a.pose("bob").p - b.pose("bob").p);
  }
  place.check(1e-13);
}

}  // namespace
}  // namespace treadle
