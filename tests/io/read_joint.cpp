// Joints: every type, every way to place it, every start value.
#include "../../src/io/reading/read_joint.hpp"

#include "../../src/io/reading/read_model.hpp"
#include "refusal.hpp"

#include <cmath>

namespace treadle {
namespace {

using Quaternion = std::array<double, 4>;

// A model with the bodies 'arm' and 'hand', the frames 'tip' (on arm) and 'grip' (on hand), and one
// joint between the two bodies with these further keys.
JointItem read(const std::string& joint_keys) {
  const std::string text = R"({
    "bodies": [{"name": "arm", "mass": 1}, {"name": "hand", "mass": 1}],
    "frames": [{"name": "tip", "body": "arm", "position": [1, 2, 3], "orientation": [0, 0, 0, 2]},
               {"name": "grip", "body": "hand"}],
    "joints": [{"name": "wrist", "parent": "arm", "child": "hand", )" +
                           joint_keys + "}]}";
  return read_model_text(text, "test").joints.at(0);
}

TEST(ReadJoint, design_frame_with_axis) {
  const JointItem joint =
      read(R"("type": "revolute", "position": ["10 mm", 0, 1], "axis": [0, 0, -2])");
  EXPECT_EQ(joint.name, "wrist");
  EXPECT_EQ(joint.type, JointType::revolute);
  EXPECT_EQ(joint.parent, "arm");
  EXPECT_EQ(joint.child, "hand");
  ASSERT_TRUE(joint.design.has_value());
  EXPECT_EQ(joint.design->position, (Triple{0.01, 0.0, 1.0}));
  EXPECT_EQ(joint.design->axis, (Triple{0.0, 0.0, -2.0}));
  EXPECT_FALSE(joint.design->orientation.has_value());
  EXPECT_FALSE(joint.parent_frame.has_value());
  EXPECT_FALSE(joint.child_frame.has_value());
}

TEST(ReadJoint, universal_by_two_axes) {
  const std::string head = R"("type": "universal", "position": [0, 0, 0], )";
  EXPECT_EQ(read(head + R"("axes": [[0, 0, 2], [3, 0, 0]])").design->orientation,
            (Quaternion{1.0, 0.0, 0.0, 0.0}));
  // z along y, x along z: a third of a turn about (1, 1, 1)
  const auto q = *read(head + R"("axes": [[0, 1, 0], [0, 0, 1]])").design->orientation;
  const double third = 0.5;
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(std::fabs(q[k]), third, 1e-15);
  EXPECT_GT(q[1] * q[2], 0.0);
  const JointItem on_bodies =
      read(R"("type": "universal", "parent_frame": {"axes": [[0, 0, 1], [1, 0, 0]]},
      "child_frame": {"position": [1, 0, 0], "axes": [[0, 0, 1], [0, 1, 0]]})");
  EXPECT_NEAR((*on_bodies.child_frame->orientation)[3], std::sqrt(0.5), 1e-15);
  // nearly perpendicular is made so: the first axis is kept
  const auto near = *read(head + R"("axes": [[0, 0, 1], [1, 0, 0.0005]])").design->orientation;
  EXPECT_EQ(near, (Quaternion{1.0, 0.0, 0.0, 0.0}));
  const auto refusal = [&](const std::string& keys) { return refusal_of([&] { read(keys); }); };
  EXPECT_TRUE(
      refusal(head + R"("axes": [[0, 0, 1], [1, 0, 1]])")
          .says("at an angle of 45 deg; the axes of a universal joint must be perpendicular"));
  EXPECT_TRUE(refusal(head + R"("axes": [[0, 0, 1], [0, 0, 0]])").says("not zero"));
  EXPECT_TRUE(refusal(head + R"("axes": [[0, 0, 1]])").says("an array of 2 axes"));
  EXPECT_TRUE(refusal(head + R"("axis": [0, 0, 1], "axes": [[0, 0, 1], [1, 0, 0]])")
                  .says("together with axis"));
  EXPECT_TRUE(
      refusal(R"("type": "revolute", "position": [0, 0, 0], "axes": [[0, 0, 1], [1, 0, 0]])")
          .says("only a universal joint"));
}

TEST(ReadJoint, absent_keys_have_defaults) {
  const JointItem joint = read(R"("type": "revolute", "position": [0, 0, 0], "axis": [0, 0, 1])");
  EXPECT_TRUE(joint.start.empty());
  EXPECT_TRUE(joint.start_velocity.empty());
  EXPECT_TRUE(joint.forces.empty());
  EXPECT_EQ(joint.hint, TreeHint::automatic);
}

TEST(ReadJoint, design_frame_with_orientation) {
  const JointItem joint =
      read(R"("type": "prismatic", "position": [0, 0, 0], "orientation": [0, 3, 0, 0])");
  EXPECT_EQ(joint.type, JointType::prismatic);
  ASSERT_TRUE(joint.design.has_value());
  EXPECT_FALSE(joint.design->axis.has_value());
  EXPECT_EQ(joint.design->orientation, (Quaternion{0.0, 1.0, 0.0, 0.0}));
}

TEST(ReadJoint, spherical_defaults_to_world_axes_and_fixed_to_its_child) {
  const JointItem ball = read(R"("type": "spherical", "position": [1, 0, 0])");
  ASSERT_TRUE(ball.design.has_value());
  EXPECT_EQ(ball.design->position, (Triple{1.0, 0.0, 0.0}));
  EXPECT_EQ(ball.design->orientation, (Quaternion{1.0, 0.0, 0.0, 0.0}));
  const JointItem weld = read(R"("type": "fixed")");
  EXPECT_FALSE(weld.design.has_value());  // it sits where its child is
  EXPECT_FALSE(weld.parent_frame.has_value());
}

TEST(ReadJoint, frames_on_both_bodies) {
  const JointItem joint = read(
      R"("type": "revolute", "parent_frame": "tip", "child_frame": {"position": [0, 0, "1 cm"], "axis": [1, 0, 0]})");
  EXPECT_FALSE(joint.design.has_value());
  ASSERT_TRUE(joint.parent_frame.has_value());
  EXPECT_EQ(joint.parent_frame->position, (Triple{1.0, 2.0, 3.0}));
  EXPECT_EQ(joint.parent_frame->orientation, (Quaternion{0.0, 0.0, 0.0, 1.0}));
  EXPECT_FALSE(joint.parent_frame->axis.has_value());
  ASSERT_TRUE(joint.child_frame.has_value());
  EXPECT_EQ(joint.child_frame->position, (Triple{0.0, 0.0, 0.01}));
  EXPECT_EQ(joint.child_frame->axis, (Triple{1.0, 0.0, 0.0}));
  EXPECT_FALSE(joint.child_frame->orientation.has_value());
}

TEST(ReadJoint, inline_frames_default_to_body_axes) {
  const JointItem joint = read(R"("type": "spherical", "parent_frame": {}, "child_frame": "grip")");
  ASSERT_TRUE(joint.parent_frame.has_value());
  EXPECT_EQ(joint.parent_frame->position, (Triple{0.0, 0.0, 0.0}));
  EXPECT_EQ(joint.parent_frame->orientation, (Quaternion{1.0, 0.0, 0.0, 0.0}));
}

TEST(ReadJoint, free_joint_needs_no_place) {
  const JointItem joint = read(R"("type": "free")");
  EXPECT_FALSE(joint.design.has_value());
  EXPECT_FALSE(joint.parent_frame.has_value());
  EXPECT_FALSE(joint.child_frame.has_value());
  const JointItem placed = read(R"("type": "free", "parent_frame": "tip", "child_frame": "grip")");
  EXPECT_FALSE(placed.design.has_value());
  EXPECT_TRUE(placed.parent_frame.has_value() && placed.child_frame.has_value());
}

TEST(ReadJoint, start_of_one_coordinate) {
  const std::string seat = R"(, "position": [0, 0, 0], "axis": [0, 0, 1])";
  const JointItem hinge =
      read(R"("type": "revolute", "start": "180 deg", "velocity": "60 rpm")" + seat);
  ASSERT_EQ(hinge.start.size(), 1U);
  EXPECT_EQ(hinge.start[0], std::acos(-1.0));
  ASSERT_EQ(hinge.start_velocity.size(), 1U);
  EXPECT_DOUBLE_EQ(hinge.start_velocity[0], 2.0 * std::acos(-1.0));
  const JointItem slider =
      read(R"("type": "prismatic", "start": "-35 mm", "velocity": "2 cm/s")" + seat);
  EXPECT_EQ(slider.start, std::vector<double>{-0.035});
  EXPECT_EQ(slider.start_velocity, std::vector<double>{0.02});
}

TEST(ReadJoint, start_of_spherical) {
  const JointItem joint = read(
      R"("type": "spherical", "position": [0, 0, 0], "start": {"rpy": ["180 deg", 0, 0]}, "velocity": [1, "2 rad/s", 3])");
  ASSERT_EQ(joint.start.size(), 4U);
  EXPECT_NEAR(joint.start[0], 0.0, 1e-15);
  EXPECT_EQ(joint.start[1], 1.0);
  EXPECT_EQ(joint.start_velocity, (std::vector<double>{1.0, 2.0, 3.0}));
}

TEST(ReadJoint, start_of_free) {
  const JointItem joint = read(
      R"("type": "free", "start": {"position": [1, 2, 3], "orientation": [0, 0, 1, 0]}, "velocity": {"linear": [4, 5, 6], "angular": [7, 8, 9]})");
  EXPECT_EQ(joint.start, (std::vector<double>{1, 2, 3, 0, 0, 1, 0}));
  EXPECT_EQ(joint.start_velocity, (std::vector<double>{4, 5, 6, 7, 8, 9}));
}

TEST(ReadJoint, start_of_free_in_part) {
  const JointItem moved = read(R"("type": "free", "start": {"position": [1, 2, 3]})");
  ASSERT_EQ(moved.start.size(), 7U);
  EXPECT_EQ(moved.start[2], 3.0);
  for (std::size_t k = 3; k < 7; ++k)
    EXPECT_TRUE(std::isnan(moved.start[k]));  // as in the design position
  const JointItem spun = read(R"("type": "free", "velocity": {"angular": [0, 0, "90 deg/s"]})");
  ASSERT_EQ(spun.start_velocity.size(), 6U);
  EXPECT_TRUE(std::isnan(spun.start_velocity[0]));
  EXPECT_NEAR(spun.start_velocity[5], std::acos(0.0), 1e-15);
}

TEST(ReadJoint, springs_and_dampers) {
  const std::string seat = R"(, "position": [0, 0, 0], "axis": [0, 0, 1])";
  const JointItem hinge = read(
      R"("type": "revolute", "spring": {"stiffness": "40 N m/rad", "rest": "180 deg"}, "damping": "3 N m s")" +
      seat);
  EXPECT_EQ(hinge.forces.at(0).stiffness, 40.0);
  EXPECT_EQ(hinge.forces.at(0).rest, std::acos(-1.0));
  EXPECT_EQ(hinge.forces.at(0).damping, 3.0);
  const JointItem slider = read(
      R"("type": "prismatic", "spring": {"stiffness": "2 kN/m", "rest": "5 cm"}, "damping": "150 N s/m")" +
      seat);
  EXPECT_EQ(slider.forces.at(0).stiffness, 2000.0);
  EXPECT_EQ(slider.forces.at(0).rest, 0.05);
  EXPECT_EQ(slider.forces.at(0).damping, 150.0);
  EXPECT_EQ(
      read(R"("type": "spherical", "damping": 2, "position": [0, 0, 0])").forces.at(2).damping,
      2.0);
}

TEST(ReadJoint, hints) {
  const auto hint = [](const std::string& word) {
    return read(R"("type": "fixed", "tree": ")" + word + "\"").hint;
  };
  EXPECT_EQ(hint("cut"), TreeHint::cut);
  EXPECT_EQ(hint("keep"), TreeHint::keep);
  EXPECT_EQ(hint("auto"), TreeHint::automatic);
}

TEST(ReadJoint, ground_may_be_on_either_side) {
  const std::string head = R"({"bodies": [{"name": "arm", "mass": 1}], "joints": [{"name": "j", )";
  const Description down =
      read_model_text(head + R"("type": "fixed", "parent": "ground", "child": "arm"}]})", "test");
  EXPECT_EQ(down.joints.at(0).parent, "ground");
  const Description up =
      read_model_text(head + R"("type": "fixed", "parent": "arm", "child": "ground"}]})", "test");
  EXPECT_EQ(up.joints.at(0).child, "ground");
}

TEST(ReadJoint, mistakes_name_the_joint) {
  const Refusal refusal =
      refusal_of([] { read(R"("type": "revolute", "position": [0, 0, 0], "axis": [0, 0, 0])"); });
  EXPECT_EQ(refusal.where, "joints[0].axis");
  EXPECT_EQ(refusal.message,
            "joint 'wrist': axis is (0, 0, 0); give a non-zero axis or use type 'fixed'");
}

}  // namespace
}  // namespace treadle
