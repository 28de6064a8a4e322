// Two placed shapes -> where they touch.
#pragma once

#include "manifold.hpp"
#include "shape.hpp"

namespace treadle {

/// Whether the shapes are closer than `margin`, and where. Both orders of the shapes give the same
/// depth and opposite normals; further points of two level capsules of equal length, and which
/// four of many points two boxes keep, may differ. Planes and heights never touch each other.
/// Pairs with a hull, and most with a cylinder, need the library (convex_library.hpp): without it
/// they never touch. `out.choice` comes with the choice of the last step, or 0.
bool touch(const ContactShape& a, const Transform<double>& at_a, const ContactShape& b,
           const Transform<double>& at_b, double margin, Manifold& out);

}  // namespace treadle
