// Cardan joint: a turn about z of the joint frame on the parent, then one about x of the child.
#pragma once

#include "plain_coordinates.hpp"

namespace treadle {

struct Universal : PlainCoordinates<2> {
  static constexpr bool moving_subspace = true;
  static constexpr std::array<CutRow, 4> cut{{{RowKind::point, 0, 0},
                                              {RowKind::point, 1, 1},
                                              {RowKind::point, 2, 2},
                                              {RowKind::square, 0, 2}}};

  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const S& /*pitch*/, Transform<S>& x) {
    const Mat3<S> first = turned_about_z(f.r, q[0]);
    const SinCos<S> t = sincos(q[1]);
    x.p = f.p;
    x.r = {first.x, t.cos * first.y + t.sin * first.z, t.cos * first.z - t.sin * first.y};
  }
  template <Real S>
  static void subspace(const Transform<S>& f, const Transform<S>& x, const S& /*pitch*/,
                       Motion<S>* b) {
    b[0] = {cross(x.p, f.r.z), f.r.z};
    b[1] = {cross(x.p, x.r.x), x.r.x};
  }
  /// The second axis turns about the first. (K6)
  template <Real S>
  static Motion<S> bias(const Transform<S>& x, const Motion<S>* b, const S* v) {
    const Vec3<S> turn = (v[0] * v[1]) * cross(b[0].ang, b[1].ang);
    return {cross(x.p, turn), turn};
  }
  static void read(const Transform<double>& x, double /*pitch*/, const double* before, double* q) {
    q[0] = angle_near(angle_about_z(x.r), before[0]);
    q[1] = angle_near(std::atan2(x.r.y.z, x.r.z.z), before[1]);
  }
  static void project(const Mat3<double>& child, const Vec3<double>& /*lin*/,
                      const Vec3<double>& ang, double* out) {
    out[0] = ang.z;
    out[1] = dot(ang, child.x);
  }
  static const Vec3<double>& axis(int k, const Mat3<double>& parent, const Mat3<double>& child) {
    return k == 0 ? parent.z : child.x;
  }
};

/// The same joint where the tree runs from its child to its parent, with the same coordinates.
struct ReversedUniversal : PlainCoordinates<2> {
  static constexpr bool moving_subspace = true;
  static constexpr auto cut = Universal::cut;

  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const S& /*pitch*/, Transform<S>& x) {
    const SinCos<S> t = sincos(q[1]);
    const Mat3<S> first{f.r.x, t.cos * f.r.y - t.sin * f.r.z, t.cos * f.r.z + t.sin * f.r.y};
    x.p = f.p;
    x.r = turned_about_z(first, -q[0]);
  }
  template <Real S>
  static void subspace(const Transform<S>& f, const Transform<S>& x, const S& /*pitch*/,
                       Motion<S>* b) {
    b[0] = {cross(x.r.z, x.p), -x.r.z};
    b[1] = {cross(f.r.x, x.p), -f.r.x};
  }
  template <Real S>
  static Motion<S> bias(const Transform<S>& x, const Motion<S>* b, const S* v) {  // (K6)
    const Vec3<S> turn = (v[0] * v[1]) * cross(b[1].ang, b[0].ang);
    return {cross(x.p, turn), turn};
  }
};

}  // namespace treadle
