// The hull of points as a mesh.
#pragma once

#include "../describe/description.hpp"

namespace treadle {

/// The points of the shape become the corners of their hull, its triangles the surface. Throws
/// ShapeError for points that span no solid.
void close_hull(ShapeItem& shape);

}  // namespace treadle
