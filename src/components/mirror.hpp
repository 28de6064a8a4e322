// Reflection of a part in its own frame: S turns one axis round. Points and forces follow S;
// angular velocities and torques follow -S; a frame R becomes S R L, where L, a reflection of the
// frame's own axes, keeps it right-handed.
#pragma once

#include "poses.hpp"

namespace treadle {

/// The axis that is turned round, 0 to 2; nothing is mirrored without one.
struct Mirror {
  std::optional<std::size_t> axis;

  [[nodiscard]] bool on() const { return axis.has_value(); }
  [[nodiscard]] Triple vector(Triple v) const;
  /// S R L; `frame_axis` is the axis that L turns round.
  [[nodiscard]] Orientation turn(Orientation q, std::size_t frame_axis) const;
  /// S R S: for frames that are nothing but a choice, such as those of bodies.
  [[nodiscard]] Orientation turn(const Orientation& q) const { return on() ? turn(q, *axis) : q; }
  [[nodiscard]] Pose pose(const Pose& pose) const {
    return {vector(pose.position), turn(pose.orientation)};
  }
};

/// The body with S applied to everything fixed to it.
void mirror_body(const Mirror& mirror, BodyItem& body);

/// The axis that L turns round in the frames of a joint.
std::size_t mirror_frame_axis(const Mirror& mirror, JointType type);

/// Whether a coordinate counts the other way in the mirrored joint.
bool mirror_flips(const Mirror& mirror, JointType type, int coordinate);

/// Start values and what acts on the coordinates; not the frames.
void mirror_coordinates(const Mirror& mirror, JointItem& joint);

/// The opposite of a function of time.
void reverse(TimeFunction& function);

}  // namespace treadle
