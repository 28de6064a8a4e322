// The four-bar of four hinges in space (three redundant equations) against the closed form of its
// positions and velocities, with its loop cut anywhere, and against Lagrange's equation.
#include "four_bar.hpp"

namespace treadle {
namespace {

TEST(FourBar, closed_form_along_the_motion) {
  Stepper s(ready("four_bar"));
  const FourBar bars;
  const FourBar::Angles zero = four_bar_design();
  Worst coupler("coupler, rad"), rocker("rocker, rad"), coupler_rate("coupler, rad/s"),
      rocker_rate("rocker, rad/s");
  while (s.time() < 2.0) {
    const double angle = s.q("crank_pivot"), rate = s.v("crank_pivot");
    const FourBar::Angles at = bars.at(zero.crank + angle);
    const FourBar::Rates unit = bars.rates(at);
    coupler.see(turn_between(angle + s.q("crank_pin") + zero.coupler, at.coupler));
    rocker.see(turn_between(s.q("rocker_pivot") + zero.rocker, at.rocker));
    coupler_rate.see(rate + s.v("crank_pin") - unit.coupler * rate);
    rocker_rate.see(s.v("rocker_pivot") - unit.rocker * rate);
    s.advance();
  }
  EXPECT_GT(s.q("crank_pivot"), 4.0 * pi);
  coupler.check(1e-12);
  rocker.check(1e-12);
  coupler_rate.check(1e-11);
  rocker_rate.check(1e-11);
}

/// One degree of freedom: J t'' + J'/2 t'^2 + V' = 0, with slopes by differences of closed forms.
struct OneFreedom {
  FourBar bars;
  Description d;

  [[nodiscard]] double bar_inertia(int body, double length) const {  // about its end
    const BodyItem& b = d.bodies[static_cast<std::size_t>(body)];
    return b.inertia[1] + 0.25 * b.mass * length * length;
  }
  [[nodiscard]] double inertia(double t) const {
    const FourBar::Angles at = bars.at(t);
    const FourBar::Rates u = bars.rates(at);
    const BodyItem& coupler = d.bodies[1];
    const double c = std::cos(at.coupler - t), half = 0.5 * bars.coupler;
    const double square =  // of the velocity of the coupler's middle
        bars.crank * bars.crank + half * half * u.coupler * u.coupler +
        2.0 * bars.crank * half * c * u.coupler;
    return bar_inertia(0, bars.crank) + coupler.mass * square +
           coupler.inertia[1] * u.coupler * u.coupler +
           bar_inertia(2, bars.rocker) * u.rocker * u.rocker;
  }
  [[nodiscard]] double potential(double t) const {
    const FourBar::Angles at = bars.at(t);
    const double crank_end = bars.crank * std::sin(t);
    return gravity * (d.bodies[0].mass * 0.5 * crank_end +
                      d.bodies[1].mass * (crank_end + 0.5 * bars.coupler * std::sin(at.coupler)) +
                      d.bodies[2].mass * 0.5 * bars.rocker * std::sin(at.rocker));
  }
  [[nodiscard]] double acceleration(double t, double rate) const {
    const double slope_j = slope([&](double x) { return inertia(x); }, t, 1e-3);
    const double slope_v = slope([&](double x) { return potential(x); }, t, 1e-3);
    return -(0.5 * slope_j * rate * rate + slope_v) / inertia(t);
  }
};

TEST(FourBar, motion_equals_lagrange_with_one_freedom) {
  Stepper s(ready("four_bar"), 2.5e-4);
  const OneFreedom one{{}, s.mechanism().description};
  const auto f = [&](const std::array<double, 2>& x) {
    return std::array<double, 2>{x[1], one.acceleration(x[0], x[1])};
  };
  std::array<double, 2> x{four_bar_design().crank, s.v("crank_pivot")};
  Worst angle("crank, rad"), rate("crank, rad/s"), acceleration("crank, rad/s^2");
  for (int k = 0; k < 150; ++k) {
    s.advance(40);
    for (int j = 0; j < 100; ++j) x = runge_kutta(f, x, 1e-4);
    const double t = four_bar_design().crank + s.q("crank_pivot");
    angle.see(t - x[0]);
    rate.see(s.v("crank_pivot") - x[1]);
    acceleration.see(s.a("crank_pivot") - one.acceleration(t, s.v("crank_pivot")));
  }
  EXPECT_GT(x[0], 2.5 * pi);
  angle.check(1e-9);
  rate.check(1e-8);
  acceleration.check(1e-9);
}

// Wherever the loop is cut, the same machine: the poses of all bodies agree.
TEST(FourBar, cut_anywhere) {
  const Description model = ready("four_bar");
  const double crank_rate = model.joints[0].start_velocity.at(0);
  const double rocker_rate = crank_rate * FourBar{}.rates(four_bar_design()).rocker;
  std::vector<std::unique_ptr<Stepper>> cuts;
  for (const char* cut : {"crank_pivot", "crank_pin", "rocker_pin", "rocker_pivot"}) {
    Description d = model;
    named(d.joints, cut).hint = TreeHint::cut;
    named(d.joints, "crank_pivot").start_velocity.clear();
    const bool crank = std::string(cut) != "crank_pivot";  // who is told how fast to start
    named(d.joints, crank ? "crank_pivot" : "rocker_pivot").start_velocity = {crank ? crank_rate
                                                                                    : rocker_rate};
    cuts.push_back(std::make_unique<Stepper>(d, 1.25e-4));
    ASSERT_EQ(cuts.back()->mechanism().topology().loops.size(), 1);
    EXPECT_EQ(cuts.back()->mechanism().topology().loops[LoopId{0}].name, cut);
    EXPECT_EQ(cuts.back()->mechanism().degrees_of_freedom(), 1) << cut;
  }
  Worst place("positions, m"), axes("axes");
  for (int k = 0; k < 40; ++k) {
    for (const auto& s : cuts) s->advance(200);
    for (const char* body : {"crank", "coupler", "rocker"}) {
      const Frame first = cuts[0]->pose(body);
      for (const auto& s : cuts) {
        const Frame other = s->pose(body);
        place.see(other.p - first.p);
        axes.see(other.r.x - first.r.x);
      }
    }
  }
  place.check(2e-11);
  axes.check(5e-11);
}

// Mounted on a base that turns over about x, so that the plane of the linkage, and with it the
// direction in which its equations are redundant, goes all around.
TEST(FourBar, on_a_base_that_turns_over) {
  Description d = ready("four_bar");
  for (JointItem& joint : d.joints) {
    if (joint.parent == ground_name) joint.parent = "base";
  }
  BodyItem base;
  base.name = "base";
  base.mass = 5.0;
  base.center = {0.4, 0.0, -0.5};
  base.inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
  d.bodies.push_back(base);
  JointItem swing = d.joints[0];
  swing.name = "swing";
  swing.parent = ground_name;
  swing.child = "base";
  swing.design = JointFrame{{0.0, 0.0, 1.0}, Triple{1.0, 0.0, 0.0}, std::nullopt};
  swing.start_velocity = {8.0};
  d.joints.push_back(swing);
  Stepper s(d);
  ASSERT_EQ(s.mechanism().degrees_of_freedom(), 2);
  const double energy = s.energy().total();
  Worst rocker("rocker, rad"), drift("energy, relative");
  while (s.time() < 2.0) {
    const double crank = four_bar_design().crank + s.q("crank_pivot");
    rocker.see(
        turn_between(s.q("rocker_pivot") + four_bar_design().rocker, FourBar{}.at(crank).rocker));
    drift.see((s.energy().total() - energy) / energy);
    s.advance(5);
  }
  EXPECT_GT(s.q("swing"), 2.0 * pi);
  rocker.check(1e-12);
  drift.check(1e-7);
}

// The dense reference solver moves it in the same way.
TEST(FourBar, both_solvers) {
  Method dense;
  dense.solver = "gauss";
  Stepper a(ready("four_bar")), b(ready("four_bar"), 1e-3, dense);
  Worst angle("crank, rad");
  for (int k = 0; k < 20; ++k) {
    a.advance(50);
    b.advance(50);
    angle.see(a.q("crank_pivot") - b.q("crank_pivot"));
  }
  angle.check(1e-12);
}

}  // namespace
}  // namespace treadle
