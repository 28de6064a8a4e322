// Rotation about the z axis of the joint frame.
#pragma once

#include "../spatial/spatial.hpp"
#include "cut_row.hpp"

#include <array>

namespace treadle {

struct Revolute {
  static constexpr int nq = 1, nv = 1;
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
  template <Real S>
  static void neutral(S* q) {
    q[0] = S(0.0);
  }
  template <Real S>
  static void advance(const S* q, const S* dv, S* out) {
    out[0] = q[0] + dv[0];
  }
  template <Real S>
  static void difference(const S* from, const S* to, S* dv) {
    dv[0] = to[0] - from[0];
  }
  template <Real S>
  static void chart_rate(const S* /*dv*/, const S* v, S* rate) {
    rate[0] = v[0];
  }
};

}  // namespace treadle
