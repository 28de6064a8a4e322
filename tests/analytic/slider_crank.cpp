// The slider-crank against closed forms: with the crank at angle t, the rod stands at p with
// sin p = -(r/l) sin t and the slider at x = r cos t + l cos p; derivatives by t follow from these.
#include "support.hpp"

namespace treadle {
namespace {

constexpr double crank_r = 0.2, rod_l = 0.5;

struct Plane {
  double x = 0.0, z = 0.0;
};
double dot(const Plane& a, const Plane& b) { return a.x * b.x + a.z * b.z; }
double cross(const Plane& a, const Plane& b) { return a.x * b.z - a.z * b.x; }

/// Values and their first two derivatives by the crank angle.
struct Kinematics {
  double p[3], x[3];  // rod angle, slider
  Plane c[3];         // centre of mass of the rod, in its middle
};

Kinematics closed_form(double t) {
  Kinematics k{};
  const double s = 0.5 * rod_l, sin_p = -crank_r / rod_l * std::sin(t),
               cos_p = std::sqrt(1.0 - sin_p * sin_p);
  k.p[0] = std::asin(sin_p);
  k.p[1] = -crank_r * std::cos(t) / (rod_l * cos_p);
  k.p[2] = (crank_r / rod_l * std::sin(t) + k.p[1] * k.p[1] * sin_p) / cos_p;
  const double along = k.p[1] * k.p[1];
  const Plane a[3] = {{crank_r * std::cos(t), crank_r * std::sin(t)},
                      {-crank_r * std::sin(t), crank_r * std::cos(t)},
                      {-crank_r * std::cos(t), -crank_r * std::sin(t)}};
  const Plane u[3] = {{cos_p, sin_p},
                      {-k.p[1] * sin_p, k.p[1] * cos_p},
                      {-k.p[2] * sin_p - along * cos_p, k.p[2] * cos_p - along * sin_p}};
  for (int i = 0; i < 3; ++i) {
    k.x[i] = a[i].x + rod_l * u[i].x;
    k.c[i] = {a[i].x + s * u[i].x, a[i].z + s * u[i].z};
  }
  return k;
}

/// Lagrange's equation of the one degree of freedom: J t'' + J'/2 t'^2 + V' = 0.
struct CrankFreedom {
  explicit CrankFreedom(const Description& d) {
    const BodyItem &crank = d.bodies[0], &rod = d.bodies[1];
    crank_moment = crank.mass * crank.center[0];
    crank_inertia = crank.inertia[1] + crank_moment * crank.center[0];
    rod_mass = rod.mass;
    rod_inertia = rod.inertia[1];
    slider_mass = d.bodies[2].mass;
  }
  double crank_inertia, crank_moment, rod_mass, rod_inertia, slider_mass;

  [[nodiscard]] double acceleration(double t, double rate) const {
    const Kinematics k = closed_form(t);
    const double inertia = crank_inertia + rod_mass * dot(k.c[1], k.c[1]) +
                           rod_inertia * k.p[1] * k.p[1] + slider_mass * k.x[1] * k.x[1];
    const double half_slope = rod_mass * dot(k.c[1], k.c[2]) + rod_inertia * k.p[1] * k.p[2] +
                              slider_mass * k.x[1] * k.x[2];
    const double weight = gravity * (crank_moment * std::cos(t) + rod_mass * k.c[1].z);
    return -(half_slope * rate * rate + weight) / inertia;
  }
};

TEST(SliderCrank, closed_form_along_whole_turns) {
  Stepper s(ready("slider_crank"));
  const CrankFreedom lagrange(s.mechanism().description);
  Worst slider("slider, m"), rod("rod, rad"), velocity("slider, m/s"), rod_rate("rod, rad/s"),
      acceleration("slider, m/s^2"), crank("crank, rad/s^2");
  while (s.q("crankshaft") < 4.0 * pi) {
    const double t = s.q("crankshaft"), rate = s.v("crankshaft"), a = s.a("crankshaft");
    const Kinematics k = closed_form(t);
    slider.see(s.q("guide") + (crank_r + rod_l) - k.x[0]);
    rod.see(turn_between(s.q("crankpin") + t, k.p[0]));
    velocity.see(s.v("guide") - k.x[1] * rate);
    rod_rate.see(s.v("crankpin") + rate - k.p[1] * rate);
    acceleration.see(s.a("guide") - (k.x[1] * a + k.x[2] * rate * rate));
    crank.see(a - lagrange.acceleration(t, rate));
    s.advance();
    ASSERT_LT(s.time(), 2.0);
  }
  slider.check(1e-12);
  rod.check(1e-12);
  velocity.check(1e-11);
  rod_rate.check(1e-11);
  acceleration.check(2e-11);
  crank.check(2e-11);
}

TEST(SliderCrank, motion_equals_lagrange_with_one_freedom) {
  Stepper s(ready("slider_crank"), 2.5e-4);
  const CrankFreedom lagrange(s.mechanism().description);
  const auto f = [&](const std::array<double, 2>& x) {
    return std::array<double, 2>{x[1], lagrange.acceleration(x[0], x[1])};
  };
  std::array<double, 2> x{s.q("crankshaft"), s.v("crankshaft")};
  const double energy = s.energy().total();
  Worst angle("crank, rad"), rate("crank, rad/s"), drift("energy, relative");
  for (int k = 0; k < 200; ++k) {
    s.advance(40);
    for (int j = 0; j < 100; ++j) x = runge_kutta(f, x, 1e-4);
    angle.see(s.q("crankshaft") - x[0]);
    rate.see(s.v("crankshaft") - x[1]);
    drift.see(s.energy().total() / energy - 1.0);
  }
  EXPECT_GT(x[0], 2.0 * pi);
  angle.check(1e-8);
  rate.check(1e-7);
  drift.check(1e-9);
}

// The force in the wrist pin drives the slider and, with the weight, turns the rod about its
// centre.
TEST(SliderCrank, force_in_the_cut_joint) {
  const Mechanism mechanism = build_mechanism(ready("slider_crank"));
  const CrankFreedom body(mechanism.description);
  RunOptions options;
  options.duration = 0.5;
  options.output_interval = 5e-3;
  options.channels.reactions = true;
  std::vector<std::string> names;
  Worst along("along the guide, N"), across("across, N");
  Listener listener;
  listener.columns = [&](const std::vector<Column>& columns) {
    for (const Column& c : columns) names.push_back(c.name);
  };
  listener.row = [&](std::span<const double> row) {
    const auto value = [&](const std::string& name) {
      const auto found = std::find(names.begin(), names.end(), name);
      return found == names.end() ? std::nan("")
                                  : row[static_cast<std::size_t>(found - names.begin())];
    };
    const double t = value("crankshaft.q"), rate = value("crankshaft.v");
    const Kinematics k = closed_form(t);
    const double a = body.acceleration(t, rate), square = rate * rate;
    const Plane force{value("wristpin.force.x"), value("wristpin.force.z")};  // on the slider
    along.see(force.x - body.slider_mass * (k.x[1] * a + k.x[2] * square));
    // moments on the rod about the crank pin, which itself accelerates
    const Plane u{std::cos(k.p[0]), std::sin(k.p[0])};
    const Plane needed{body.rod_mass * (k.c[1].x * a + k.c[2].x * square),
                       body.rod_mass * (k.c[1].z * a + k.c[2].z * square + gravity)};
    const double moment =
        body.rod_inertia * (k.p[1] * a + k.p[2] * square) + 0.5 * rod_l * cross(u, needed);
    across.see((moment + rod_l * cross(u, force)) / rod_l);
  };
  ASSERT_EQ(run(mechanism, options, listener).end, RunEnd::done);
  along.check(1e-11);
  across.check(1e-11);
}

}  // namespace
}  // namespace treadle
