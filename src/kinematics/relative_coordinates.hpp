// Coordinates of a joint read from where its two frames are: for joints that were cut.
#pragma once

#include "../describe/description.hpp"
#include "../spatial/spatial.hpp"

#include <span>
#include <vector>

namespace treadle {

/// As a person would give them: angle, displacement, quaternion. `parent` and `child` are the
/// joint's frames in one common frame. Angles lie within half a turn of those in `before` (of zero
/// where it is empty), so that a series of readings is continuous.
std::vector<double> relative_coordinates(JointType type, double pitch,
                                         const Transform<double>& parent,
                                         const Transform<double>& child,
                                         std::span<const double> before = {});

}  // namespace treadle
