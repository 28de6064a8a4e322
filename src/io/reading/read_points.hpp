// Points of a plane.
#pragma once

#include "fields.hpp"

#include <array>
#include <vector>

namespace treadle {

using PlanePoint = std::array<double, 2>;

/// [x, y] in metres.
PlanePoint read_point(const nlohmann::json& value, const Place& place);
/// A list of `least` or more.
std::vector<PlanePoint> read_points(const nlohmann::json& value, const Place& place,
                                    std::size_t least);

}  // namespace treadle
