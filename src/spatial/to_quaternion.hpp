// From a rotation matrix back to a quaternion.
#pragma once

#include "../linalg/small.hpp"

#include <array>

namespace treadle {

std::array<double, 4> to_quaternion(const Mat3<double>& r);  ///< w, x, y, z with w >= 0

}  // namespace treadle
