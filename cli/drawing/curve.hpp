// Curves on paper: as path data for the file, as points to see what they run into.
#pragma once

#include "svg.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

struct Curve {
  std::string data;           ///< of an SVG path
  std::vector<Point> points;  ///< along it, a few pixels apart
  double length = 0.0;
};

/// A curve that leaves `from` towards `from_control` and arrives at `to` from `to_control`.
Curve bezier(Point from, Point from_control, Point to_control, Point to);

/// Straight lines with rounded corners.
Curve rounded_line(const std::vector<Point>& corners, double radius);

double distance(Point a, Point b);

}  // namespace treadle::cli
