// What joints with plain coordinates share: rates are velocities, increments add up.
#pragma once

#include "read_joint.hpp"

namespace treadle {

template <int N>
struct PlainCoordinates {
  static constexpr int nq = N, nv = N;
  static constexpr bool moving_subspace =
      false;  ///< B changes as seen from the parent, beyond its carrying along
  static constexpr int quaternion_at = -1;      ///< where a quaternion begins among q; -1: none
  static constexpr bool ball = false;           ///< turns freely about a point, and no more
  static constexpr bool flips_axis = false;     ///< reversed, it is itself with its z turned round
  static constexpr bool in_child_axes = false;  ///< its linear velocity is in axes of the child

  template <Real S>
  static void neutral(S* q) {
    for (int k = 0; k < N; ++k) q[k] = S(0.0);
  }
  template <Real S>
  static void advance(const S* q, const S* dv, S* out) {
    for (int k = 0; k < N; ++k) out[k] = q[k] + dv[k];
  }
  template <Real S>
  static void difference(const S* from, const S* to, S* dv) {
    for (int k = 0; k < N; ++k) dv[k] = to[k] - from[k];
  }
  template <Real S>
  static void chart_rate(const S* /*dv*/, const S* v, S* rate) {
    for (int k = 0; k < N; ++k) rate[k] = v[k];
  }
  /// How fast the numbers q change.
  template <Real S>
  static void plain_rate(const S* /*q*/, const S* v, S* rate) {
    for (int k = 0; k < N; ++k) rate[k] = v[k];
  }
  /// Coordinates and velocities of the child seen from the parent, seen from the other end.
  template <Real S>
  static void reverse(S* /*q*/, S* /*v*/) {}
  /// Direction of a coordinate, in the axes that parent and child are given in.
  static const Vec3<double>& axis(int /*k*/, const Mat3<double>& parent,
                                  const Mat3<double>& /*child*/) {
    return parent.z;
  }
  template <Real S>
  static Motion<S> motion(const Transform<S>& /*x*/, const Motion<S>* b, const S* v) {
    Motion<S> sum = v[0] * b[0];
    for (int k = 1; k < N; ++k) sum += v[k] * b[k];
    return sum;
  }
};

/// A frame turned by q about its z axis.
template <Real S>
Mat3<S> turned_about_z(const Mat3<S>& r, const S& q) {
  const SinCos<S> t = sincos(q);
  return {t.cos * r.x + t.sin * r.y, t.cos * r.y - t.sin * r.x, r.z};
}

}  // namespace treadle
