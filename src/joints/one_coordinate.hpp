// What joints with one plain coordinate share: increments add up.
#pragma once

#include "../spatial/spatial.hpp"
#include "cut_row.hpp"

#include <array>

namespace treadle {

struct OneCoordinate {
  static constexpr int nq = 1, nv = 1;

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
