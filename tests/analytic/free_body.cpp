// A body without support: Euler's equations without torque (Jacobi's closed form; values made
// by an independent integration to 22 digits), angular momentum in the world, and a thrown body.
#include "support.hpp"

namespace treadle {
namespace {

Vector plate_spin(const Stepper& s) {
  const std::vector<double> v = s.velocities("float");
  return {v[3], v[4], v[5]};
}

Vector inertia_times(const std::array<double, 6>& j, const Vector& w) {
  return {j[0] * w.x + j[3] * w.y + j[4] * w.z, j[3] * w.x + j[1] * w.y + j[5] * w.z,
          j[4] * w.x + j[5] * w.y + j[2] * w.z};
}

// About the centre of mass, in world axes.
Vector angular_momentum(Stepper& s) {
  return s.pose("plate").r *
         inertia_times(s.mechanism().description.bodies[0].inertia, plate_spin(s));
}

struct Moment {
  double time;
  Vector spin;
};

struct Case {
  Vector start;
  std::vector<Moment> moments;
};

const double period_a = 6.8591485399601411, period_b = 10.532110248183015;

const Case case_a{{0.1, 5.0, 0.1},
                  {{1.0, {-0.6466447956892278, 4.959017090937279, 0.3821646642447743}},
                   {2.0, {-4.933647727461192, -0.8179976169384724, 2.849612833274196}},
                   {5.0, {3.055143189074033, -3.959305506557248, 1.765776496402782}},
                   {0.5 * period_a, {-0.1, -5.0, 0.1}},
                   {period_a, {0.1, 5.0, 0.1}}}};

const Case case_b{{0.01, 5.0, 0.0},
                  {{1.0, {0.08994660715012408, 4.999200896929646, -0.05160875939159538}},
                   {2.0, {1.567784114422657, 4.747857724338838, -0.9051421673667319}},
                   {0.5 * period_b, {0.01, -5.0, 0.0}}}};

Description plate(const Vector& w) {
  Description d = ready("free_body");
  d.joints[0].start_velocity = {0.0, 0.0, 0.0, w.x, w.y, w.z};
  return d;
}

void check_case(const Case& c, double longest_step, double tolerance) {
  Worst error("rotation, rad/s"), momentum_error("momentum, relative"),
      energy_error("energy, relative");
  for (const Moment& m : c.moments) {
    const auto steps = static_cast<long>(std::ceil(m.time / longest_step));
    Stepper s(plate(c.start), m.time / static_cast<double>(steps));
    const Vector momentum = angular_momentum(s);
    const double energy = s.energy().kinetic;
    s.advance(steps);
    error.see(plate_spin(s) - m.spin);
    momentum_error.see((1.0 / norm(momentum)) * (angular_momentum(s) - momentum));
    energy_error.see(s.energy().kinetic / energy - 1.0);
  }
  error.check(tolerance);
  momentum_error.check(tolerance);
  energy_error.check(tolerance);
}

// The unstable axis multiplies the error of a step by exp(2.9 t): hence the half step.
TEST(FreeBody, turns_over_case_a) { check_case(case_a, 5e-4, 5e-11); }
TEST(FreeBody, turns_over_case_b) { check_case(case_b, 5e-4, 5e-11); }
TEST(FreeBody, ready_model_at_one_millisecond) { check_case(case_a, 1e-3, 2e-10); }

TEST(FreeBody, the_ready_model_is_case_a) {
  EXPECT_LE(norm(plate_spin(Stepper(ready("free_body"))) - case_a.start), 0.0);
}

// A spin about a principal axis stays, and the orientation is a plain turn.
TEST(FreeBody, steady_spin_about_the_largest_axis) {
  Stepper s(plate({0.0, 0.0, 7.0}));
  s.advance(3000);
  EXPECT_LE(norm(plate_spin(s) - Vector{0.0, 0.0, 7.0}), 1e-14);
  EXPECT_LE(norm(s.pose("plate").r.x - Vector{std::cos(21.0), std::sin(21.0), 0.0}), 1e-12);
}

// Thrown: the centre of mass follows the parabola, wherever the body's origin is, and the angular
// momentum about it stays.
TEST(FreeBody, thrown_with_its_origin_off_the_centre) {
  Description d = ready("free_body");
  d.gravity = {1.0, -2.0, -gravity};
  d.bodies[0].center = {0.3, -0.2, 0.5};
  d.bodies[0].inertia = {1.1, 1.9, 2.4, 0.2, -0.1, 0.3};
  const double half = 0.4;
  d.joints[0].start = {
      5.0, -3.0, 2.0, std::cos(half), 0.6 * std::sin(half), 0.0, 0.8 * std::sin(half)};
  d.joints[0].start_velocity = {2.0, -1.0, 8.0, 3.0, -2.0, 4.0};
  const Vector center = vector(d.bodies[0].center), fall = vector(d.gravity);
  Stepper s(d, 5e-4);
  const auto position = [&] { return s.pose("plate") * center; };
  const auto velocity = [&] {
    const std::vector<double> v = s.velocities("float");
    return s.pose("plate").r * (Vector{v[0], v[1], v[2]} + cross(plate_spin(s), center));
  };
  const Vector p0 = position(), v0 = velocity(), momentum = angular_momentum(s);
  Worst place("centre of mass, m"), speed("its velocity, m/s"), turning("momentum, relative");
  for (int k = 0; k < 20; ++k) {
    s.advance(200);
    const double t = s.time();
    place.see(position() - (p0 + t * v0 + (0.5 * t * t) * fall));
    speed.see(velocity() - (v0 + t * fall));
    turning.see((1.0 / norm(momentum)) * (angular_momentum(s) - momentum));
  }
  place.check(1e-10);
  speed.check(1e-10);
  turning.check(2e-12);
}

}  // namespace
}  // namespace treadle
