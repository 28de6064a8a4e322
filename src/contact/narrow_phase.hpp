// Two placed shapes -> where they touch.
#pragma once

#include "manifold.hpp"
#include "shape.hpp"

namespace treadle {

/// Whether the shapes are closer than `margin`, and where. Both orders of the shapes give the same
/// depth and opposite normals; further points of two level capsules of equal length, and which
/// four of many points two boxes keep, may differ. Two planes never touch.
bool touch(const ContactShape& a, const Transform<double>& at_a, const ContactShape& b,
           const Transform<double>& at_b, double margin, Manifold& out);

}  // namespace treadle
