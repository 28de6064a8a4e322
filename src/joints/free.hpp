// No constraint: position (x, y, z) in the joint frame, a unit quaternion (w, x, y, z), and the
// velocity of the body's origin and its angular velocity, both in the axes of the body.
#pragma once

#include "spherical.hpp"

namespace treadle {

struct Free {
  static constexpr bool moving_subspace = false;
  static constexpr int nq = 7, nv = 6;
  static constexpr int quaternion_at = 3;
  static constexpr bool ball = false, flips_axis = false, in_child_axes = true;
  static constexpr std::array<CutRow, 0> cut{};

  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const S& /*pitch*/, Transform<S>& x) {
    x.p = f * Vec3<S>{q[0], q[1], q[2]};
    x.r = f.r * Quaternion<S>{q[3], q[4], q[5], q[6]}.matrix();
  }
  template <Real S>
  static void subspace(const Transform<S>& f, const Transform<S>& x, const S& pitch, Motion<S>* b) {
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    b[0] = {x.r.x, zero};
    b[1] = {x.r.y, zero};
    b[2] = {x.r.z, zero};
    Spherical::subspace(f, x, pitch, b + 3);
  }
  template <Real S>
  static Motion<S> motion(const Transform<S>& x, const Motion<S>* /*b*/, const S* v) {
    const Vec3<S> w = x.r * Vec3<S>{v[3], v[4], v[5]};
    return {x.r * Vec3<S>{v[0], v[1], v[2]} + cross(x.p, w), w};
  }
  template <Real S>
  static void neutral(S* q) {
    q[0] = q[1] = q[2] = S(0.0);
    Spherical::neutral(q + 3);
  }
  /// The position moves along the old axes of the body, the axes turn as those of a ball joint.
  template <Real S>
  static void advance(const S* q, const S* dv, S* out) {
    const Vec3<S> move =
        Quaternion<S>{q[3], q[4], q[5], q[6]}.matrix() * Vec3<S>{dv[0], dv[1], dv[2]};
    out[0] = q[0] + move.x;
    out[1] = q[1] + move.y;
    out[2] = q[2] + move.z;
    Spherical::advance(q + 3, dv + 3, out + 3);
  }
  template <Real S>
  static void difference(const S* from, const S* to, S* dv) {
    const Vec3<S> move =
        transpose_times(Quaternion<S>{from[3], from[4], from[5], from[6]}.matrix(),
                        Vec3<S>{to[0] - from[0], to[1] - from[1], to[2] - from[2]});
    dv[0] = move.x;
    dv[1] = move.y;
    dv[2] = move.z;
    Spherical::difference(from + 3, to + 3, dv + 3);
  }
  /// The old axes see the velocity turned by the increment.
  template <Real S>
  static void chart_rate(const S* dv, const S* v, S* rate) {
    const Vec3<S> move =
        exponential(Vec3<S>{dv[3], dv[4], dv[5]}).matrix() * Vec3<S>{v[0], v[1], v[2]};
    rate[0] = move.x;
    rate[1] = move.y;
    rate[2] = move.z;
    Spherical::chart_rate(dv + 3, v + 3, rate + 3);
  }
  /// The position moves along the axes of the body. (I4)
  template <Real S>
  static void plain_rate(const S* q, const S* v, S* rate) {
    const Vec3<S> move = Quaternion<S>{q[3], q[4], q[5], q[6]}.matrix() * Vec3<S>{v[0], v[1], v[2]};
    rate[0] = move.x;
    rate[1] = move.y;
    rate[2] = move.z;
    Spherical::plain_rate(q + 3, v + 3, rate + 3);
  }
  /// The parent's origin seen from the child, and its velocity.
  template <Real S>
  static void reverse(S* q, S* v) {
    const Mat3<S> r = Quaternion<S>{q[3], q[4], q[5], q[6]}.matrix();
    const Vec3<S> w{v[3], v[4], v[5]}, back = -transpose_times(r, Vec3<S>{q[0], q[1], q[2]});
    const Vec3<S> rate = -(r * (Vec3<S>{v[0], v[1], v[2]} + cross(w, back)));
    q[0] = back.x;
    q[1] = back.y;
    q[2] = back.z;
    v[0] = rate.x;
    v[1] = rate.y;
    v[2] = rate.z;
    Spherical::reverse(q + 3, v + 3);
  }
  static const Vec3<double>& axis(int k, const Mat3<double>& parent, const Mat3<double>& child) {
    return Spherical::axis(k % 3, parent, child);
  }
  static void read(const Transform<double>& x, double pitch, const double* before, double* q) {
    put(x.p, q);
    Spherical::read(x, pitch, before + 3, q + 3);
  }
  static void project(const Mat3<double>& child, const Vec3<double>& lin, const Vec3<double>& ang,
                      double* out) {
    put(transpose_times(child, lin), out);
    Spherical::project(child, lin, ang, out + 3);
  }
};

}  // namespace treadle
