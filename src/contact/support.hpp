// The farthest point of a shape along a direction, in the frame of the shape. Spheres and capsules
// are a core with a radius round it; the core is what is asked for.
#pragma once

#include "hull.hpp"
#include "shape.hpp"

#include <cmath>

namespace treadle {

/// What lies round the core.
inline double skin_radius(const ContactShape& shape) {
  return shape.kind == ContactShapeKind::sphere || shape.kind == ContactShapeKind::capsule
             ? shape.radius
             : 0.0;
}

inline Vec3<double> farthest_in_core(const ContactShape& shape, const Vec3<double>& along) {
  switch (shape.kind) {
    case ContactShapeKind::capsule:
      return {0.0, 0.0, along.z < 0.0 ? -shape.half.z : shape.half.z};
    case ContactShapeKind::box:
      return {along.x < 0.0 ? -shape.half.x : shape.half.x,
              along.y < 0.0 ? -shape.half.y : shape.half.y,
              along.z < 0.0 ? -shape.half.z : shape.half.z};
    case ContactShapeKind::cylinder: {
      const double across = std::sqrt(along.x * along.x + along.y * along.y);
      const double share = across > 0.0 ? shape.radius / across : 0.0;
      return {share * along.x, share * along.y, along.z < 0.0 ? -shape.half.z : shape.half.z};
    }
    case ContactShapeKind::hull: {
      const Vec3<double>* best = shape.hull->corners.data();
      double most = dot(*best, along);
      for (const Vec3<double>& corner : shape.hull->corners) {
        const double here = dot(corner, along);
        if (here > most) {
          most = here;
          best = &corner;
        }
      }
      return shape.scale * *best;
    }
    case ContactShapeKind::sphere:
    case ContactShapeKind::plane:
    case ContactShapeKind::heights:
      break;
  }
  return {};
}

}  // namespace treadle
