// The spatial four-bar (revolute, ball, ball, revolute) against the closed form of its rocker: the
// ball of the rocker keeps its distance from that of the crank, which is one equation P cos f + Q
// sin f = R.
#include "support.hpp"

namespace treadle {
namespace {

const Vector crank_ball{0.2, 0.0, 0.0}, rocker_ball{0.4, 0.6, 0.3}, rocker_pivot{0.4, 0.6, -0.2};
constexpr double crank_length = 0.2, rocker_length = 0.5, coupler_length = 0.7;

// The crank turns about -y, the rocker about x.
Vector on_crank(double t) { return {crank_length * std::cos(t), 0.0, crank_length * std::sin(t)}; }
Vector on_rocker(double f) {
  return rocker_pivot + rocker_length * Vector{0.0, -std::sin(f), std::cos(f)};
}

double rocker_angle(double t) {
  const Vector d = rocker_pivot - on_crank(t);
  // |d + c (0, -sin f, cos f)|^2 = l^2
  const double right =
      (coupler_length * coupler_length - dot(d, d) - rocker_length * rocker_length) /
      (2.0 * rocker_length);
  const double size = std::hypot(d.z, d.y);
  return std::atan2(-d.y, d.z) + std::acos(right / size);
}

double rocker_rate(double t, double f) {  // for each unit of the crank's rate
  const Vector rod = on_rocker(f) - on_crank(t);
  const Vector crank_way{-crank_length * std::sin(t), 0.0, crank_length * std::cos(t)};
  const Vector rocker_way = rocker_length * Vector{0.0, -std::cos(f), -std::sin(f)};
  return dot(rod, crank_way) / dot(rod, rocker_way);
}

// The coupler as a massless rod: one degree of freedom.
Description with_rod() {
  Description d = ready("spatial_four_bar");
  d.bodies.erase(d.bodies.begin() + 1);
  d.joints.erase(d.joints.begin() + 2, d.joints.end());
  ConstraintItem rod;
  rod.name = "coupler";
  rod.from = {"crank", {0.2, 0.0, 0.0}};
  rod.to = {"rocker", {0.4, 0.6, 0.3}};
  d.constraints.push_back(rod);
  return d;
}

void check_closed_form(const Description& d, int dof) {
  Stepper s(d);
  ASSERT_EQ(s.mechanism().degrees_of_freedom(), dof);
  Worst angle("rocker, rad"), rate("rocker, rad/s");
  while (s.time() < 2.0) {
    const double t = s.q("crank_pivot"), f = rocker_angle(t);
    angle.see(turn_between(s.q("rocker_pivot"), f));
    rate.see(s.v("rocker_pivot") - rocker_rate(t, f) * s.v("crank_pivot"));
    s.advance(5);
  }
  EXPECT_GT(s.q("crank_pivot"), 2.0 * pi);
  angle.check(1e-12);
  rate.check(1e-11);
}

TEST(SpatialFourBar, rocker_follows_the_closed_form) {
  EXPECT_NEAR(rocker_angle(0.0), 0.0, 1e-15);
  check_closed_form(ready("spatial_four_bar"), 2);
}
TEST(SpatialFourBar, rocker_follows_the_closed_form_with_a_massless_rod) {
  check_closed_form(with_rod(), 1);
}

// The balls hold the coupler on its axis, so nothing changes its spin about it.
TEST(SpatialFourBar, idle_spin_stays) {
  Description d = ready("spatial_four_bar");
  const Vector axis = (1.0 / coupler_length) * (rocker_ball - crank_ball);
  named(d.joints, "crank_pivot").start_velocity.clear();
  named(d.joints, "crank_ball").start_velocity = {3.0 * axis.x, 3.0 * axis.y, 3.0 * axis.z};
  Stepper s(d, 2.5e-4);
  const auto spin = [&] {
    const std::vector<double> v = s.velocities("crank_ball");  // coupler seen from crank, own axes
    const Vector w =
        s.pose("coupler").r * Vector{v[0], v[1], v[2]} + Vector{0.0, -s.v("crank_pivot"), 0.0};
    return dot(s.pose("coupler").r * axis, w);
  };
  const double first = spin();
  EXPECT_NEAR(first, 3.0, 1e-12);
  Worst change("spin, rad/s"), gap("balls, m");
  for (int k = 0; k < 50; ++k) {
    s.advance(80);
    change.see(spin() - first);
    gap.see(s.pose("coupler") * rocker_ball - s.pose("rocker") * rocker_ball);
    gap.see(s.pose("coupler") * crank_ball - s.pose("crank") * crank_ball);
  }
  change.check(1e-10);
  gap.check(2e-13);
}

// With a massless rod: J t'' + J'/2 t'^2 + V' = 0.
TEST(SpatialFourBar, motion_equals_lagrange_with_one_freedom) {
  const Description d = with_rod();
  const BodyItem &crank = named(const_cast<Description&>(d).bodies, "crank"),
                 &rocker = named(const_cast<Description&>(d).bodies, "rocker");
  const double crank_inertia = crank.inertia[1] + crank.mass * 0.01;
  const double rocker_inertia = rocker.inertia[0] + rocker.mass * 0.0625;
  const auto inertia = [&](double t) {
    const double u = rocker_rate(t, rocker_angle(t));
    return crank_inertia + rocker_inertia * u * u;
  };
  const auto potential = [&](double t) {
    return gravity *
           (crank.mass * 0.1 * std::sin(t) + rocker.mass * 0.25 * std::cos(rocker_angle(t)));
  };
  const auto acceleration = [&](double t, double rate) {
    return -(0.5 * slope(inertia, t, 1e-3) * rate * rate + slope(potential, t, 1e-3)) / inertia(t);
  };
  const auto f = [&](const std::array<double, 2>& x) {
    return std::array<double, 2>{x[1], acceleration(x[0], x[1])};
  };
  Stepper s(d, 2.5e-4);
  std::array<double, 2> x{s.q("crank_pivot"), s.v("crank_pivot")};
  Worst angle("crank, rad"), second("crank, rad/s^2");
  for (int k = 0; k < 100; ++k) {
    s.advance(40);
    for (int j = 0; j < 100; ++j) x = runge_kutta(f, x, 1e-4);
    angle.see(s.q("crank_pivot") - x[0]);
    second.see(s.a("crank_pivot") - acceleration(s.q("crank_pivot"), s.v("crank_pivot")));
  }
  angle.check(1e-9);
  second.check(2e-9);
}

}  // namespace
}  // namespace treadle
