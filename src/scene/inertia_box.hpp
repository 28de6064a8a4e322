// The block and the disc that have a body's inertia.
#pragma once

#include "../describe/description.hpp"
#include "../spatial/spatial.hpp"

#include <optional>

namespace treadle {

/// A homogeneous block with the body's mass and inertia, in the body's frame.
struct InertiaBox {
  Mat3<double> axes = Mat3<double>::identity();  ///< principal axes, right-handed
  Vec3<double> moments{};                        ///< principal moments
  Vec3<double> size{};                           ///< edges along the axes
};
InertiaBox inertia_box(const BodyItem& body);

/// A disc or ring: two equal moments and a larger third.
struct InertiaDisc {
  Vec3<double> axis{};
  double radius = 0.0, width = 0.0;
};
std::optional<InertiaDisc> inertia_disc(const BodyItem& body);

}  // namespace treadle
