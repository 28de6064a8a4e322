// Drag against the closed form of a fall, in still air and in wind.
#include "src/io/reading/read_model.hpp"
#include "src/simulation/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle {
namespace {

std::vector<double> end_of_fall(const std::string& wind, double seconds) {
  const Mechanism m = build_mechanism(read_model_text(
      R"({"bodies": [{"name": "stone", "mass": 2, "inertia": [1, 1, 1]}],
        "joints": [{"name": "fall", "type": "free", "parent": "ground", "child": "stone"}],
        "forces": [{"name": "air", "type": "drag", "on": {"body": "stone"}, "drag_area": 0.5, "density": 1.25, "wind": )" +
          wind + "}]}",
      "fall"));
  RunOptions options;
  options.duration = seconds;
  options.output_interval = seconds;
  options.channels.names = {"stone.velocity", "air.force"};
  std::vector<double> last;
  Listener listener;
  listener.row = [&](std::span<const double> row) { last.assign(row.begin(), row.end()); };
  const RunResult result = run(m, options, listener);
  EXPECT_EQ(result.end, RunEnd::done) << result.message;
  EXPECT_LT(result.energy_drift, 1e-7);
  return last;
}

// m v' = m g - k v^2: v = w tanh(g t / w), w = sqrt(m g / k)
TEST(Drag, LetsABodyFallAsTheClosedFormSays) {
  constexpr double g = 9.80665, k = 0.5 * 1.25 * 0.5;
  const double w = std::sqrt(2.0 * g / k), v = w * std::tanh(g * 0.7 / w);
  const std::vector<double> row = end_of_fall("[0, 0, 0]", 0.7);
  EXPECT_NEAR(row[3], -v, 1e-6);
  EXPECT_NEAR(row[4], k * v * v, 1e-5);
}

// Carried along in the end: the air is at rest for whoever drifts with it.
TEST(Drag, IsThatOfTheVelocityThroughTheAir) {
  constexpr double g = 9.80665, k = 0.5 * 1.25 * 0.5;
  const std::vector<double> row = end_of_fall("[3, -1, 0.5]", 30.0);
  EXPECT_NEAR(row[1], 3.0, 1e-6);
  EXPECT_NEAR(row[2], -1.0, 1e-6);
  EXPECT_NEAR(row[3], 0.5 - std::sqrt(2.0 * g / k), 1e-6);
  EXPECT_NEAR(row[4], 2.0 * g, 1e-5);
}

}  // namespace
}  // namespace treadle
