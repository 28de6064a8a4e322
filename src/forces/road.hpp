// Height and slope of a road under a point.
#pragma once

#include "../scalar/height_map.hpp"
#include "../spatial/spatial.hpp"

namespace treadle {

/// Height is a function of the distance along one direction, or lies on a map. (TY1)
template <Real S>
struct Road {
  bool is_sine = false;
  S height{};
  S along_x{}, along_y{};  ///< unit vector of the direction
  S amplitude{}, wave_number{};
  LookupTable heights;  ///< over the distance, with
  LookupTable slopes;   ///< their derivative, at many points
  HeightMap map;

  [[nodiscard]] bool is_flat() const { return !is_sine && heights.empty() && map.empty(); }

  struct Place {
    S height;
    Vec3<S> normal;
  };
  [[nodiscard]] Place under(const Vec3<S>& point) const {
    if (is_flat()) return {height, {S(0.0), S(0.0), S(1.0)}};
    const S distance = along_x * point.x + along_y * point.y;
    S h = height, slope(0.0);
    if (!map.empty()) {
      const Ground<S> there = ground_at(map, distance, along_x * point.y - along_y * point.x);
      const S inverse =
          S(1.0) / sqrt(S(1.0) + there.along_x * there.along_x + there.along_y * there.along_y);
      return {h + there.height,
              {inverse * (along_y * there.along_y - along_x * there.along_x),
               -(inverse * (along_y * there.along_x + along_x * there.along_y)), inverse}};
    }
    if (is_sine) {
      const SinCos<S> wave = sincos(wave_number * distance);
      h += amplitude * wave.sin;
      slope = amplitude * wave_number * wave.cos;
    } else {
      h += lookup(heights, distance);
      slope = lookup(slopes, distance);
    }
    const S inverse = S(1.0) / sqrt(S(1.0) + slope * slope);
    return {h, {-(inverse * slope * along_x), -(inverse * slope * along_y), inverse}};
  }
};

}  // namespace treadle
