// Reading a joint's coordinates from the pose of its child in the axes of its parent: what joints
// need for their `read`, whose numbers may continue those `before`.
#pragma once

#include "../spatial/spatial.hpp"
#include "../spatial/to_quaternion.hpp"
#include "cut_row.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace treadle {

inline void put(const Vec3<double>& a, double* out) {
  out[0] = a.x;
  out[1] = a.y;
  out[2] = a.z;
}

/// The same angle in the turn that is nearest to a guess.
inline double angle_near(double angle, double guess) {
  constexpr double turn = 2.0 * std::numbers::pi;
  return angle + turn * std::round((guess - angle) / turn);
}

/// The one of the two quaternions of a rotation that is nearer to the one before.
inline void read_quaternion(const Mat3<double>& r, const double* before, double* out) {
  const std::array<double, 4> q = to_quaternion(r);
  double side = 0.0;
  for (std::size_t k = 0; k < 4; ++k) side += q[k] * before[k];
  for (std::size_t k = 0; k < 4; ++k) out[k] = side < 0.0 ? -q[k] : q[k];
}

inline double angle_about_z(const Mat3<double>& r) { return std::atan2(r.x.y, r.x.x); }

}  // namespace treadle
