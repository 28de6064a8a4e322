// Poses of a body at all frames, as JSON for the viewer.
#pragma once

#include "line_forces.hpp"

namespace treadle {

/// Seven numbers of single precision for each frame.
nlohmann::ordered_json whole_poses(const Frames& frames, const PoseColumns& columns);

/// Six words of 16 bits for each frame: the place as shares of its range, and of the quaternion the
/// three smallest numbers with 15 bits each, and which is missing. Whole ones where the body goes
/// farther than `reach`, whose share is then too coarse.
nlohmann::ordered_json short_poses(const Frames& frames, const PoseColumns& columns, double reach);

}  // namespace treadle
