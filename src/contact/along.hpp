// A capsule beside something convex. The square of the distance along its axis is convex, and its
// slope is a straight line between nodes, where the closest feature changes. (U3)
#pragma once

#include "closest.hpp"
#include "manifold.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace treadle {

/// Where the slope may bend, from -1 to 1, in rising order.
struct Nodes {
  std::array<double, 8> t{-1.0, 1.0};
  std::size_t count = 2;

  void add(double at) {
    if (at > -1.0 && at < 1.0) t[count++] = at;
  }
  void sort() { std::sort(t.begin(), t.begin() + static_cast<std::ptrdiff_t>(count)); }
};

/// Where a rising slope passes zero; the first place where it stays there.
template <class Slope>
double lowest_along(const Nodes& nodes, const Slope& slope) {
  double before = slope(nodes.t[0]);
  if (before >= 0.0) return nodes.t[0];
  for (std::size_t k = 1; k < nodes.count; ++k) {
    const double here = slope(nodes.t[k]);
    if (here >= 0.0) {
      const double share = -before / (here - before);
      return nodes.t[k - 1] + share * (nodes.t[k] - nodes.t[k - 1]);
    }
    before = here;
  }
  return nodes.t[nodes.count - 1];
}

/// A point of the axis, and the closest one of the core of the other shape.
struct Near {
  Vec3<double> p{}, q{};
};

/// Adds the point at t, or where the capsule lies level the outermost points that face the same
/// way. Normal and depth at t are in `out`.
template <class NearAt>
void spread_along(const Nodes& nodes, double t, bool level, double ra, double rb, double margin,
                  const NearAt& near_at, Manifold& out) {
  const auto depth_of = [&](const Near& n) { return ra + rb - norm(n.q - n.p); };
  const auto add = [&](const Near& n, std::uint32_t feature) {
    const double depth = depth_of(n);
    out.add(n.p + (ra - 0.5 * depth) * direction(n.q - n.p, out.normal), depth, feature);
  };
  const auto faces = [&](double at) {
    const Near n = near_at(at);
    return depth_of(n) > -margin && dot(direction(n.q - n.p, -out.normal), out.normal) > 0.99;
  };
  double low = t, high = t;
  if (level) {
    for (std::size_t k = 0; k < nodes.count; ++k) {
      const double at = nodes.t[k];
      if ((at < low || at > high) && faces(at)) (at < low ? low : high) = at;
    }
  }
  constexpr double same = 1e-3;  // of half the axis
  const bool has_low = low<t - same, has_high = high> t + same;
  if (has_low) add(near_at(low), 1);
  if (!(has_low && has_high)) add(near_at(t), has_low ? 2U : has_high ? 1U : 0U);
  if (has_high) add(near_at(high), 2);
}

/// A capsule lies level beside a normal, or beside another axis, below this sine.
constexpr double level_sine = 0.1;

}  // namespace treadle
