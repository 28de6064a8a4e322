#include "outline.hpp"

#include "../base/text.hpp"
#include "mass_of_shape.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace treadle {

namespace {

using Point = std::array<double, 2>;

// Twice the signed area of a triangle: positive where c lies to the left of the way from a to b.
double left_of(const Point& a, const Point& b, const Point& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

int sign(double x) { return x > 0.0 ? 1 : (x < 0.0 ? -1 : 0); }

bool apart(double a, double b, double c, double d) {
  return std::max(a, b) < std::min(c, d) || std::max(c, d) < std::min(a, b);
}

// Whether the sides a-b and c-d have a point in common, ends included.
bool meet(const Point& a, const Point& b, const Point& c, const Point& d) {
  if (apart(a[0], b[0], c[0], d[0]) || apart(a[1], b[1], c[1], d[1])) return false;
  return sign(left_of(a, b, c)) * sign(left_of(a, b, d)) <= 0 &&
         sign(left_of(c, d, a)) * sign(left_of(c, d, b)) <= 0;
}

// Whether the way a-b-c turns back onto itself.
bool turns_back(const Point& a, const Point& b, const Point& c) {
  const double forth = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
  return left_of(a, b, c) == 0.0 && forth < 0.0;
}

std::string show(const Point& p) {
  return "(" + short_number(p[0]) + ", " + short_number(p[1]) + ")";
}

void check_corners(const Outline& o) {
  const std::size_t n = o.size();
  if (n < 3)
    throw ShapeError("the outline has " + std::to_string(n) + " points; at least 3 are needed");
  if (n > most_corners) {
    throw ShapeError("the outline has " + std::to_string(n) + " points, more than " +
                     std::to_string(most_corners) + "; use a mesh");
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(o[i][0]) || !std::isfinite(o[i][1])) {
      throw ShapeError("point " + std::to_string(i) + " of the outline is not finite");
    }
  }
  if (o.front() == o.back()) {
    throw ShapeError("the last point of the outline repeats the first, " + show(o[0]) +
                     "; leave it out, the outline closes by itself");
  }
  for (std::size_t i = 1; i < n; ++i) {
    if (o[i] != o[i - 1]) continue;
    throw ShapeError("point " + std::to_string(i) + " of the outline repeats the one before, " +
                     show(o[i]));
  }
}

void check_simple(const Outline& o) {
  const std::size_t n = o.size();
  const auto at = [&](std::size_t i) -> const Point& { return o[i % n]; };
  for (std::size_t i = 0; i < n; ++i) {
    if (turns_back(at(i), at(i + 1), at(i + 2))) {
      throw ShapeError("the outline turns back onto itself at " + show(at(i + 1)));
    }
    for (std::size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;  // neighbours across the end of the list
      if (!meet(at(i), at(i + 1), at(j), at(j + 1))) continue;
      throw ShapeError("the outline meets itself: its side from " + show(at(i)) + " to " +
                       show(at(i + 1)) + " and its side from " + show(at(j)) + " to " +
                       show(at(j + 1)));
    }
  }
}

}  // namespace

void check_outline(const Outline& outline) {
  check_corners(outline);
  check_simple(outline);
  if (moments_of_area(outline).area < 0.0) {
    throw ShapeError("the outline runs clockwise; reverse the order of its points");
  }
}

MomentsOfArea moments_of_area(const Outline& outline) {
  // Triangles fanned from the first corner, so that an outline far away loses nothing.
  MomentsOfArea m;
  double sx = 0.0, sy = 0.0;
  const Point origin = outline.empty() ? Point{} : outline[0];
  for (std::size_t i = 1; i + 1 < outline.size(); ++i) {
    const double ax = outline[i][0] - origin[0], ay = outline[i][1] - origin[1];
    const double bx = outline[i + 1][0] - origin[0], by = outline[i + 1][1] - origin[1];
    const double area = (ax * by - ay * bx) / 2.0;
    m.area += area;
    sx += area * (ax + bx) / 3.0;
    sy += area * (ay + by) / 3.0;
    m.xx += area * (ax * ax + ax * bx + bx * bx) / 6.0;
    m.yy += area * (ay * ay + ay * by + by * by) / 6.0;
    m.xy += area * (2.0 * ax * ay + ax * by + bx * ay + 2.0 * bx * by) / 12.0;
  }
  if (m.area == 0.0) return m;

  const double cx = sx / m.area, cy = sy / m.area;
  m.center = {origin[0] + cx, origin[1] + cy};
  m.xx -= sx * cx;
  m.yy -= sy * cy;
  m.xy -= sx * cy;
  return m;
}

}  // namespace treadle
