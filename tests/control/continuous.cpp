// Controllers that act at every moment, against the linear equations that they make, integrated by
// other means.
#include "support.hpp"

#include <array>
#include <cmath>
#include <functional>

namespace treadle {
namespace {

// Small steps of the classical method: an integrator of its own.
template <std::size_t N>
std::array<double, N> integrated(
    std::array<double, N> x, double end,
    const std::function<std::array<double, N>(double, const std::array<double, N>&)>& rate) {
  const int steps = 20000;
  const double h = end / steps;
  const auto moved = [](const std::array<double, N>& a, double f, const std::array<double, N>& b) {
    std::array<double, N> c = a;
    for (std::size_t k = 0; k < N; ++k) c[k] += f * b[k];
    return c;
  };
  for (int s = 0; s < steps; ++s) {
    const double t = s * h;
    const auto k1 = rate(t, x), k2 = rate(t + h / 2, moved(x, h / 2, k1)),
               k3 = rate(t + h / 2, moved(x, h / 2, k2)), k4 = rate(t + h, moved(x, h, k3));
    for (std::size_t k = 0; k < N; ++k) x[k] += h / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
  }
  return x;
}

struct Method {
  const char* name;
  double step, error;
};
const std::vector<Method> methods{{"adams", 1e-3, 1e-6},
                                  {"dormand-prince", 1e-3, 1e-6},
                                  {"rk4", 1e-3, 1e-8},
                                  {"implicit", 1e-3, 1e-5},
                                  {"bdf", 1e-3, 1e-4},
                                  {"auto", 1e-3, 1e-6},
                                  {"generalized-alpha", 1e-3, 1e-4},
                                  {"implicit-euler", 1e-4, 1e-3},
                                  {"semi-implicit-euler", 1e-4, 1e-3}};

const char* const whole_pid =
    R"({"name": "motor", "type": "pid", "input": "rail.q", "setpoint": "1 m", "proportional": 40,
        "integral": 15, "derivative": "12 N s/m", "derivative_time": "30 ms"})";

TEST(Controllers, PidFollowsItsEquations) {
  // x, v, integral, filtered error
  const auto end = integrated<4>({0.2, 0.0, 0.0, 0.0}, 2.0, [](double, const auto& x) {
    const double e = 1.0 - x[0], slope = (e - x[3]) / 0.03;
    const double push = 40 * e + 15 * x[2] + 12 * slope;
    return std::array<double, 4>{x[1], (push - 3 * x[1]) / 2, e, slope};
  });
  const Mechanism m = controlled(cart(whole_pid, "0.2"));
  for (const Method& method : methods) {
    RunOptions options;
    options.duration = 2.0;
    options.integrator = method.name;
    options.step = method.step;
    options.output_interval = 1.0;
    const auto rows = rows_of(m, options, {"rail.q", "rail.v", "motor", "energy.drift"});
    const auto& last = rows.back();
    EXPECT_NEAR(last[1], end[0], method.error) << method.name;
    EXPECT_NEAR(last[2], end[1], 10 * method.error) << method.name;
    const double e = 1.0 - end[0], push = 40 * e + 15 * end[2] + 12 * (e - end[3]) / 0.03;
    EXPECT_NEAR(last[3], push, 500 * method.error) << method.name;
    EXPECT_NEAR(last[4], 0.0, 100 * method.error) << method.name;
  }
}

TEST(Controllers, LimitsHoldAndTheIntegralFollows) {
  const auto end = integrated<3>({0.0, 0.0, 0.0}, 3.0, [](double, const auto& x) {
    const double e = 1.0 - x[0], free = 30 * e + 20 * x[2], push = std::clamp(free, -4.0, 4.0);
    return std::array<double, 3>{x[1], (push - 3 * x[1]) / 2, e + (push - free) / (20 * 0.25)};
  });
  const Mechanism m = controlled(cart(
      R"({"name": "p", "type": "pid", "output": "motor", "input": "rail.q", "setpoint": 1,
          "proportional": 30, "integral": 20, "lower": -4, "upper": 4, "tracking_time": 0.25})"));
  for (const char* integrator : {"adams", "rk4"}) {
    RunOptions options;
    options.duration = 3.0;
    options.integrator = integrator;
    const auto rows = rows_of(m, options, {"rail.q", "p"});
    for (const auto& row : rows) EXPECT_LE(std::fabs(row[2]), 4.0);
    EXPECT_NEAR(rows.back()[1], end[0], 1e-5) << integrator;
  }
}

// A spring and a damper made of blocks are those of the file.
TEST(Controllers, FeedbackOfSumGainAndExpressionIsASpring) {
  const std::vector<std::string> ways{
      R"({"name": "motor", "type": "sum", "inputs": ["rail.q", "rail.v"], "factors": [-50, -1], "offset": 5})",
      R"({"name": "s", "type": "gain", "input": "rail.q", "gain": "-50 N/m", "offset": "5 N"},
         {"name": "d", "type": "gain", "input": "cart.velocity.x", "gain": -1},
         {"name": "motor", "type": "sum", "inputs": ["d", "s"]})",
      R"({"name": "motor", "type": "expression", "inputs": ["rail.q", "rail.v"], "expression": "5 - 50*u1 - u2"})",
      R"({"name": "motor", "type": "expression", "inputs": {"x": "place.x", "v": "rail.v", "t": "time"},
          "expression": "5 - 50*x - v + 0*t"})",
      R"({"name": "line", "type": "table", "input": "rail.q", "x": [-1, 1], "y": [55, -45]},
         {"name": "motor", "type": "sum", "inputs": ["line", "rail.v"], "factors": [1, -1]})"};
  // 2 x'' + 4 x' + 50 x = 5
  const double w = std::sqrt(25.0 - 1.0), t = 1.7, x0 = 0.4 - 0.1;
  const double x = 0.1 + std::exp(-t) * x0 * (std::cos(w * t) + std::sin(w * t) / w);
  for (const std::string& way : ways) {
    const Mechanism m = controlled(
        cart(way, "0.4", R"("outputs": [{"name": "place", "type": "position", "of": "cart"}], )"));
    RunOptions options;
    options.duration = t;
    options.output_interval = 0.1;
    options.rtol = options.atol = 1e-10;
    EXPECT_NEAR(rows_of(m, options, {"rail.q"}).back()[1], x, 1e-8) << way;
  }
}

// Closed form of a filter of second order, and the coordinate that follows it exactly.
TEST(Controllers, FilterDrivesACoordinate) {
  const Mechanism m = build_mechanism(read_model_text(R"({
    "bodies": [{"name": "arm", "mass": 2, "center": [0.3, 0, 0], "inertia": [0.1, 0.1, 0.1]}],
    "joints": [{"name": "hinge", "type": "revolute", "parent": "ground", "child": "arm",
      "position": [0, 0, 0], "axis": [0, 1, 0], "start": 0.25}],
    "constraints": [{"name": "servo", "type": "driver", "joint": "hinge",
      "function": {"type": "input", "name": "angle", "default": 0.25}}],
    "controllers": [
      {"name": "ask", "type": "function", "function": 0.5},
      {"name": "smooth", "type": "filter", "input": "ask", "frequency": "2 Hz", "damping": 0.5, "start": 0.125},
      {"name": "angle", "type": "gain", "input": "smooth", "gain": 2}]})",
                                                      "arm"));
  const double w = 4 * M_PI, d = 0.5, wd = w * std::sqrt(1 - d * d), t = 0.4;
  const double decay = std::exp(-d * w * t), gap = 0.25 - 1.0;
  const double q = 1.0 + gap * decay * (std::cos(wd * t) + d * w / wd * std::sin(wd * t));
  const double v = -gap * decay * w * w / wd * std::sin(wd * t);
  for (const char* integrator : {"adams", "rk4", "dormand-prince"}) {
    RunOptions options;
    options.duration = t;
    options.integrator = integrator;
    options.rtol = options.atol = 1e-10;
    const auto rows = rows_of(m, options, {"hinge.q", "hinge.v", "hinge.a", "servo.load"});
    EXPECT_NEAR(rows.back()[1], q, 1e-7) << integrator;
    EXPECT_NEAR(rows.back()[2], v, 1e-6) << integrator;
    const double a = w * w * (1.0 - q) - 2 * d * w * v;
    EXPECT_NEAR(rows.back()[3], a, 1e-4) << integrator;
    // the torque that the motion takes
    const double torque = (0.1 + 2 * 0.09) * a - 2 * 0.3 * 9.80665 * std::cos(q);
    EXPECT_NEAR(std::fabs(rows.back()[4]), std::fabs(torque), 1e-4) << integrator;
  }
}

TEST(Controllers, SolversAndFormulationsAgree) {
  const Mechanism m = controlled(cart(whole_pid, "0.2"));
  std::vector<double> ends;
  for (const char* solver : {"auto", "topology", "clustered", "dense"}) {
    RunOptions options;
    options.duration = 1.0;
    options.solver = solver;
    options.integrator = "rk4";
    ends.push_back(rows_of(m, options, {"rail.q"}).back()[1]);
  }
  for (const double end : ends) EXPECT_NEAR(end, ends[0], 1e-12);
}

}  // namespace
}  // namespace treadle
