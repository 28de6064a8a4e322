// From the triangles of a convex surface to its faces.
#pragma once

#include "hull.hpp"

#include <array>
#include <vector>

namespace treadle {

using Triangle = std::array<int, 3>;

/// Triangles that lie in one plane become one face; corners that none needs are left out.
Hull join_triangles(const std::vector<Vec3<double>>& points, const std::vector<Triangle>& triangles,
                    double size);

}  // namespace treadle
