// A rigid body that nothing joins, by itself: what a load makes of it.
#pragma once

#include "spatial.hpp"

namespace treadle {

/// Inverse of a symmetric matrix.
inline Sym3<double> inverse_of(const Sym3<double>& j) {
  const double a = j.yy * j.zz - j.yz * j.yz, b = j.xz * j.yz - j.xy * j.zz,
               c = j.xy * j.yz - j.xz * j.yy, one = 1.0 / (j.xx * a + j.xy * b + j.xz * c);
  return {one * a, one * (j.xx * j.zz - j.xz * j.xz), one * (j.xx * j.yy - j.xy * j.xy), one * b,
          one * c, one * (j.xy * j.xz - j.xx * j.yz)};
}

/// In its own axes; the centre of mass may lie beside the origin. (D9)
struct LoneBody {
  Vec3<double> center{};
  double mass = 0.0;
  Sym3<double> inertia{}, inverse{};  ///< about the centre of mass

  /// By a load at the origin.
  [[nodiscard]] Motion<double> acceleration(const Force<double>& load) const {
    const Vec3<double> turn = inverse * (load.ang - cross(center, load.lin));
    return {(1.0 / mass) * load.lin - cross(turn, center), turn};
  }
  [[nodiscard]] double kinetic(const Motion<double>& v) const {
    const Vec3<double> lin = v.lin + cross(v.ang, center);
    return 0.5 * (mass * dot(lin, lin) + dot(v.ang, inertia * v.ang));
  }
};

}  // namespace treadle
