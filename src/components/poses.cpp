#include "poses.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

Triple cross(const Triple& a, const Triple& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace

Orientation turn_after(const Orientation& a, const Orientation& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

// v + 2 u x (u x v + w v), which leaves v untouched where u is zero.
Triple turned(const Orientation& turn, const Triple& v) {
  const Triple u{turn[1], turn[2], turn[3]};
  Triple inner = cross(u, v);
  for (std::size_t i = 0; i < 3; ++i) inner[i] += turn[0] * v[i];
  const Triple outer = cross(u, inner);
  return {v[0] + 2.0 * outer[0], v[1] + 2.0 * outer[1], v[2] + 2.0 * outer[2]};
}

Triple placed(const Pose& outer, const Triple& point) {
  const Triple p = turned(outer.orientation, point);
  return {outer.position[0] + p[0], outer.position[1] + p[1], outer.position[2] + p[2]};
}

Pose chained(const Pose& outer, const Pose& inner) {
  return {placed(outer, inner.position), turn_after(outer.orientation, inner.orientation)};
}

Pose inverse_of(const Pose& pose) {
  const Orientation& q = pose.orientation;
  const Orientation back{q[0], -q[1], -q[2], -q[3]};
  const Triple p = turned(back, pose.position);
  return {{-p[0], -p[1], -p[2]}, back};
}

bool is_identity(const Pose& pose) {
  return pose.position == Pose{}.position && pose.orientation == Pose{}.orientation;
}

Orientation least_turn_to(const Triple& axis) {
  const double largest = std::max({std::abs(axis[0]), std::abs(axis[1]), std::abs(axis[2])});
  const Triple a{axis[0] / largest, axis[1] / largest, axis[2] / largest};
  const double length = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  const Triple z{a[0] / length, a[1] / length, a[2] / length};
  const double across = z[0] * z[0] + z[1] * z[1];
  if (z[2] < 0.0 && across == 0.0) return {0.0, 1.0, 0.0, 0.0};
  const double w = z[2] > 0.0 ? 1.0 + z[2] : across / (1.0 - z[2]);  // 1 + z without cancellation
  const double norm = std::sqrt(w * w + across);
  return {w / norm, -z[1] / norm, z[0] / norm, 0.0};
}

}  // namespace treadle
