// Positions and orientations of a model file.
#pragma once

#include "fields.hpp"

#include <array>

namespace treadle {

/// A unit quaternion w, x, y, z from one of the forms
///   [w, x, y, z]   {"axis": [x, y, z], "angle": a}   {"rpy": [roll, pitch, yaw]}
/// where roll, pitch, yaw turn about fixed x, y, z in this order: R = Rz(yaw) Ry(pitch) Rx(roll).
std::array<double, 4> read_orientation(const nlohmann::json& value, const Place& place);

/// Reads the keys "position" and "orientation"; each leaves its part of `out` if it is absent.
void read_pose(const Fields& fields, Pose& out);

}  // namespace treadle
