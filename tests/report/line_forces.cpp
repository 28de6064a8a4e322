// Arrows of forces that are one number along a line.
#include "src/report/line_forces.hpp"

#include "src/report/samples.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <nlohmann/json.hpp>

namespace treadle {
namespace {

using nlohmann::ordered_json;

// Time, the pose of one body, a force.
Frames one_frame(double angle, double force) {
  Frames frames(9, 10);
  const double row[9]{0.0,  1.0, 2.0, 3.0, std::cos(0.5 * angle), 0.0, 0.0, std::sin(0.5 * angle),
                      force};
  frames.add(row);
  frames.finish();
  return frames;
}

const std::vector<PoseColumns> pose_columns{{}, {1, 2, 3, 4, 5, 6, 7}};

void expect_vector(const std::vector<float>& v, double x, double y, double z) {
  ASSERT_EQ(v.size(), 3U);
  EXPECT_NEAR(v[0], x, 1e-5);
  EXPECT_NEAR(v[1], y, 1e-5);
  EXPECT_NEAR(v[2], z, 1e-5);
}

TEST(LineForce, a_spring_pulls_towards_its_other_end) {
  // the point (1, 0, 0) of a body turned by 90 degrees about z is at (1, 3, 3)
  const ordered_json arrow{{"body", 1},
                           {"point", {1.0, 0.0, 0.0}},
                           {"along", {{"body", 0}, {"point", {1.0, 3.0, 7.0}}}}};
  const Frames frames = one_frame(std::acos(0.0), 12.0);
  expect_vector(line_force(frames, arrow, pose_columns, 8), 0.0, 0.0, 12.0);
}

TEST(LineForce, a_push_turns_with_the_axes_it_is_written_in) {
  ordered_json arrow{{"body", 1},
                     {"point", {0.0, 0.0, 0.0}},
                     {"along", {{"body", 1}, {"direction", {3.0, 0.0, 4.0}}}}};
  const Frames frames = one_frame(std::acos(0.0), -10.0);
  expect_vector(line_force(frames, arrow, pose_columns, 8), 0.0, -6.0, -8.0);
  arrow["along"]["body"] = 0;
  expect_vector(line_force(frames, arrow, pose_columns, 8), -6.0, 0.0, -8.0);
}

TEST(LineForce, points_that_coincide_have_no_direction) {
  const ordered_json arrow{{"body", 0},
                           {"point", {1.0, 2.0, 3.0}},
                           {"along", {{"body", 1}, {"point", {0.0, 0.0, 0.0}}}}};
  expect_vector(line_force(one_frame(0.3, 5.0), arrow, pose_columns, 8), 0.0, 0.0, 0.0);
}

}  // namespace
}  // namespace treadle
