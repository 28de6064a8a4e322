// A body and its shapes as the reader takes them.
#pragma once

#include "write_fields.hpp"

namespace treadle {

/// Mass, centre and inertia are written even where they came from shapes. Meshes are written with
/// all their points, so that the file stands alone; the file they came from is only a remark.
Value write_body(const BodyItem& body);

Value write_shape(const ShapeItem& shape);

}  // namespace treadle
