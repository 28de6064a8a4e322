// Orientations in their three forms against rotations worked out by hand.
#include "../../src/io/reading/read_pose.hpp"

#include "refusal.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace treadle {
namespace {

using nlohmann::json;
using Quaternion = std::array<double, 4>;

const Place place("bodies[0]", "body 'arm'");

Quaternion read(const char* text) { return read_orientation(json::parse(text), place); }

void expect_near(const Quaternion& found, const Quaternion& wanted) {
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found[i], wanted[i], 1e-15) << "entry " << i;
}

// The matrix product R v with R written out from the three angles.
Triple turned(double roll, double pitch, double yaw, Triple v) {
  const Triple a{v[0], std::cos(roll) * v[1] - std::sin(roll) * v[2],
                 std::sin(roll) * v[1] + std::cos(roll) * v[2]};
  const Triple b{std::cos(pitch) * a[0] + std::sin(pitch) * a[2], a[1],
                 -std::sin(pitch) * a[0] + std::cos(pitch) * a[2]};
  return {std::cos(yaw) * b[0] - std::sin(yaw) * b[1], std::sin(yaw) * b[0] + std::cos(yaw) * b[1],
          b[2]};
}

// v + 2 w (u x v) + 2 u x (u x v)
Triple turned(const Quaternion& q, Triple v) {
  const auto cross = [](const Triple& a, const Triple& b) {
    return Triple{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const Triple u{q[1], q[2], q[3]};
  const Triple c = cross(u, v), cc = cross(u, c);
  for (std::size_t i = 0; i < 3; ++i) v[i] += 2.0 * (q[0] * c[i] + cc[i]);
  return v;
}

TEST(ReadPose, quaternions_are_normalised) {
  expect_near(read("[2, 0, 0, 0]"), {1.0, 0.0, 0.0, 0.0});
  expect_near(read("[1, -1, 1, -1]"), {0.5, -0.5, 0.5, -0.5});
  expect_near(read("[0, 3e-310, 4e-310, 0]"), {0.0, 0.6, 0.8, 0.0});
  expect_near(read("[0, 3e300, 4e300, 0]"), {0.0, 0.6, 0.8, 0.0});
  expect_near(read("[-1, 0, 0, 0]"), {-1.0, 0.0, 0.0, 0.0});
}

TEST(ReadPose, axis_and_angle) {
  const double h = std::sqrt(0.5);
  expect_near(read(R"({"axis": [0, 0, 5], "angle": "90 deg"})"), {h, 0.0, 0.0, h});
  expect_near(read(R"({"axis": [0, -1, 0], "angle": "180 deg"})"), {0.0, 0.0, -1.0, 0.0});
  expect_near(read(R"({"axis": [1, 1, 1], "angle": 0})"), {1.0, 0.0, 0.0, 0.0});
}

TEST(ReadPose, roll_pitch_yaw_is_yaw_times_pitch_times_roll) {
  const Quaternion q = read(R"({"rpy": [0.3, "-40 deg", 1.7]})");
  const double pitch = -40.0 * std::acos(-1.0) / 180.0;
  for (const Triple& v : {Triple{1, 0, 0}, Triple{0, 1, 0}, Triple{0, 0, 1}}) {
    const Triple found = turned(q, v), wanted = turned(0.3, pitch, 1.7, v);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], wanted[i], 1e-15);
  }
}

TEST(ReadPose, absent_parts_keep_their_values) {
  static const Words keys{"position", "orientation"};
  Pose pose;
  pose.position = {1.0, 2.0, 3.0};
  const json turned_only = json::parse(R"({"orientation": [0, 1, 0, 0]})");
  read_pose(Fields(turned_only, place, keys), pose);
  EXPECT_EQ(pose.position, (Triple{1.0, 2.0, 3.0}));
  EXPECT_EQ(pose.orientation, (Quaternion{0.0, 1.0, 0.0, 0.0}));
  const json moved_only = json::parse(R"({"position": ["1 cm", 0, 0]})");
  read_pose(Fields(moved_only, place, keys), pose);
  EXPECT_EQ(pose.position, (Triple{0.01, 0.0, 0.0}));
  EXPECT_EQ(pose.orientation, (Quaternion{0.0, 1.0, 0.0, 0.0}));
}

TEST(ReadPose, zero_is_no_orientation) {
  EXPECT_TRUE(refusal_of([] { read("[0, 0, -0.0, 0]"); }).says("no orientation"));
}

}  // namespace
}  // namespace treadle
