// Runs with steps of their own size: rows at their times, ready models against fixed steps.
#include "src/io/reading/read_model.hpp"
#include "src/simulation/run.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle {
namespace {

Mechanism ready(const std::string& name) {
  return build_mechanism(read_model(models_folder() + "/" + name + ".json"));
}

TEST(AdaptiveRun, IsTheDefaultWithATolerance) {
  const RunOptions options = options_of(SimulationItem{});
  EXPECT_EQ(options.integrator, "adams");
  EXPECT_EQ(options.rtol, 1e-8);
}

TEST(AdaptiveRun, RowsComeAtMultiplesOfTheInterval) {
  const Mechanism mechanism = ready("four_bar");
  for (const std::optional<double> interval : {std::optional<double>(), std::optional(0.03)}) {
    RunOptions options;
    options.duration = 0.5;
    options.step = 2e-3;
    options.max_step = 0.05;
    options.output_interval = interval;
    std::vector<double> times;
    Listener listener;
    listener.row = [&](std::span<const double> row) { times.push_back(row[0]); };
    const RunResult result = run(mechanism, options, listener);
    EXPECT_EQ(result.end, RunEnd::done);
    EXPECT_EQ(result.time, 0.5);
    const double dt = interval.value_or(options.step);
    EXPECT_EQ(times.size(), static_cast<std::size_t>(std::ceil(0.5 / dt - 1e-9)) + 1);
    for (std::size_t k = 0; k + 1 < times.size(); ++k)
      EXPECT_EQ(times[k], static_cast<double>(k) * dt);
    EXPECT_EQ(times.back(), 0.5);
    EXPECT_LE(result.largest_step, 0.05);
    EXPECT_GT(result.largest_step, 0.002);  // rows do not hold it back
    EXPECT_LT(result.steps, 200);
    EXPECT_GT(result.evaluations, result.steps);
  }
}

// Quaternions, loops and drivers: the end of a run by Adams and Dormand-Prince against RK4.
TEST(AdaptiveRun, EndsWhereFixedStepsEnd) {
  for (const char* name : {"four_bar", "free_body", "spherical_pendulum", "spatial_four_bar",
                           "double_pendulum", "slider_crank"}) {
    const Mechanism mechanism = ready(name);
    RunOptions options;
    options.duration = 0.5;
    options.integrator = "rk4";
    options.step = 2e-4;
    const RunResult fixed = run(mechanism, options);
    for (const char* integrator : {"adams", "dormand-prince"}) {
      options.integrator = integrator;
      options.rtol = options.atol = 1e-11;
      options.step = 0.02;
      const RunResult result = run(mechanism, options);
      ASSERT_EQ(result.end, RunEnd::done) << name << ": " << result.message;
      EXPECT_LT(result.evaluations, fixed.evaluations) << name;
      EXPECT_LT(result.energy_drift, 1e-8) << name;
      EXPECT_LT(result.position_violation, 1e-9) << name;
      for (const auto& [joint, q] : fixed.q) {
        for (std::size_t k = 0; k < q.size(); ++k)
          EXPECT_NEAR(result.q.at(joint)[k], q[k], 2e-8)
              << name << " " << integrator << " " << joint;
      }
    }
  }
}

TEST(AdaptiveRun, TellsOfTooMuchAccuracy) {
  RunOptions options;
  options.duration = 0.01;
  options.rtol = options.atol = 1e-17;
  const RunResult result = run(ready("pendulum"), options);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_NE(result.warnings[0].find("--rtol"), std::string::npos);
}

}  // namespace
}  // namespace treadle
