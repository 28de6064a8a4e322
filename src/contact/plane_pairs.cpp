// Whatever stands on a plane: a sphere on one point, a capsule on two, a box on four corners, a
// cylinder on its rims. (U1)
#include "closest.hpp"
#include "hull.hpp"
#include "pairs.hpp"

namespace treadle {
namespace {

/// Points below the plane are kept by depth, the deepest four; of equal ones the first.
struct Deepest {
  std::array<ContactPoint, Manifold::most> points{};
  int count = 0;

  void add(const ContactPoint& point) {
    int at = count;
    while (at > 0 && points[static_cast<std::size_t>(at - 1)].depth < point.depth) --at;
    if (at == Manifold::most) return;
    if (count < Manifold::most) ++count;
    for (int k = count - 1; k > at; --k) {
      points[static_cast<std::size_t>(k)] = points[static_cast<std::size_t>(k - 1)];
    }
    points[static_cast<std::size_t>(at)] = point;
  }
};

}  // namespace

void touch_plane(const Placed& a, const Placed& plane, double margin, Manifold& out) {
  const Vec3<double> n = -plane.at.r.z;
  const ContactShape& shape = a.shape;
  const double away = dot(n, a.at.p - plane.at.p);
  const double radius = shape.kind == ContactShapeKind::cylinder ? 0.0 : shape.radius;
  Deepest found;
  const auto corner = [&](const Vec3<double>& from_centre, std::uint32_t feature) {
    const double depth = away + dot(n, from_centre) + radius;
    if (!(depth > -margin)) return;
    found.add({a.at.p + from_centre + (radius - 0.5 * depth) * n, depth, feature});
  };
  if (shape.kind == ContactShapeKind::sphere) {
    corner({}, 0);
  } else if (shape.kind == ContactShapeKind::capsule) {
    corner(-shape.half.z * a.at.r.z, 1);
    corner(shape.half.z * a.at.r.z, 2);
  } else if (shape.kind == ContactShapeKind::box) {
    const Vec3<double> x = shape.half.x * a.at.r.x, y = shape.half.y * a.at.r.y,
                       z = shape.half.z * a.at.r.z;
    for (std::uint32_t k = 0; k < 8; ++k) {
      const Vec3<double> xy = (k & 1U ? x : -x) + (k & 2U ? y : -y);
      corner(xy + (k & 4U ? z : -z), k);
    }
  } else if (shape.kind == ContactShapeKind::hull) {
    std::uint32_t k = 0;
    for (const Vec3<double>& c : shape.hull->corners) corner(a.at.r * (shape.scale * c), k++);
  } else if (shape.kind == ContactShapeKind::cylinder) {
    // of each rim the lowest point, of the lower one those beside it and across too
    const Vec3<double> axis = shape.half.z * a.at.r.z;
    const Vec3<double> down = shape.radius * direction(n - dot(n, a.at.r.z) * a.at.r.z, a.at.r.x);
    const Vec3<double> beside = cross(a.at.r.z, down);
    const Vec3<double> low = dot(axis, n) < 0.0 ? -axis : axis;
    corner(low + down, 1);
    corner(-low + down, 2);
    corner(low + beside, 3);
    corner(low - beside, 4);
    corner(low - down, 5);
  }
  if (found.count == 0) return;
  out.normal = n;
  out.depth = found.points[0].depth;
  out.count = found.count;
  out.points = found.points;
}

}  // namespace treadle
