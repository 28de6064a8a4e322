// Pairs of shapes in closed form. Each fills the manifold, which comes empty, with points whose
// depth is above -margin; the first shape has the lower kind.
#pragma once

#include "convex_library.hpp"
#include "manifold.hpp"
#include "shape.hpp"

namespace treadle {

/// A shape and where its frame is.
struct Placed {
  const ContactShape& shape;
  const Transform<double>& at;
};

void touch_sphere_sphere(const Placed& a, const Placed& b, double margin, Manifold& out);
void touch_sphere_capsule(const Placed& a, const Placed& b, double margin, Manifold& out);
void touch_sphere_box(const Placed& a, const Placed& b, double margin, Manifold& out);
void touch_capsule_capsule(const Placed& a, const Placed& b, double margin, Manifold& out);
void touch_capsule_box(const Placed& a, const Placed& b, double margin, Manifold& out);
void touch_box_box(const Placed& a, const Placed& b, double margin, Manifold& out);
void touch_sphere_cylinder(const Placed& a, const Placed& b, double margin, Manifold& out);
void touch_convex(const Placed& a, const Placed& b, const ConvexLibrary& library, double margin,
                  Manifold& out);
void touch_heights(const Placed& a, const Placed& ground, double margin, Manifold& out);
void touch_plane(const Placed& a, const Placed& plane, double margin, Manifold& out);

}  // namespace treadle
