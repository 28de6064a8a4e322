// Shapes that can touch, as plain data, and the boxes round them that the broad phase compares.
#pragma once

#include "../spatial/spatial.hpp"

namespace treadle {

enum class ContactShapeKind { sphere, capsule, box, plane };

/// A shape in a frame of its own: a sphere about the origin; a capsule about a piece of the z axis;
/// a box about the origin; a plane with everything below z = 0 solid.
struct ContactShape {
  ContactShapeKind kind = ContactShapeKind::sphere;
  double radius = 0.0;  ///< of a sphere or a capsule
  Vec3<double> half{};  ///< half lengths of a box; z of a capsule: half the piece of its axis
};

inline ContactShape sphere_shape(double radius) { return {ContactShapeKind::sphere, radius, {}}; }
inline ContactShape capsule_shape(double radius, double half_length) {
  return {ContactShapeKind::capsule, radius, {0.0, 0.0, half_length}};
}
inline ContactShape box_shape(const Vec3<double>& half) {
  return {ContactShapeKind::box, 0.0, half};
}
inline ContactShape plane_shape() { return {ContactShapeKind::plane, 0.0, {}}; }

/// 1 / radius where the shape is round, 0 where it is flat: what Hertz asks for. (U2)
inline double curvature(const ContactShape& shape) {
  return shape.radius > 0.0 ? 1.0 / shape.radius : 0.0;
}

/// A box along the axes of the world.
struct Bounds {
  Vec3<double> low{}, high{};
};

/// Of a shape that stands at `at`, widened by `margin` on all sides. A plane has no end.
Bounds bounds_of(const ContactShape& shape, const Transform<double>& at, double margin);

inline bool overlap(const Bounds& a, const Bounds& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

}  // namespace treadle
