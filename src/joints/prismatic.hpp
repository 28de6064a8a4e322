// Translation along the z axis of the joint frame.
#pragma once

#include "../spatial/spatial.hpp"
#include "cut_row.hpp"

#include <array>

namespace treadle {

struct Prismatic {
  static constexpr int nq = 1, nv = 1;
  static constexpr std::array<CutRow, 5> cut{{{RowKind::offset, 0, 0},
                                              {RowKind::offset, 1, 1},
                                              {RowKind::square, 1, 2},
                                              {RowKind::square, 2, 0},
                                              {RowKind::square, 0, 1}}};

  template <Real S>
  static void transform(const S* q, const Transform<S>& f, Transform<S>& x) {
    x.p = f.p + q[0] * f.r.z;
    x.r = f.r;
  }
  template <Real S>
  static void subspace(const Transform<S>& x, Motion<S>* b) {
    b[0] = {x.r.z, {S(0.0), S(0.0), S(0.0)}};
  }
  template <Real S>
  static Motion<S> motion(const Transform<S>& x, const Motion<S>* /*b*/, const S* v) {
    return {v[0] * x.r.z, {S(0.0), S(0.0), S(0.0)}};
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
