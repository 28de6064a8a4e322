// Motion in the x-y plane of the joint frame: x, y, and a turn about z.
#pragma once

#include "plain_coordinates.hpp"

namespace treadle {

struct Planar : PlainCoordinates<3> {
  static constexpr bool moving_subspace = true;
  static constexpr std::array<CutRow, 3> cut{
      {{RowKind::offset, 2, 2}, {RowKind::square, 2, 0}, {RowKind::square, 2, 1}}};

  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const S& /*pitch*/, Transform<S>& x) {
    x.p = f.p + q[0] * f.r.x + q[1] * f.r.y;
    x.r = turned_about_z(f.r, q[2]);
  }
  template <Real S>
  static void subspace(const Transform<S>& f, const Transform<S>& x, const S& /*pitch*/,
                       Motion<S>* b) {
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    b[0] = {f.r.x, zero};
    b[1] = {f.r.y, zero};
    b[2] = {cross(x.p, x.r.z), x.r.z};
  }
  /// The axis of the turn travels with the body. (K6)
  template <Real S>
  static Motion<S> bias(const Transform<S>& /*x*/, const Motion<S>* b, const S* v) {
    const Vec3<S> travel = v[0] * b[0].lin + v[1] * b[1].lin;
    return {v[2] * cross(travel, b[2].ang), {S(0.0), S(0.0), S(0.0)}};
  }
  static void read(const Transform<double>& x, double /*pitch*/, const double* before, double* q) {
    q[0] = x.p.x;
    q[1] = x.p.y;
    q[2] = angle_near(angle_about_z(x.r), before[2]);
  }
  static void project(const Mat3<double>& /*child*/, const Vec3<double>& lin,
                      const Vec3<double>& ang, double* out) {
    out[0] = lin.x;
    out[1] = lin.y;
    out[2] = ang.z;
  }
  static const Vec3<double>& axis(int k, const Mat3<double>& parent,
                                  const Mat3<double>& /*child*/) {
    return k == 0 ? parent.x : k == 1 ? parent.y : parent.z;
  }
};

/// The same joint where the tree runs from its child to its parent, with the same coordinates.
struct ReversedPlanar : PlainCoordinates<3> {
  static constexpr bool moving_subspace = true;
  static constexpr auto cut = Planar::cut;

  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const S& /*pitch*/, Transform<S>& x) {
    x.r = turned_about_z(f.r, -q[2]);
    x.p = f.p - q[0] * x.r.x - q[1] * x.r.y;
  }
  template <Real S>
  static void subspace(const Transform<S>& f, const Transform<S>& x, const S& /*pitch*/,
                       Motion<S>* b) {
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    b[0] = {-x.r.x, zero};
    b[1] = {-x.r.y, zero};
    b[2] = {cross(x.r.z, f.p), -x.r.z};
  }
  template <Real S>
  static Motion<S> bias(const Transform<S>& /*x*/, const Motion<S>* b, const S* v) {  // (K6)
    const Vec3<S> travel = v[0] * b[0].lin + v[1] * b[1].lin;
    return {v[2] * cross(b[2].ang, travel), {S(0.0), S(0.0), S(0.0)}};
  }
};

}  // namespace treadle
