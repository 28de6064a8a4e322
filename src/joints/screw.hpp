// Rotation about z that advances along z: pitch metres for each turn.
#pragma once

#include "plain_coordinates.hpp"

namespace treadle {

struct Screw : PlainCoordinates<1> {
  static constexpr bool flips_axis = true;
  static constexpr std::array<CutRow, 5> cut{{{RowKind::offset, 0, 0},
                                              {RowKind::offset, 1, 1},
                                              {RowKind::square, 2, 0},
                                              {RowKind::square, 2, 1},
                                              {RowKind::thread, 2, 2}}};

  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const S& pitch, Transform<S>& x) {
    x.p = f.p + (S(0.15915494309189535) * pitch * q[0]) * f.r.z;
    x.r = turned_about_z(f.r, q[0]);
  }
  template <Real S>
  static void subspace(const Transform<S>& /*f*/, const Transform<S>& x, const S& pitch,
                       Motion<S>* b) {
    b[0] = {cross(x.p, x.r.z) + (S(0.15915494309189535) * pitch) * x.r.z, x.r.z};
  }
  /// The advance counts the turns.
  static void read(const Transform<double>& x, double pitch, const double* /*before*/, double* q) {
    q[0] = angle_near(angle_about_z(x.r), 2.0 * std::numbers::pi * x.p.z / pitch);
  }
  static void project(const Mat3<double>& /*child*/, const Vec3<double>& /*lin*/,
                      const Vec3<double>& ang, double* out) {
    out[0] = ang.z;
  }
};

}  // namespace treadle
