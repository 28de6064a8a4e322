// Plane polygons: the outline of an extrusion.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace treadle {

using Outline = std::vector<std::array<double, 2>>;

inline constexpr std::size_t most_corners = 10'000;  ///< each side is compared with each other

/// Throws ShapeError unless the polygon is simple and counter-clockwise.
void check_outline(const Outline& outline);

/// Area, its centre, and the integrals of x^2, y^2 and x y about the centre.
struct MomentsOfArea {
  double area = 0.0;
  std::array<double, 2> center{0.0, 0.0};
  double xx = 0.0, yy = 0.0, xy = 0.0;
};

MomentsOfArea moments_of_area(const Outline& outline);

}  // namespace treadle
