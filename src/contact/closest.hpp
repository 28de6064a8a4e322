// Closest points: what closed forms of pairs are made of.
#pragma once

#include "../spatial/spatial.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

/// A component by its number.
inline double part(const Vec3<double>& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }
inline double& part(Vec3<double>& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }
inline const Vec3<double>& axis_of(const Mat3<double>& r, int i) {
  return i == 0 ? r.x : i == 1 ? r.y : r.z;
}

/// v / |v|, or another direction where v has none. No overflow and no underflow on the way.
inline Vec3<double> direction(const Vec3<double>& v, const Vec3<double>& otherwise) {
  const double most = std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
  if (!(most > 1e-300) || !std::isfinite(most)) return otherwise;
  const Vec3<double> w{v.x / most, v.y / most, v.z / most};
  return (1.0 / norm(w)) * w;
}

/// A direction across a unit vector.
inline Vec3<double> any_across(const Vec3<double>& u) {
  const double x = std::fabs(u.x), y = std::fabs(u.y), z = std::fabs(u.z);
  const Vec3<double> least = x <= y && x <= z ? Vec3<double>{1.0, 0.0, 0.0}
                             : y <= z         ? Vec3<double>{0.0, 1.0, 0.0}
                                              : Vec3<double>{0.0, 0.0, 1.0};
  return direction(cross(u, least), {0.0, 0.0, 1.0});
}

/// The place on centre + s arm, s from -1 to 1, that is closest to p.
inline double closest_on_segment(const Vec3<double>& centre, const Vec3<double>& arm,
                                 const Vec3<double>& p) {
  const double square = dot(arm, arm);
  return square > 0.0 ? std::clamp(dot(p - centre, arm) / square, -1.0, 1.0) : 0.0;
}

/// The point of a box about the origin that is closest to p.
inline Vec3<double> closest_in_box(const Vec3<double>& half, const Vec3<double>& p) {
  return {std::clamp(p.x, -half.x, half.x), std::clamp(p.y, -half.y, half.y),
          std::clamp(p.z, -half.z, half.z)};
}

}  // namespace treadle
