// Rotation about and translation along the z axis of the joint frame: angle, displacement.
#pragma once

#include "plain_coordinates.hpp"

namespace treadle {

struct Cylindrical : PlainCoordinates<2> {
  static constexpr bool flips_axis = true;
  static constexpr std::array<CutRow, 4> cut{{{RowKind::offset, 0, 0},
                                              {RowKind::offset, 1, 1},
                                              {RowKind::square, 2, 0},
                                              {RowKind::square, 2, 1}}};

  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const S& /*pitch*/, Transform<S>& x) {
    x.p = f.p + q[1] * f.r.z;
    x.r = turned_about_z(f.r, q[0]);
  }
  template <Real S>
  static void subspace(const Transform<S>& /*f*/, const Transform<S>& x, const S& /*pitch*/,
                       Motion<S>* b) {
    b[0] = {cross(x.p, x.r.z), x.r.z};
    b[1] = {x.r.z, {S(0.0), S(0.0), S(0.0)}};
  }
  static void read(const Transform<double>& x, double /*pitch*/, const double* before, double* q) {
    q[0] = angle_near(angle_about_z(x.r), before[0]);
    q[1] = x.p.z;
  }
  static void project(const Mat3<double>& /*child*/, const Vec3<double>& lin,
                      const Vec3<double>& ang, double* out) {
    out[0] = ang.z;
    out[1] = lin.z;
  }
};

}  // namespace treadle
