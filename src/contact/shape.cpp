#include "shape.hpp"

#include <cmath>
#include <limits>

namespace treadle {

Bounds bounds_of(const ContactShape& shape, const Transform<double>& at, double margin) {
  if (shape.kind == ContactShapeKind::plane) {
    constexpr double far = std::numeric_limits<double>::infinity();
    return {{-far, -far, -far}, {far, far, far}};
  }
  const Vec3<double>& h = shape.half;
  const auto reach = [&](double x, double y, double z) {
    return std::fabs(x) * h.x + std::fabs(y) * h.y + std::fabs(z) * h.z + shape.radius + margin;
  };
  const Vec3<double> size{reach(at.r.x.x, at.r.y.x, at.r.z.x), reach(at.r.x.y, at.r.y.y, at.r.z.y),
                          reach(at.r.x.z, at.r.y.z, at.r.z.z)};
  return {at.p - size, at.p + size};
}

}  // namespace treadle
