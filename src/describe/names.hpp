// The words of the modelling language: one table for each closed set of names.
#pragma once

#include "description.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace treadle {

struct JointFacts {
  JointType type;
  const char* name;
  int nq;  ///< coordinates
  int nv;  ///< velocities
};

/// Facts of a joint type that need no mathematics.
const JointFacts& joint_facts(JointType type);
const char* joint_name(JointType type);

/// Names of all joint types, and the way back; `find_joint_type` gives false for an unknown name.
const std::vector<std::string>& joint_names();
bool find_joint_type(std::string_view name, JointType& type);

/// Whether each coordinate's rate is the velocity of the same index, so that it can be driven or
/// coupled.
inline bool has_plain_coordinates(JointType type) {
  return type != JointType::spherical && type != JointType::free && type != JointType::fixed;
}

inline bool is_hinge(JointType type) { return type == JointType::revolute; }
inline bool is_slider(JointType type) { return type == JointType::prismatic; }
inline bool is_composite(JointType type) {
  return type >= JointType::composite1 && type <= JointType::composite6;
}
/// A composite joint with so many coordinates, 1 to 6.
inline JointType composite_of(int coordinates) {
  return static_cast<JointType>(static_cast<int>(JointType::composite1) + coordinates - 1);
}
inline bool is_weld(JointType type) { return type == JointType::fixed; }
inline bool is_unconstrained(JointType type) { return type == JointType::free; }

/// Equations that a joint puts on two bodies when it is cut.
inline int cut_equations(JointType type) { return 6 - joint_facts(type).nv; }

/// Name and unit of each coordinate (velocity) of a joint: "" for the only one, else "x", "qw", ...
struct CoordinateName {
  const char* suffix;
  const char* unit;
};
const std::vector<CoordinateName>& coordinate_names(JointType type);
const std::vector<CoordinateName>& velocity_names(JointType type);

/// Names of the angles of a ball joint, in the order of BallAngle.
const std::array<const char*, 3>& ball_angle_names();

}  // namespace treadle
