#include "narrow_phase.hpp"

#include "pairs.hpp"

namespace treadle {
namespace {

void touch_in_order(const Placed& a, const Placed& b, double margin, Manifold& out) {
  const ContactShapeKind second = b.shape.kind;
  if (a.shape.kind >= ContactShapeKind::plane) return;
  if (second == ContactShapeKind::plane) return touch_plane(a, b, margin, out);
  if (second == ContactShapeKind::heights) return touch_heights(a, b, margin, out);
  if (needs_library(a.shape.kind, second)) {
    const ConvexLibrary* library = convex_library();  // a plan asks for it before it needs it
    if (library != nullptr) touch_convex(a, b, *library, margin, out);
    return;
  }
  switch (a.shape.kind) {
    case ContactShapeKind::sphere:
      if (second == ContactShapeKind::sphere) return touch_sphere_sphere(a, b, margin, out);
      if (second == ContactShapeKind::capsule) return touch_sphere_capsule(a, b, margin, out);
      if (second == ContactShapeKind::cylinder) return touch_sphere_cylinder(a, b, margin, out);
      return touch_sphere_box(a, b, margin, out);
    case ContactShapeKind::capsule:
      if (second == ContactShapeKind::capsule) return touch_capsule_capsule(a, b, margin, out);
      return touch_capsule_box(a, b, margin, out);
    case ContactShapeKind::box:
      return touch_box_box(a, b, margin, out);
    case ContactShapeKind::cylinder:
    case ContactShapeKind::hull:
    case ContactShapeKind::plane:
    case ContactShapeKind::heights:
      return;
  }
}

}  // namespace

bool touch(const ContactShape& a, const Transform<double>& at_a, const ContactShape& b,
           const Transform<double>& at_b, double margin, Manifold& out) {
  out.count = 0;
  // of two capsules the longer axis is walked along, in both orders
  const bool in_order = a.kind != b.kind
                            ? a.kind < b.kind
                            : a.kind != ContactShapeKind::capsule || a.half.z >= b.half.z;
  if (in_order) {
    touch_in_order({a, at_a}, {b, at_b}, margin, out);
  } else {
    touch_in_order({b, at_b}, {a, at_a}, margin, out);
    out.normal = -out.normal;
  }
  return out.count > 0;
}

}  // namespace treadle
