// Controllers with a sample time and channels of the last step, against recursions; saved and
// restored they give the same bits.
#include "support.hpp"

#include "src/realtime/realtime.hpp"

#include <cmath>

namespace treadle {
namespace {

// v' = (u - 3 v) / 2 with u held: exact over a sample.
struct Cart {
  double x = 0.0, v = 0.0;
  void go(double u, double h) {
    const double still = u / 3.0, decay = std::exp(-1.5 * h), gap = v - still;
    x += still * h + gap * (1 - decay) / 1.5;
    v = still + gap * decay;
  }
};

const char* const sampled_pid =
    R"({"name": "motor", "type": "pid", "input": "rail.q", "setpoint": 1, "proportional": 40,
        "integral": 15, "derivative": 6, "derivative_time": 0.03, "sample_time": "20 ms",
        "lower": -25, "upper": 25})";

TEST(Controllers, SampledPidIsItsRecursion) {
  Cart c;
  double sum = 0.0, before = 0.0, slope = 0.0, u = 0.0;
  const double h = 0.02;
  for (int k = 0; k < 75; ++k) {
    const double e = 1.0 - c.x;
    slope = (0.03 * slope + (k == 0 ? 0.0 : e - before)) / (0.03 + h);
    const double free = 40 * e + 15 * sum + 6 * slope;
    u = std::clamp(free, -25.0, 25.0);
    sum += h * (e + (u - free) / (15 * (40.0 / 15.0)));
    before = e;
    c.go(u, h);
  }
  const Mechanism m = controlled(cart(sampled_pid));
  for (const char* integrator : {"adams", "dormand-prince", "rk4", "implicit"}) {
    RunOptions options;
    options.duration = 1.5;
    options.integrator = integrator;
    options.step = 3e-3;  // no part of the sample time
    const auto rows = rows_of(m, options, {"rail.q", "rail.v", "motor"});
    EXPECT_NEAR(rows.back()[1], c.x, 1e-6) << integrator;
    EXPECT_NEAR(rows.back()[2], c.v, 1e-5) << integrator;
  }
}

TEST(Controllers, DelayAndSampledFilterAreTheirRecursions) {
  Cart c;
  c.x = 0.5;
  std::vector<double> line(3, 0.1);
  double filtered = 0.0;
  const double h = 0.01;
  for (int k = 0; k < 100; ++k) {
    const double delayed = line[static_cast<std::size_t>(k % 3)], y = filtered;
    line[static_cast<std::size_t>(k % 3)] = c.x;
    filtered += (1 - std::exp(-h / 0.05)) * (delayed - filtered);
    c.go(-20 * y, h);
  }
  const Mechanism m = controlled(cart(
      R"({"name": "old", "type": "delay", "input": "rail.q", "delay": "30 ms", "sample_time": "10 ms", "start": 0.1},
         {"name": "soft", "type": "filter", "input": "old", "time_constant": "50 ms", "sample_time": "10 ms"},
         {"name": "motor", "type": "gain", "input": "soft", "gain": -20})",
      "0.5"));
  for (const char* integrator : {"adams", "rk4"}) {
    RunOptions options;
    options.duration = 1.0;
    options.integrator = integrator;
    const auto rows = rows_of(m, options, {"rail.q"});
    EXPECT_NEAR(rows.back()[1], c.x, 1e-7) << integrator;
  }
}

// 3 times 50 ms and 5 times 30 ms are one time, though not as doubles: the gain, which takes the
// slow block's word, has to hear the new one.
TEST(Controllers, SampleTimesThatMeetAreOneTime) {
  Cart c;
  double slow = 0.0, u = 0.0;
  for (int k = 0; k < 150; ++k) {
    if (k % 5 == 0) slow = 1 - 3 * c.x;
    if (k % 3 == 0) u = 20 * slow - 2 * c.v;
    c.go(u, 0.01);
  }
  const Mechanism m = controlled(cart(
      R"({"name": "motor", "type": "sum", "inputs": ["slow", "rail.v"], "factors": [20, -2], "sample_time": "30 ms"},
         {"name": "slow", "type": "gain", "input": "rail.q", "gain": -3, "offset": 1, "sample_time": "50 ms"})"));
  for (const char* integrator : {"adams", "rk4", "bdf"}) {
    RunOptions options;
    options.duration = 1.5;
    options.integrator = integrator;
    const auto rows = rows_of(m, options, {"rail.q"});
    EXPECT_NEAR(rows.back()[1], c.x, 1e-7) << integrator;
  }
}

// F = 4 - 0.5 a of the step before.
TEST(Controllers, AccelerationsAreThoseOfTheLastStep) {
  const Mechanism m = controlled(
      cart(R"({"name": "motor", "type": "gain", "input": "rail.a", "gain": -0.5, "offset": 4})"));
  const double h = 1e-3;
  // at the start it reads what is without an acceleration before it
  double x = 0.0, v = 0.0, push = 4.0, a = push / 2;
  push = 4 - 0.5 * a;
  for (int k = 0; k < 500; ++k) {
    a = (push - 3 * v) / 2;
    v += h * a;
    x += h * v;
    a = (push - 3 * v) / 2;
    push = 4 - 0.5 * a;
  }
  RunOptions options;
  options.duration = 0.5;
  options.integrator = "semi-implicit-euler";
  EXPECT_NEAR(rows_of(m, options, {"rail.q"}).back()[1], x, 1e-12);
  // adaptive steps come near the limit of short ones: (2 + 0.5) x'' + 3 x' = 4
  const double limit = 4.0 / 3 * (0.5 - 2.5 / 3 * (1 - std::exp(-1.2 * 0.5)));
  for (const char* integrator : {"adams", "dormand-prince"}) {
    options.integrator = integrator;
    EXPECT_NEAR(rows_of(m, options, {"rail.q"}).back()[1], limit, 2e-3) << integrator;
  }
}

bool same_numbers(std::span<const double> a, std::span<const double> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

TEST(Controllers, RestoredGivesTheSameBits) {
  const std::string late =
      R"({"name": "motor", "type": "gain", "input": "rail.force.x", "gain": 0.1, "offset": 2})";
  const std::string line =
      R"({"name": "old", "type": "delay", "input": "rail.q", "delay": "50 ms", "sample_time": "10 ms"},
         {"name": "motor", "type": "gain", "input": "old", "gain": -9})";
  for (const std::string& text : {cart(sampled_pid), cart(line, "0.3"), cart(late)}) {
    const Mechanism m = controlled(text);
    for (const char* integrator : {"adams", "dormand-prince", "rk4", "bdf"}) {
      RunOptions options;
      options.duration = 0.5;
      options.integrator = integrator;
      Simulation whole(m, options);
      whole.advance_to(0.5);
      Simulation first(m, options);
      for (int k = 0; k < 37; ++k) first.step();
      Simulation second(m, options);
      second.restore(first.save());
      second.advance_to(0.5);
      EXPECT_TRUE(same_numbers(whole.state(), second.state())) << integrator << text;
    }
  }
}

TEST(Controllers, MistakesAreNamed) {
  const auto said = [](const std::string& controllers) { return refusal_of(cart(controllers)); };
  const auto expect = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  const std::string circle = said(
      R"({"name": "a", "type": "gain", "input": "c", "gain": 1}, {"name": "b", "type": "gain", "input": "a", "gain": 1},
         {"name": "c", "type": "sum", "inputs": ["rail.q", "b"]})");
  expect(circle, "controllers[0].input:");
  expect(circle, "'a' reads 'c' reads 'b' reads 'a'");
  expect(said(R"({"name": "motor", "type": "gain", "input": "rail.qq", "gain": 1})"),
         "controllers[0].input: controller 'motor': unknown channel or controller 'rail.qq' (did "
         "you mean 'rail.q'?)");
  expect(said(R"({"name": "motor", "type": "gain", "input": "cart.pose", "gain": 1})"),
         "several numbers");
  expect(said(R"({"name": "motor", "type": "gain", "input": "rail.q"})"), "gain");
  expect(said(R"({"name": "motor", "type": "pdi", "input": "rail.q"})"), "pid");
  expect(said(R"({"name": "motor", "type": "pid", "input": "rail.q", "derivative": 1})"),
         "derivative_time");
  expect(said(R"({"name": "motor", "type": "delay", "input": "rail.q", "delay": 0.1})"),
         "sample_time");
  expect(
      said(
          R"({"name": "m", "type": "delay", "input": "rail.q", "delay": 0.015, "sample_time": 0.01})"),
      "whole number");
  expect(said(R"({"name": "m", "type": "expression", "inputs": ["rail.q"], "expression": "u2"})"),
         "unknown name 'u2'");
  expect(said(R"({"name": "a", "type": "gain", "input": "rail.q", "gain": 1, "output": "motor"},
                 {"name": "b", "type": "gain", "input": "rail.q", "gain": 1, "output": "motor"})"),
         "fed by another controller");
  expect(said(R"({"name": "rail.q", "type": "gain", "input": "rail.v", "gain": 1})"),
         "there is a channel 'rail.q' already");
  // a filter in the circle opens it
  EXPECT_EQ(said(R"({"name": "a", "type": "filter", "input": "c", "time_constant": 1},
                    {"name": "c", "type": "sum", "inputs": ["rail.q", "a"]})"),
            "taken");
  const Mechanism m = controlled(cart(sampled_pid));
  Simulation simulation(m, RunOptions{});
  EXPECT_THROW(simulation.set_input("motor", 1.0), ModelError);
}

TEST(Controllers, InputsThatAreFedAreNotExchanged) {
  EXPECT_EQ(exchanged_inputs(controlled(cart(""))), std::vector<std::string>{"motor"});
  EXPECT_TRUE(exchanged_inputs(controlled(cart(sampled_pid))).empty());
}

TEST(Controllers, EventsWatchThem) {
  const Mechanism m = controlled(
      cart(sampled_pid, "0", R"("events": [{"name": "relaxed", "when": "motor", "crosses": "10 N",
                                           "direction": "down", "action": "stop"}], )"));
  RunOptions options;
  options.duration = 3.0;
  const RunResult result = run(m, options);
  ASSERT_EQ(result.events.size(), 1U);
  EXPECT_LT(result.time, 3.0);
}

}  // namespace
}  // namespace treadle
