// Translation along the z axis of the joint frame.
#pragma once

#include "plain_coordinates.hpp"

namespace treadle {

struct Prismatic : PlainCoordinates<1> {
  static constexpr bool flips_axis = true;
  static constexpr std::array<CutRow, 5> cut{{{RowKind::offset, 0, 0},
                                              {RowKind::offset, 1, 1},
                                              {RowKind::square, 1, 2},
                                              {RowKind::square, 2, 0},
                                              {RowKind::square, 0, 1}}};

  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const S& /*pitch*/, Transform<S>& x) {
    x.p = f.p + q[0] * f.r.z;
    x.r = f.r;
  }
  template <Real S>
  static void subspace(const Transform<S>& /*f*/, const Transform<S>& x, const S& /*pitch*/,
                       Motion<S>* b) {
    b[0] = {x.r.z, {S(0.0), S(0.0), S(0.0)}};
  }
  template <Real S>
  static Motion<S> motion(const Transform<S>& x, const Motion<S>* /*b*/, const S* v) {
    return {v[0] * x.r.z, {S(0.0), S(0.0), S(0.0)}};
  }
  static void read(const Transform<double>& x, double /*pitch*/, const double* /*before*/,
                   double* q) {
    q[0] = x.p.z;
  }
  static void project(const Mat3<double>& /*child*/, const Vec3<double>& lin,
                      const Vec3<double>& /*ang*/, double* out) {
    out[0] = lin.z;
  }
};

}  // namespace treadle
