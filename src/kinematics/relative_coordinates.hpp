// Coordinates of a joint, their rates and accelerations, read from how its two frames lie and move:
// for joints that were cut.
#pragma once

#include "../describe/description.hpp"
#include "frame_motion.hpp"

#include <span>
#include <vector>

namespace treadle {

/// As a person would give them: angle, displacement, quaternion. `parent` and `child` are the
/// joint's frames in one common frame. Angles lie within half a turn of those in `before` (of zero
/// where it is empty), and quaternions on its side, so that a series of readings is continuous.
std::vector<double> relative_coordinates(JointType type, double pitch,
                                         const Transform<double>& parent,
                                         const Transform<double>& child,
                                         std::span<const double> before = {});

/// The same of the child's pose as the parent sees it, without allocation: fills the first numbers
/// of `out`, which may be `before`.
void joint_coordinates(JointType type, double pitch, const Transform<double>& child,
                       std::span<const double> before, std::span<double> out);

/// Velocities of the joint from the child's motion as the parent sees it. (K9)
void joint_velocities(JointType type, const FrameMotion& child, std::span<double> out);

/// Their rates. (K9)
void joint_accelerations(JointType type, const FrameMotion& child, std::span<double> out);

}  // namespace treadle
