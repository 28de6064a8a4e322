// heights over a grid in the plane: a smooth surface with continuous slopes, level outside. A
// traced number cannot search a grid, so there is no code for it.
#pragma once

#include "dual.hpp"
#include "lanes.hpp"
#include "traced.hpp"

#include <cmath>
#include <vector>

namespace treadle {

/// Rows along x, one behind the other along y.
struct HeightMap {
  double x = 0.0, y = 0.0;    ///< of the first point
  double dx = 1.0, dy = 1.0;  ///< between points
  int columns = 0, rows = 0;
  std::vector<double> heights;

  [[nodiscard]] bool empty() const { return heights.empty(); }
};

/// Height, its slopes, and how these change.
template <Real S>
struct Ground {
  S height{}, along_x{}, along_y{};
};
struct LookedMap {
  double height = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0, yy = 0.0;
};

/// Weights of four neighbours in a row, and their first two derivatives: Hermite's cubic whose
/// slopes are those of the neighbours.
struct NeighbourWeights {
  double weight[4], first[4], second[4];
  int at;  ///< of the second of them

  NeighbourWeights(double place, int count) {
    const double last = count - 1;
    const bool outside = !(place > 0.0) || place >= last;
    const double held = !(place > 0.0) ? 0.0 : std::fmin(place, last);
    at = static_cast<int>(std::fmin(std::floor(held), last - 1.0));
    const double s = held - at, t = 1.0 - s;
    // slopes are differences over two cells
    const double start[4] = {0.0, 1.0, 0.0, 0.0}, end[4] = {0.0, 0.0, 1.0, 0.0};
    const double leaves[4] = {-0.5, 0.0, 0.5, 0.0}, arrives[4] = {0.0, -0.5, 0.0, 0.5};
    for (int k = 0; k < 4; ++k) {
      const double rise = end[k] - start[k], a = leaves[k] - rise, b = rise - arrives[k];
      weight[k] = start[k] + s * (rise + t * (t * a + s * b));
      first[k] = outside ? 0.0 : rise + t * (1.0 - 3.0 * s) * a + s * (2.0 - 3.0 * s) * b;
      second[k] = outside ? 0.0 : (6.0 * s - 4.0) * a + (2.0 - 6.0 * s) * b;
    }
  }
};

inline LookedMap look(const HeightMap& map, double x, double y) {
  const NeighbourWeights u((x - map.x) / map.dx, map.columns), v((y - map.y) / map.dy, map.rows);
  // mirrored at the edges, where it becomes level
  const auto held = [](int k, int count) {
    return k < 0 ? -k : k < count ? k : 2 * (count - 1) - k;
  };
  LookedMap out;
  for (int j = 0; j < 4; ++j) {
    double h = 0.0, hx = 0.0, hxx = 0.0;
    const int row = held(v.at + j - 1, map.rows) * map.columns;
    for (int i = 0; i < 4; ++i) {
      const double z = map.heights[static_cast<std::size_t>(row + held(u.at + i - 1, map.columns))];
      h += u.weight[i] * z;
      hx += u.first[i] * z;
      hxx += u.second[i] * z;
    }
    out.height += v.weight[j] * h;
    out.x += v.weight[j] * hx;
    out.xx += v.weight[j] * hxx;
    out.y += v.first[j] * h;
    out.xy += v.first[j] * hx;
    out.yy += v.second[j] * h;
  }
  out.x /= map.dx;
  out.xx /= map.dx * map.dx;
  out.y /= map.dy;
  out.yy /= map.dy * map.dy;
  out.xy /= map.dx * map.dy;
  return out;
}

inline Ground<double> ground_at(const HeightMap& map, double x, double y) {
  const LookedMap at = look(map, x, y);
  return {at.height, at.x, at.y};
}
inline Ground<Counted> ground_at(const HeightMap& map, Counted x, Counted y) {
  ++Counted::tally().other;
  const LookedMap at = look(map, value(x), value(y));
  return {Counted(at.height), Counted(at.x), Counted(at.y)};
}
inline Ground<Archetype> ground_at(const HeightMap& /*map*/, Archetype /*x*/, Archetype /*y*/) {
  return {};
}
inline Ground<Lanes> ground_at(const HeightMap& map, const Lanes& x, const Lanes& y) {
  Ground<Lanes> out;
  for (int i = 0; i < 4; ++i) {
    const LookedMap at = look(map, x[i], y[i]);
    out.height.set(i, at.height);
    out.along_x.set(i, at.x);
    out.along_y.set(i, at.y);
  }
  return out;
}
inline Ground<Dual> ground_at(const HeightMap& map, Dual x, Dual y) {
  const LookedMap at = look(map, x.number(), y.number());
  const double dx = x.slope(), dy = y.slope();
  return {Dual(at.height, at.x * dx + at.y * dy), Dual(at.x, at.xx * dx + at.xy * dy),
          Dual(at.y, at.xy * dx + at.yy * dy)};
}
/// Never called: models with a map are not traced (generate/generated.cpp).
template <class S>
Ground<S> ground_at(const HeightMap& map, const S& /*x*/, const S& /*y*/) {
  return {S(map.y), S(0.0), S(0.0)};
}

}  // namespace treadle
