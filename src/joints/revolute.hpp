// Rotation about the z axis of the joint frame.
#pragma once

#include "one_coordinate.hpp"

namespace treadle {

struct Revolute : OneCoordinate {
  static constexpr std::array<CutRow, 5> cut{{{RowKind::point, 0, 0},
                                              {RowKind::point, 1, 1},
                                              {RowKind::point, 2, 2},
                                              {RowKind::square, 2, 0},
                                              {RowKind::square, 2, 1}}};

  /// Body frame from the joint frame f on the inboard side.
  template <Real S>
  static void transform(const S* q, const Transform<S>& f, Transform<S>& x) {
    const SinCos<S> t = sincos(q[0]);
    x.p = f.p;
    x.r = {t.cos * f.r.x + t.sin * f.r.y, t.cos * f.r.y - t.sin * f.r.x, f.r.z};
  }
  /// Columns of B_j of equation (4): motion of the body for each unit velocity.
  template <Real S>
  static void subspace(const Transform<S>& x, Motion<S>* b) {
    b[0] = {cross(x.p, x.r.z), x.r.z};
  }
  template <Real S>
  static Motion<S> motion(const Transform<S>& /*x*/, const Motion<S>* b, const S* v) {
    return v[0] * b[0];
  }
};

}  // namespace treadle
