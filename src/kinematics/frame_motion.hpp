// How a frame on a body moves, in plain vectors, and how another frame sees it: for outputs and for
// joints that were cut. Plain double.
#pragma once

#include "move.hpp"

#include <span>

namespace treadle {

/// Pose of a frame with velocity and acceleration of its origin and of its axes.
struct FrameMotion {
  Transform<double> x;
  Vec3<double> v{}, w{};      ///< of the origin; angular
  Vec3<double> a{}, alpha{};  ///< of the origin; angular
};

/// How much of it is asked for; the rest stays zero.
enum class Depth { position, velocity, acceleration };

/// What is known of the bodies at a state. Stages that a depth does not need may be empty.
struct BodyMotions {
  const PositionStage<double>& at;
  const VelocityStage<double>& moving;
  std::span<const Motion<double>> accelerations;  ///< of accelerate_bodies
};

/// A frame on a body (-1: the ground) as the ground sees it, in the axes of a group. (K7)
FrameMotion motion_in_group(const BodyMotions& bodies, int group, int body,
                            const Transform<double>& frame, Depth depth);

/// The same in the axes of the world; `group` is that of the body.
FrameMotion motion_in_world(const BodyMotions& bodies, int group, int body,
                            const Transform<double>& frame, Depth depth);

/// Where the frame is.
inline Transform<double> place_in_world(const PositionStage<double>& at, int group, int body,
                                        const Transform<double>& frame) {
  if (body < 0) return frame;
  return at.group[static_cast<std::size_t>(group)] * (at.x[static_cast<std::size_t>(body)] * frame);
}

/// A motion as an observer sees it who moves and turns himself, in his axes. Both are given in one
/// set of axes. (K8)
FrameMotion seen_from(const FrameMotion& observer, const FrameMotion& object);

}  // namespace treadle
