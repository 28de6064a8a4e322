#include "to_quaternion.hpp"

#include <cmath>

namespace treadle {

std::array<double, 4> to_quaternion(const Mat3<double>& r) {
  // the largest of the four squares is a safe divisor
  const double trace = r.x.x + r.y.y + r.z.z;
  std::array<double, 4> q{};
  if (trace >= r.x.x && trace >= r.y.y && trace >= r.z.z) {
    q = {1.0 + trace, r.y.z - r.z.y, r.z.x - r.x.z, r.x.y - r.y.x};
  } else if (r.x.x >= r.y.y && r.x.x >= r.z.z) {
    q = {r.y.z - r.z.y, 1.0 + 2.0 * r.x.x - trace, r.x.y + r.y.x, r.z.x + r.x.z};
  } else if (r.y.y >= r.z.z) {
    q = {r.z.x - r.x.z, r.x.y + r.y.x, 1.0 + 2.0 * r.y.y - trace, r.y.z + r.z.y};
  } else {
    q = {r.x.y - r.y.x, r.z.x + r.x.z, r.y.z + r.z.y, 1.0 + 2.0 * r.z.z - trace};
  }
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double scale = (q[0] < 0.0 ? -1.0 : 1.0) / length;
  for (double& x : q) x *= scale;
  return q;
}

}  // namespace treadle
