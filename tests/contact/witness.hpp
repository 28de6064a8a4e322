// Distances by brute force, for comparison: the difference of two cores is the hull of all
// differences of their corners, and every triple of these is looked at.
#pragma once

#include "src/contact/shape.hpp"
#include "src/spatial/quaternion.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace treadle::test {

using V = Vec3<double>;
using Frame = Transform<double>;

class Draw {
 public:
  explicit Draw(unsigned seed) : dice_(seed) {}
  double operator()(double low, double high) {
    return low + (high - low) * (static_cast<double>(dice_()) / 4294967296.0);
  }
  V vector(double size) {
    return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)};
  }
  Frame frame(double size) {
    Quaternion<double> q{1.0, 0.0, 0.0, 0.0};
    double square = 0.0;
    while (square < 0.01 || square > 1.0) {  // evenly over all rotations
      q = {(*this)(-1.0, 1.0), (*this)(-1.0, 1.0), (*this)(-1.0, 1.0), (*this)(-1.0, 1.0)};
      square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    }
    return {normalized(q).matrix(), vector(size)};
  }
  ContactShape shape(ContactShapeKind kind) {
    ContactShape s{kind, 0.0, {}};
    if (kind == ContactShapeKind::sphere || kind == ContactShapeKind::capsule)
      s.radius = (*this)(0.05, 0.5);
    if (kind == ContactShapeKind::capsule) s.half.z = (*this)(0.05, 1.0);
    if (kind == ContactShapeKind::box)
      s.half = {(*this)(0.1, 1.0), (*this)(0.1, 1.0), (*this)(0.1, 1.0)};
    return s;
  }

 private:
  std::mt19937 dice_;
};

/// Corners of what is left of a shape without its radius.
inline std::vector<V> core_of(const ContactShape& shape, const Frame& at) {
  std::vector<V> corners;
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) {
      for (const double z : {-1.0, 1.0}) {
        if (shape.kind == ContactShapeKind::sphere && x + y + z > -3.0) continue;
        if (shape.kind == ContactShapeKind::capsule && x + y > -2.0) continue;
        corners.push_back(at * V{x * shape.half.x, y * shape.half.y, z * shape.half.z});
      }
    }
  }
  return corners;
}

inline double from_segment(const V& a, const V& b) {
  const V d = b - a;
  const double square = dot(d, d);
  const double t = square > 0.0 ? std::fmin(1.0, std::fmax(0.0, -dot(a, d) / square)) : 0.0;
  return norm(a + t * d);
}

inline double from_triangle(const V& a, const V& b, const V& c) {
  const V n = cross(b - a, c - a);
  const double area = norm(n);
  const bool inside = area > 0.0 && dot(n, cross(b - a, -a)) >= 0.0 &&
                      dot(n, cross(c - b, -b)) >= 0.0 && dot(n, cross(a - c, -c)) >= 0.0;
  if (inside) return std::fabs(dot(n, a)) / area;
  return std::fmin(from_segment(a, b), std::fmin(from_segment(b, c), from_segment(c, a)));
}

/// Of the origin from the hull of points; negative inside. Outside it is -1 times nothing more than
/// a sign where `only_inside`.
inline double signed_distance(const std::vector<V>& points, bool only_inside) {
  double least_plane = std::numeric_limits<double>::infinity(), distance = least_plane;
  bool outside = false, solid = false;
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (!only_inside) distance = std::fmin(distance, norm(points[i]));
    for (std::size_t j = i + 1; j < n; ++j) {
      if (!only_inside) distance = std::fmin(distance, from_segment(points[i], points[j]));
      for (std::size_t k = j + 1; k < n; ++k) {
        const V &a = points[i], &b = points[j], &c = points[k];
        if (!only_inside) distance = std::fmin(distance, from_triangle(a, b, c));
        const V raw = cross(b - a, c - a);
        const double area = norm(raw);
        if (area < 1e-9) continue;
        const V u = (1.0 / area) * raw;
        double above = 0.0, below = 0.0;
        for (const V& p : points) {
          const double h = dot(u, p - a);
          above = h > above ? h : above;
          below = h < below ? h : below;
          if (above > 1e-10 && below < -1e-10) break;
        }
        if (above > 1e-10 && below < -1e-10) continue;
        if (above <= 1e-10 && below >= -1e-10) continue;  // all points in one plane
        solid = true;
        const double plane = above > 1e-10 ? -dot(u, a) : dot(u, a);  // > 0: the origin is inside
        outside = outside || plane < 0.0;
        least_plane = std::fmin(least_plane, plane);
      }
    }
  }
  return solid && !outside ? -least_plane : only_inside ? 1.0 : distance;
}

/// How deep b is in a, negative where they are apart; a sign alone where `only_inside`.
inline double true_depth(const ContactShape& a, const Frame& at_a, const ContactShape& b,
                         const Frame& at_b, bool only_inside = false) {
  const std::vector<V> core_a = core_of(a, at_a);
  if (b.kind == ContactShapeKind::plane) {
    double lowest = std::numeric_limits<double>::infinity();
    for (const V& p : core_a) lowest = std::fmin(lowest, dot(at_b.r.z, p - at_b.p));
    return a.radius - lowest;
  }
  std::vector<V> differences;
  for (const V& p : core_a) {
    for (const V& q : core_of(b, at_b)) differences.push_back(q - p);
  }
  return a.radius + b.radius - signed_distance(differences, only_inside);
}

}  // namespace treadle::test
