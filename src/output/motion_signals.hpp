// Motion of points, bodies and frames as an observer sees it; distances and angles.
#pragma once

#include "parts_of_model.hpp"
#include "signal.hpp"

namespace treadle {

/// position, orientation, point_velocity ... angular_acceleration, heading of a frame, in the axes
/// of the observer; vectors in other axes where they are given.
SignalPtr frame_signal(const PartsOfModel& parts, const SignalName& name, ChannelKind kind,
                       const BodyFrame& of, const BodyFrame& observer = {},
                       const std::optional<BodyFrame>& axes = {});

/// Position and orientation in the world: x, y, z, qw, qx, qy, qz.
SignalPtr pose_signal(const PartsOfModel& parts, const SignalName& name, const BodyFrame& of);

SignalPtr distance_signal(const PartsOfModel& parts, const SignalName& name, const Anchor& from,
                          const Anchor& to);
/// At the vertex, from 0 to pi.
SignalPtr angle_signal(const PartsOfModel& parts, const SignalName& name, const Anchor& from,
                       const Anchor& vertex, const Anchor& to);

}  // namespace treadle
