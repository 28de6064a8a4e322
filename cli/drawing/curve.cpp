#include "curve.hpp"

#include <algorithm>
#include <cmath>

namespace treadle::cli {

namespace {

constexpr double between_points = 4.0;

std::string at(Point p) { return svg_number(p.x) + " " + svg_number(p.y); }

Point mix(Point a, Point b, double s) { return {a.x + s * (b.x - a.x), a.y + s * (b.y - a.y)}; }

double length_of(const std::vector<Point>& points) {
  double sum = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i) sum += distance(points[i - 1], points[i]);
  return sum;
}

}  // namespace

double distance(Point a, Point b) { return std::hypot(b.x - a.x, b.y - a.y); }

Curve bezier(Point from, Point from_control, Point to_control, Point to) {
  Curve curve;
  curve.data = "M" + at(from) + "C" + at(from_control) + " " + at(to_control) + " " + at(to);
  const double rough =
      distance(from, from_control) + distance(from_control, to_control) + distance(to_control, to);
  const int pieces = std::clamp(static_cast<int>(rough / between_points), 8, 400);
  for (int i = 0; i <= pieces; ++i) {
    const double s = static_cast<double>(i) / pieces;
    const Point a = mix(from, from_control, s), b = mix(from_control, to_control, s),
                c = mix(to_control, to, s);
    curve.points.push_back(mix(mix(a, b, s), mix(b, c, s), s));
  }
  curve.length = length_of(curve.points);
  return curve;
}

Curve rounded_line(const std::vector<Point>& corners, double radius) {
  Curve curve;
  curve.data = "M" + at(corners.front());
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const double before = distance(corners[i - 1], corners[i]);
    const double after = distance(corners[i], corners[i + 1]);
    const double r = std::min({radius, before / 2.0, after / 2.0});
    if (r <= 0.0) continue;
    curve.data += "L" + at(mix(corners[i], corners[i - 1], r / before)) + "Q" + at(corners[i]) +
                  " " + at(mix(corners[i], corners[i + 1], r / after));
  }
  curve.data += "L" + at(corners.back());
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const int pieces =
        std::max(1, static_cast<int>(distance(corners[i - 1], corners[i]) / between_points));
    for (int k = 0; k < pieces; ++k) {
      curve.points.push_back(mix(corners[i - 1], corners[i], static_cast<double>(k) / pieces));
    }
  }
  curve.points.push_back(corners.back());
  curve.length = length_of(curve.points);
  return curve;
}

}  // namespace treadle::cli
