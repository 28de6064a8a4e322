// Cones, headings and axes of vectors, against what can be said of a body on a straight line and on
// a circle.
#include "src/io/reading/read_model.hpp"
#include "src/simulation/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle {
namespace {

std::vector<std::vector<double>> rows_of_run(const std::string& text, double duration,
                                             double interval) {
  const Mechanism m = build_mechanism(read_model_text(text, "course"));
  RunOptions options = options_of(m.description.simulation);
  options.duration = duration;
  options.output_interval = interval;
  std::vector<std::vector<double>> rows;
  Listener listener;
  listener.row = [&](std::span<const double> row) { rows.emplace_back(row.begin(), row.end()); };
  const RunResult result = run(m, options, listener);
  EXPECT_EQ(result.end, RunEnd::done) << result.message;
  return rows;
}

std::string sled(const std::string& output) {
  return R"({"bodies": [{"name": "sled", "mass": 2, "inertia": [1, 1, 1]}],
    "joints": [{"name": "rail", "type": "prismatic", "parent": "ground", "child": "sled", "position": [0, 0, 0],
      "axis": [1, 0, 0], "velocity": 10}],
    "outputs": [{"name": "cones", "type": "course", "of": "sled",
      "outline": [[1, 0.5], [-1, 0.5], [-1, -0.5], [1, -0.5]], )" +
         output + R"(}], "simulation": {"integrator": "rk4", "step": 0.01}})";
}

// The nearest cone is ahead, beside and behind in turn; one is driven over between two rows.
TEST(Course, KnowsTheNearestConeAndCountsWhatItTouched) {
  const auto rows =
      rows_of_run(sled(R"("cones": [[5, 0.9], [25, 0.3], [40, 0.7]], "radius": 0.15)"), 5.0, 0.5);
  EXPECT_NEAR(rows[0][1], std::hypot(4.0, 0.4) - 0.15, 1e-12);
  EXPECT_NEAR(rows[1][1], 0.4 - 0.15, 1e-9);                   // beside the first
  EXPECT_NEAR(rows[2][1], std::hypot(4.0, 0.4) - 0.15, 1e-9);  // behind it
  EXPECT_NEAR(rows[5][1], -0.2 - 0.15, 1e-9);                  // on the second
  EXPECT_NEAR(rows[8][1], 0.2 - 0.15, 1e-9);                   // beside the third
  for (std::size_t k = 0; k < rows.size(); ++k) EXPECT_EQ(rows[k][2], k < 5 ? 0.0 : 1.0) << k;
  // rows only before and after it
  const auto few =
      rows_of_run(sled(R"("cones": [[5, 0.9], [22, 0.3], [40, 0.7]], "radius": 0.15)"), 5.0, 1.0);
  EXPECT_EQ(few.back()[2], 1.0);
}

TEST(Course, PutsConesBesideItsLanes) {
  const Description d = read_model_text(
      sled(
          R"("radius": 0.1, "lanes": [{"start": [1, 2], "length": 4, "width": 3, "heading": "90 deg", "pairs": 3}])"),
      "course");
  const auto& cones = d.outputs[0].course->cones;
  ASSERT_EQ(cones.size(), 6U);
  EXPECT_NEAR(cones[0][0], 1.0 - 1.6, 1e-14);  // left of a lane that leads along y
  EXPECT_NEAR(cones[1][0], 1.0 + 1.6, 1e-14);
  EXPECT_NEAR(cones[0][1], 2.0, 1e-14);
  EXPECT_NEAR(cones[2][1], 4.0, 1e-14);
  EXPECT_NEAR(cones[5][1], 6.0, 1e-14);
}

// On a turntable: the acceleration points to the middle, which is to the left.
TEST(Vectors, AreWrittenInTheAxesThatAreAskedFor) {
  const auto rows = rows_of_run(
      R"({"bodies": [{"name": "car", "mass": 2, "inertia": [1, 1, 1], "position": [0, -3, 0]}],
    "joints": [{"name": "turn", "type": "revolute", "parent": "ground", "child": "car", "position": [0, 0, 0],
      "axis": [0, 0, 1], "velocity": 2}],
    "outputs": [{"name": "a", "type": "point_acceleration", "of": "car", "axes": "car"},
      {"name": "v", "type": "point_velocity", "of": "car", "axes": "car"},
      {"name": "attitude", "type": "heading", "of": {"body": "car", "orientation": {"rpy": [0.3, -0.2, 0.1]}}}]})",
      1.0, 0.25);
  for (const auto& row : rows) {
    EXPECT_NEAR(row[1], 0.0, 1e-7);
    EXPECT_NEAR(row[2], 12.0, 1e-7);
    EXPECT_NEAR(row[4], 6.0, 1e-7);
    EXPECT_NEAR(row[5], 0.0, 1e-7);
    EXPECT_NEAR(row[7], 0.1 + 2.0 * row[0], 1e-7);
    EXPECT_NEAR(row[8], -0.2, 1e-12);
    EXPECT_NEAR(row[9], 0.3, 1e-12);
  }
}

}  // namespace
}  // namespace treadle
