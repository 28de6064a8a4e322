// Laws of powers, of play and on the angles of ball joints against closed forms: periods by
// quadrature, speeds after a blow, energies that stay.
#include "support.hpp"

#include <functional>

namespace treadle {
namespace {

Mechanism from_text(const std::string& text) {
  return build_mechanism(read_model_text(text, "test.json"));
}

struct LawEnd {
  std::map<std::string, std::vector<double>> all_q, all_v;
  std::vector<double> q, v;  ///< of the first joint
  double drift = 0.0;
};

LawEnd run_to(const Mechanism& m, double duration, double tolerance = 1e-11) {
  RunOptions options = options_of(m.description.simulation);
  options.duration = duration;
  options.output_interval = duration;
  options.rtol = options.atol = tolerance;
  const RunResult result = run(m, options);
  EXPECT_EQ(result.end, RunEnd::done) << result.message;
  const std::string& first = m.description.joints.front().name;
  return {result.q, result.v, result.q.at(first), result.v.at(first), result.energy_drift};
}

// A slider of 2 kg on the x axis.
std::string slider(const std::string& acting) {
  return R"({"gravity": [0, 0, 0],
      "bodies": [{"name": "cart", "mass": 2, "inertia": [1, 1, 1]}],
      "joints": [{"name": "rail", "type": "prismatic", "parent": "ground", "child": "cart",
                  "position": [0, 0, 0], "axis": [1, 0, 0], )" +
         acting + "}]}";
}

double simpson(const std::function<double(double)>& f, double a, double b, int n = 4000) {
  double sum = f(a) + f(b);
  for (int k = 1; k < n; ++k) sum += (k % 2 == 0 ? 2.0 : 4.0) * f(a + (b - a) * k / n);
  return sum * (b - a) / (3.0 * n);
}

// From rest at A: T = 4 int_0^A dx / v(x); with x = A sin u the root at A goes away.
double law_period(const std::function<double(double)>& energy, double mass, double amplitude) {
  const auto f = [&](double u) {
    const double x = amplitude * std::sin(u), left = energy(amplitude) - energy(x);
    return amplitude * std::cos(u) / std::sqrt(2.0 * left / mass);
  };
  const double near_end = 0.5 * pi * (1.0 - 1e-6);
  return 4.0 * (simpson(f, 0.0, near_end) + f(near_end) * 0.5 * pi * 1e-6);
}

TEST(Laws, a_progressive_spring_has_the_period_of_its_quadrature) {
  const Mechanism m = from_text(
      slider(R"("start": "0.3 m", "spring": {"law": "50 N/m*stretch + 800 N/m^3*stretch^3"})"));
  const double t =
      law_period([](double x) { return 25.0 * x * x + 200.0 * x * x * x * x; }, 2.0, 0.3);
  const LawEnd end = run_to(m, t);
  EXPECT_NEAR(end.q[0], 0.3, 1e-8);
  EXPECT_NEAR(end.v[0], 0.0, 1e-5);
  EXPECT_LT(end.drift, 1e-8);
}

TEST(Laws, a_power_that_is_not_whole) {
  // Hertz: F = 3000 sign(x) |x|^1.5
  const Mechanism m = from_text(slider(
      R"("start": "0.2 m",
         "spring": {"law": "3000 N*sign(stretch)*abs(stretch/(1 m))^1.5"})"));
  const double t =
      law_period([](double x) { return 1200.0 * std::pow(std::fabs(x), 2.5); }, 2.0, 0.2);
  const LawEnd end = run_to(m, t);
  EXPECT_NEAR(end.q[0], 0.2, 1e-8);
  EXPECT_LT(end.drift, 1e-8);
}

TEST(Laws, a_table_is_the_straight_line_through_its_points) {
  const Mechanism m = from_text(slider(
      R"("start": "0.1 m", "spring": {"law": {"stretch": [-1, 0, 1], "force": [-50, 0, 50]},
         "rest": "-0.1 m"})"));
  const double t = 2.0 * pi / 5.0;  // sqrt(50 / 2)
  const LawEnd end = run_to(m, 0.5 * t);
  EXPECT_NEAR(end.q[0], -0.3, 1e-8);
}

TEST(Laws, a_damper_of_squares_stops_by_the_logarithm) {
  // 2 v' = -3 v |v|: v = v0 / (1 + 1.5 v0 t), x = ln(1 + 1.5 v0 t) / 1.5
  const Mechanism m =
      from_text(slider(R"x("damper_law": "3 N s^2/m^2*rate*abs(rate)", "velocity": "4 m/s")x"));
  const LawEnd end = run_to(m, 2.0);
  EXPECT_NEAR(end.v[0], 4.0 / 13.0, 1e-9);
  EXPECT_NEAR(end.q[0], std::log(13.0) / 1.5, 1e-8);
}

TEST(Laws, a_motor_runs_up_to_its_speed_without_load) {
  // 10 N at rest, none at 5 m/s, at half level: 2 v' = 0.5 (10 - 2 v)
  const Mechanism m =
      from_text(slider(R"("motor": {"law": {"rate": [0, 5], "force": [10, 0]}, "level": 0.5})"));
  const LawEnd end = run_to(m, 1.5);
  EXPECT_NEAR(end.v[0], 5.0 * (1.0 - std::exp(-0.75)), 1e-9);
}

// Free flight over the width, half a swing in each wall.
TEST(Play, a_mass_between_two_walls) {
  const Mechanism m = from_text(
      slider(R"("velocity": "3 m/s", "play": {"width": "0.4 m", "stiffness": "5000 N/m"})"));
  const double omega = std::sqrt(5000.0 / 2.0);
  const double t = 2.0 * 0.4 / 3.0 + 2.0 * pi / omega;
  const LawEnd once = run_to(m, t);
  EXPECT_NEAR(once.q[0], 0.0, 1e-8);
  EXPECT_NEAR(once.v[0], 3.0, 1e-8);
  const LawEnd often = run_to(m, 20.0 * t);
  EXPECT_NEAR(often.q[0], 0.0, 1e-6);
  EXPECT_LT(often.drift, 1e-7);
}

// m v v' = -k x (1 + a v) from v0 to -v1 and back to x = 0: the integrals of v / (1 + a v) agree.
TEST(Play, a_blow_leaves_the_speed_of_hunt_and_crossley) {
  const double a = 0.1, v0 = 3.0;
  const auto g = [&](double v) { return v / a - std::log1p(a * v) / (a * a); };
  double low = 0.0, high = v0;
  for (int it = 0; it < 100; ++it) {
    const double middle = 0.5 * (low + high);
    (g(-middle) < g(v0) ? low : high) = middle;
  }
  const Mechanism m = from_text(slider(
      R"("velocity": "3 m/s",
         "play": {"width": "0.4 m", "stiffness": "5000 N/m", "dissipation": "0.1 s/m"})"));
  const LawEnd end = run_to(m, 0.2);
  EXPECT_LT(end.q[0], 0.2);
  EXPECT_NEAR(end.v[0], -low, 1e-7);
  EXPECT_NEAR(low, (1.0 - 2.0 / 3.0 * a * v0) * v0, 0.1);  // as the page says
  EXPECT_LT(end.drift, 1e-7);
}

TEST(Play, never_pulls) {
  ScalarLaw<double> law;
  law.play = {true, -0.1, 0.1, 1000.0, 2.0};
  for (const double x : {-0.3, -0.11, 0.0, 0.11, 0.3}) {
    for (const double rate : {-9.0, -0.4, 0.0, 0.4, 9.0}) {
      const double f = law.conservative(x) + law.dissipative(x, rate, {});
      EXPECT_LE(f * (x > 0.1 ? 1.0 : x < -0.1 ? -1.0 : 0.0), 0.0);
      if (std::fabs(x) < 0.1) {
        EXPECT_EQ(f, 0.0);
      }
    }
  }
}

// A coupler with play between two wheels: one turns freely until the play is used up, then both
// have the momentum and energy of an elastic blow.
TEST(Play, two_wheels_exchange_their_speeds) {
  const Mechanism m = from_text(R"({"gravity": [0, 0, 0],
      "bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 2]},
                 {"name": "b", "mass": 1, "center": [1, 0, 0], "inertia": [1, 1, 2]}],
      "joints": [{"name": "ja", "type": "revolute", "parent": "ground", "child": "a",
                  "position": [0, 0, 0], "axis": [0, 0, 1], "velocity": 3},
                 {"name": "jb", "type": "revolute", "parent": "ground", "child": "b",
                  "position": [1, 0, 0], "axis": [0, 0, 1]}],
      "forces": [{"name": "mesh", "type": "coupler",
                  "coordinates": [{"joint": "ja"}, {"joint": "jb", "factor": -1}],
                  "play": {"width": "20 deg", "stiffness": "4e4 N m/rad"}}]})");
  // half a swing of the reduced inertia 1 kg m^2, after 10 deg at 3 rad/s
  const double free = pi / 18.0 / 3.0, blow = pi / 200.0;
  const LawEnd touch = run_to(m, free);
  EXPECT_NEAR(touch.all_v.at("ja")[0], 3.0, 1e-9);
  const LawEnd end = run_to(m, free + blow + 0.01);
  EXPECT_NEAR(end.all_v.at("ja")[0], 0.0, 1e-6);
  EXPECT_NEAR(end.all_v.at("jb")[0], 3.0, 1e-6);
  EXPECT_LT(end.drift, 1e-7);
}

// A symmetric top without spin on a ball joint: its swing obeys I phi'' = -M(phi), as a hinge does.
std::string top(const std::string& acting, const std::string& start, const std::string& velocity) {
  return R"({"gravity": [0, 0, 0],
      "bodies": [{"name": "arm", "mass": 1, "inertia": [0.5, 0.5, 0.2]}],
      "joints": [{"name": "ball", "type": "spherical", "parent": "ground", "child": "arm",
                  "position": [0, 0, 0], "start": )" +
         start + R"(, "velocity": )" + velocity + ", " + acting + "}]}";
}

TEST(BallJoint, swings_with_the_period_of_its_law) {
  const Mechanism m =
      from_text(top(R"("swing": {"spring": {"law": "2 N m/rad*stretch + 5 N m/rad^3*stretch^3"}})",
                    R"({"axis": [0.6, 0.8, 0], "angle": "1.2 rad"})", "[0, 0, 0]"));
  const double t = law_period([](double x) { return x * x + 1.25 * x * x * x * x; }, 0.5, 1.2);
  const LawEnd end = run_to(m, t);
  // back where it was let go: the quaternion of 1.2 rad about (0.6, 0.8, 0)
  EXPECT_NEAR(std::fabs(end.q[0]), std::cos(0.6), 1e-7);
  EXPECT_NEAR(std::fabs(end.q[2]), 0.8 * std::sin(0.6), 1e-7);
  EXPECT_LT(end.drift, 1e-8);
  // half a period later on the other side, through the singular position
  const LawEnd half = run_to(m, 0.5 * t);
  EXPECT_NEAR(half.q[2] * std::copysign(1.0, half.q[0]), -0.8 * std::sin(0.6), 1e-5);
}

TEST(BallJoint, stops_at_its_cone) {
  const Mechanism m =
      from_text(top(R"("swing": {"limits": {"upper": "40 deg", "stiffness": "2e4 N m/rad"}})",
                    "[1, 0, 0, 0]", "[0, 2, 0]"));
  // it comes back with its speed after the way to the stop, half a swing and the way back
  const double way = 40.0 / 180.0 * pi / 2.0;
  const double t = 2.0 * way + pi / std::sqrt(2e4 / 0.5);
  const LawEnd end = run_to(m, t);
  EXPECT_NEAR(std::fabs(end.q[0]), 1.0, 1e-7);
  EXPECT_NEAR(end.v[1], -2.0, 1e-6);
}

TEST(BallJoint, twists_as_a_torsion_bar) {
  const Mechanism m = from_text(
      top(R"("twist": {"spring": {"stiffness": "5 N m/rad"}})", "[1, 0, 0, 0]", "[0, 0, 1.5]"));
  const double omega = 5.0;  // sqrt(5 / 0.2)
  const LawEnd end = run_to(m, 0.25 * 2.0 * pi / omega);
  EXPECT_NEAR(2.0 * std::atan2(end.q[3], end.q[0]), 1.5 / omega, 1e-8);
  EXPECT_NEAR(end.v[2], 0.0, 1e-7);
}

TEST(BallJoint, the_law_of_the_whole_turn_is_that_of_its_angle) {
  // about an axis of inertia it stays a plane motion
  const Mechanism m =
      from_text(top(R"("turn": {"spring": {"law": {"stretch": [0, 3], "force": [0, 6]}}})",
                    R"({"axis": [1, 0, 0], "angle": "1 rad"})", "[0, 0, 0]"));
  const LawEnd end = run_to(m, 0.25 * 2.0 * pi / 2.0);  // sqrt(2 / 0.5)
  EXPECT_NEAR(end.q[1], 0.0, 1e-6);
  EXPECT_NEAR(end.v[0], -2.0, 1e-6);
}

// All three with a spin, where nothing is plane: energy is what stays.
TEST(BallJoint, keeps_energy_in_a_tumbling_motion) {
  const Mechanism m =
      from_text(top(R"("swing": {"spring": {"law": "20 N m*stretch^3"}},
             "twist": {"spring": {"stiffness": 3, "rest": "0.3 rad"}},
             "turn": {"spring": {"stiffness": 4}, "play": {"width": "1.6 rad", "stiffness": 300}})",
                    R"({"axis": [1, 2, 3], "angle": "0.7 rad"})", "[1, -0.8, 0.9]"));
  EXPECT_LT(run_to(m, 5.0).drift, 1e-7);
}

}  // namespace
}  // namespace treadle
