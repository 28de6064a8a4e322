// Ball joint: a unit quaternion (w, x, y, z) and the angular velocity in the axes of the body.
#pragma once

#include "../spatial/quaternion.hpp"
#include "read_joint.hpp"

namespace treadle {

struct Spherical {
  static constexpr bool moving_subspace = false;
  static constexpr int nq = 4, nv = 3;
  static constexpr int quaternion_at = 0;
  static constexpr bool ball = true, flips_axis = false, in_child_axes = false;
  static constexpr std::array<CutRow, 3> cut{
      {{RowKind::point, 0, 0}, {RowKind::point, 1, 1}, {RowKind::point, 2, 2}}};

  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const S& /*pitch*/, Transform<S>& x) {
    x.p = f.p;
    x.r = f.r * Quaternion<S>{q[0], q[1], q[2], q[3]}.matrix();
  }
  template <Real S>
  static void subspace(const Transform<S>& /*f*/, const Transform<S>& x, const S& /*pitch*/,
                       Motion<S>* b) {
    b[0] = {cross(x.p, x.r.x), x.r.x};
    b[1] = {cross(x.p, x.r.y), x.r.y};
    b[2] = {cross(x.p, x.r.z), x.r.z};
  }
  template <Real S>
  static Motion<S> motion(const Transform<S>& x, const Motion<S>* /*b*/, const S* v) {
    const Vec3<S> w = x.r * Vec3<S>{v[0], v[1], v[2]};
    return {cross(x.p, w), w};
  }
  template <Real S>
  static void neutral(S* q) {
    q[0] = S(1.0);
    q[1] = q[2] = q[3] = S(0.0);
  }
  /// R exp(dv): the increment turns in the axes of the body.
  template <Real S>
  static void advance(const S* q, const S* dv, S* out) {
    const Quaternion<S> turned = normalized(Quaternion<S>{q[0], q[1], q[2], q[3]} *
                                            exponential(Vec3<S>{dv[0], dv[1], dv[2]}));
    out[0] = turned.w;
    out[1] = turned.x;
    out[2] = turned.y;
    out[3] = turned.z;
  }
  template <Real S>
  static void difference(const S* from, const S* to, S* dv) {
    const Vec3<S> theta = logarithm(conjugate(Quaternion<S>{from[0], from[1], from[2], from[3]}) *
                                    Quaternion<S>{to[0], to[1], to[2], to[3]});
    dv[0] = theta.x;
    dv[1] = theta.y;
    dv[2] = theta.z;
  }
  template <Real S>
  static void chart_rate(const S* dv, const S* v, S* rate) {
    const Vec3<S> r = rotation_vector_rate(Vec3<S>{dv[0], dv[1], dv[2]}, Vec3<S>{v[0], v[1], v[2]});
    rate[0] = r.x;
    rate[1] = r.y;
    rate[2] = r.z;
  }
  /// Half of q times the angular velocity. (I4)
  template <Real S>
  static void plain_rate(const S* q, const S* v, S* rate) {
    const Quaternion<S> turn = Quaternion<S>{q[0], q[1], q[2], q[3]} *
                               Quaternion<S>{S(0.0), S(0.5) * v[0], S(0.5) * v[1], S(0.5) * v[2]};
    rate[0] = turn.w;
    rate[1] = turn.x;
    rate[2] = turn.y;
    rate[3] = turn.z;
  }
  template <Real S>
  static void reverse(S* q, S* v) {
    const Vec3<S> turn =
        -(Quaternion<S>{q[0], q[1], q[2], q[3]}.matrix() * Vec3<S>{v[0], v[1], v[2]});
    for (int k = 1; k < 4; ++k) q[k] = -q[k];
    v[0] = turn.x;
    v[1] = turn.y;
    v[2] = turn.z;
  }
  static const Vec3<double>& axis(int k, const Mat3<double>& /*parent*/,
                                  const Mat3<double>& child) {
    return k == 0 ? child.x : k == 1 ? child.y : child.z;
  }
  static void read(const Transform<double>& x, double /*pitch*/, const double* before, double* q) {
    read_quaternion(x.r, before, q);
  }
  static void project(const Mat3<double>& child, const Vec3<double>& /*lin*/,
                      const Vec3<double>& ang, double* out) {
    put(transpose_times(child, ang), out);
  }
};

}  // namespace treadle
