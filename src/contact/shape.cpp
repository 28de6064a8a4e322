#include "shape.hpp"

#include "../scalar/height_map.hpp"
#include "hull.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {
namespace {

constexpr double far = std::numeric_limits<double>::infinity();

// A smooth surface between heights goes above them by a ninth of their spread at most: the weights
// of each axis reach from -2/27 to 1.
Bounds bounds_of_heights(const HeightMap& map, const Transform<double>& at, double margin) {
  const auto [least, most] = std::minmax_element(map.heights.begin(), map.heights.end());
  if (at.r.z.z < 1.0 - 1e-9) return {{-far, -far, -far}, {far, far, far}};
  const double top = *most + 0.4 * (*most - *least);
  return {{-far, -far, -far}, {far, far, at.p.z + top + margin}};
}

}  // namespace

ContactShape hull_shape(const Hull& hull, double scale) {
  return {ContactShapeKind::hull, 0.0, scale * hull.half, scale, &hull, nullptr};
}

double half_thickness(const ContactShape& shape) {
  switch (shape.kind) {
    case ContactShapeKind::sphere:
    case ContactShapeKind::capsule:
      return shape.radius;
    case ContactShapeKind::box:
      return std::min({shape.half.x, shape.half.y, shape.half.z});
    case ContactShapeKind::cylinder:
      return std::min(shape.radius, shape.half.z);
    case ContactShapeKind::hull:
      return 0.5 * shape.scale * shape.hull->thickness;
    case ContactShapeKind::plane:
    case ContactShapeKind::heights:
      break;
  }
  return 0.0;
}

Bounds bounds_of(const ContactShape& shape, const Transform<double>& at, double margin) {
  if (shape.kind == ContactShapeKind::plane) return {{-far, -far, -far}, {far, far, far}};
  if (shape.kind == ContactShapeKind::heights) return bounds_of_heights(*shape.map, at, margin);
  const Vec3<double>& h = shape.half;
  const auto reach = [&](double x, double y, double z) {
    return std::fabs(x) * h.x + std::fabs(y) * h.y + std::fabs(z) * h.z + shape.radius + margin;
  };
  const Vec3<double> size{reach(at.r.x.x, at.r.y.x, at.r.z.x), reach(at.r.x.y, at.r.y.y, at.r.z.y),
                          reach(at.r.x.z, at.r.y.z, at.r.z.z)};
  return {at.p - size, at.p + size};
}

}  // namespace treadle
