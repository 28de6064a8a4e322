// A driver whose rate jumps gives a blow: a rod that hangs on a driven cart, without gravity, turns
// by the closed form, however loops are kept closed.
#include "src/io/reading/read_model.hpp"
#include "src/simulation/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle {
namespace {

// I w' = m l cos(q) v' about the pin, with I = 2/3 kg m^2, m l = 1 kg m and v' = +-0.5 m/s.
TEST(DriverBlows, WhatHangsOnADriverFeelsThem) {
  const Mechanism m = build_mechanism(read_model_text(
      R"({"gravity": [0, 0, 0], "bodies": [
            {"name": "cart", "mass": 3, "inertia": [0.1, 0.1, 0.1]},
            {"name": "rod", "mass": 2, "center": [0, 0, -0.5],
             "inertia": [0.1666666666666667, 0.1666666666666667, 0.001]}],
          "joints": [
            {"name": "rail", "type": "prismatic", "parent": "ground", "child": "cart",
             "position": [0, 0, 0], "axis": [1, 0, 0]},
            {"name": "pin", "type": "revolute", "parent": "cart", "child": "rod",
             "position": [0, 0, 0], "axis": [0, 1, 0]}],
          "constraints": [{"name": "way", "type": "driver", "joint": "rail",
             "function": {"type": "ramp", "slope": 0.5, "start": 0.2, "end": 0.6}}]})",
      "blow"));
  const double turning = 0.75, still_turning = turning - turning * std::cos(0.4 * turning);
  const auto expect = [&](const std::string& constraints, const std::string& integrator,
                          double tolerance) {
    RunOptions options;
    options.duration = 1.0;
    options.constraints = constraints;
    options.integrator = integrator;
    options.channels.names = {"pin.q", "pin.v"};
    std::vector<double> last;
    Listener listener;
    listener.row = [&](std::span<const double> row) { last.assign(row.begin(), row.end()); };
    const RunResult result = run(m, options, listener);
    ASSERT_EQ(result.end, RunEnd::done) << constraints << " " << result.message;
    EXPECT_NEAR(last[1], 0.4 * turning + 0.4 * still_turning, tolerance)
        << constraints << " " << integrator;
    EXPECT_NEAR(last[2], still_turning, tolerance) << constraints << " " << integrator;
  };
  for (const char* const constraints : {"auto", "closest", "lu", "qr", "svd", "gram-schmidt",
                                        "projection", "hybrid", "hybrid-qr", "hybrid-steady"})
    expect(constraints, "adams", 1e-6);
  for (const char* const integrator : {"dormand-prince", "implicit", "bdf", "generalized-alpha"})
    expect("auto", integrator, 1e-6);
  // the blow falls within a step of 1 ms
  for (const char* const integrator : {"rk4", "semi-implicit-euler"})
    expect("auto", integrator, 1e-3);
}

}  // namespace
}  // namespace treadle
