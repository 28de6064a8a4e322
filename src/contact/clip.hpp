// A polygon cut by straight lines, and the four of its corners that carry best. (U5)
#pragma once

#include "manifold.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace treadle {

/// A convex polygon. Each corner knows the number of the side that leaves it: sides of the polygon
/// 0 to 3, sides that were cut 4 to 7. A corner is known by the sides that meet there.
struct Polygon {
  struct Corner {
    Vec3<double> p{};
    std::uint32_t side = 0;
  };
  std::array<Corner, 12> corners{};
  std::size_t count = 0;

  void add(const Vec3<double>& p, std::uint32_t side) { corners[count++] = {p, side}; }
  /// Both sides that meet in a corner as one number.
  [[nodiscard]] std::uint32_t feature(std::size_t k) const {
    return corners[(k + count - 1) % count].side * 8U + corners[k].side;
  }
};

/// What is left where excess(p) <= 0; excess is linear. The new side gets the number `side`.
template <class Excess>
Polygon cut(const Polygon& polygon, std::uint32_t side, const Excess& excess) {
  Polygon left;
  for (std::size_t k = 0; k < polygon.count; ++k) {
    const Polygon::Corner &a = polygon.corners[k], &b = polygon.corners[(k + 1) % polygon.count];
    const double ea = excess(a.p), eb = excess(b.p);
    const auto between = [&] { return a.p + (ea / (ea - eb)) * (b.p - a.p); };
    if (left.count + 2 > left.corners.size()) break;  // rounding made it less than convex
    if (ea <= 0.0) {
      left.add(a.p, a.side);
      if (eb > 0.0) left.add(between(), side);
    } else if (eb <= 0.0) {
      left.add(between(), a.side);
    }
  }
  return left;
}

/// Adds at most four of the points: the deepest, the one farthest from it, and those that span the
/// largest triangle to either side of their line. Of those that
/// are equal but for rounding the first. A point of the last time counts for a tenth more. (U22)
template <std::size_t N>
void add_best_four(const std::array<ContactPoint, N>& points, std::size_t count, Manifold& out) {
  const auto add = [&](std::size_t k) {
    out.points[static_cast<std::size_t>(out.count++)] = points[k];
  };
  if (count <= static_cast<std::size_t>(Manifold::most)) {
    for (std::size_t k = 0; k < count; ++k) add(k);
    return;
  }
  const auto best = [&](const auto& score) {
    std::size_t at = 0;
    for (std::size_t k = 1; k < count; ++k) {
      const double here = score(points[at]);
      if (score(points[k]) > here + 1e-9 * std::fabs(here)) at = k;
    }
    return at;
  };
  constexpr double more = 0.1;
  const auto favour = [&](const ContactPoint& p) { return out.was_taken(p.feature) ? more : 0.0; };
  const std::size_t first =
      best([&](const ContactPoint& p) { return p.depth + favour(p) * std::fabs(p.depth); });
  const Vec3<double> origin = points[first].place;
  const std::size_t second = best([&](const ContactPoint& p) {
    return (1.0 + favour(p)) * dot(p.place - origin, p.place - origin);
  });
  const Vec3<double> line = points[second].place - origin;
  const auto area = [&](const ContactPoint& p) {
    return dot(out.normal, cross(line, p.place - origin));
  };
  const std::size_t third = best([&](const auto&p) { return (1.0 + favour(p)) * area(p); }),
                    fourth = best([&](const auto&p) { return -(1.0 + favour(p)) * area(p); });
  add(first);
  if (second != first) add(second);
  const double nothing = 1e-9 * dot(line, line);  // on the line but for rounding
  if (area(points[third]) > nothing) add(third);
  if (area(points[fourth]) < -nothing) add(fourth);
}

}  // namespace treadle
