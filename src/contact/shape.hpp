// Shapes that can touch, as plain data, and the boxes round them that the broad phase compares.
#pragma once

#include "../spatial/spatial.hpp"

namespace treadle {

struct HeightMap;
struct Hull;

enum class ContactShapeKind { sphere, capsule, box, cylinder, hull, plane, heights };

/// A shape in a frame of its own: a sphere about the origin; a capsule about a piece of the z axis;
/// a box about the origin; a cylinder about the z axis; a hull about the middle of its box; a plane
/// with everything below z = 0 solid; heights with everything below them solid.
struct ContactShape {
  ContactShapeKind kind = ContactShapeKind::sphere;
  double radius = 0.0;  ///< of a sphere, a capsule or a cylinder
  /// Half lengths of a box, and of the box round a hull; z of a capsule or a cylinder: half the
  /// piece of its axis.
  Vec3<double> half{};
  double scale = 1.0;          ///< of a hull
  const Hull* hull = nullptr;  ///< must outlive the shape, as must the map
  const HeightMap* map = nullptr;
};

inline ContactShape sphere_shape(double radius) {
  return {ContactShapeKind::sphere, radius, {}, 1.0, nullptr, nullptr};
}
inline ContactShape capsule_shape(double radius, double half_length) {
  return {ContactShapeKind::capsule, radius, {0.0, 0.0, half_length}, 1.0, nullptr, nullptr};
}
inline ContactShape box_shape(const Vec3<double>& half) {
  return {ContactShapeKind::box, 0.0, half, 1.0, nullptr, nullptr};
}
inline ContactShape cylinder_shape(double radius, double half_length) {
  return {ContactShapeKind::cylinder, radius, {0.0, 0.0, half_length}, 1.0, nullptr, nullptr};
}
inline ContactShape plane_shape() {
  return {ContactShapeKind::plane, 0.0, {}, 1.0, nullptr, nullptr};
}
/// About the middle of the hull's box: its frame has to be moved by scale times `hull.middle`.
ContactShape hull_shape(const Hull& hull, double scale);
inline ContactShape heights_shape(const HeightMap& map) {
  return {ContactShapeKind::heights, 0.0, {}, 1.0, nullptr, &map};
}

/// 1 / radius where the shape is round, 0 where it is flat: what Hertz asks for. (U2)
inline double curvature(const ContactShape& shape) {
  return shape.radius > 0.0 ? 1.0 / shape.radius : 0.0;
}

/// Half of what has to be passed to come through a shape; 0 for what has no other side.
double half_thickness(const ContactShape& shape);

/// A box along the axes of the world.
struct Bounds {
  Vec3<double> low{}, high{};
};

/// Of a shape that stands at `at`, widened by `margin` on all sides. A plane has no end.
Bounds bounds_of(const ContactShape& shape, const Transform<double>& at, double margin);

/// Round both.
inline Bounds both(const Bounds& a, const Bounds& b) {
  const auto least = [](double x, double y) { return x < y ? x : y; };
  const auto most = [](double x, double y) { return x < y ? y : x; };
  return {{least(a.low.x, b.low.x), least(a.low.y, b.low.y), least(a.low.z, b.low.z)},
          {most(a.high.x, b.high.x), most(a.high.y, b.high.y), most(a.high.z, b.high.z)}};
}

inline bool overlap(const Bounds& a, const Bounds& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

}  // namespace treadle
