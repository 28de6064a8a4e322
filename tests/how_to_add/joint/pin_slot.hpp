// A pin in a straight slot: it slides along x of the joint frame and turns about z.
#pragma once

#include "plain_coordinates.hpp"

namespace treadle {

struct PinSlot : PlainCoordinates<2> {
  static constexpr bool moving_subspace = true;
  static constexpr std::array<CutRow, 4> cut{{{RowKind::offset, 1, 1},
                                              {RowKind::offset, 2, 2},
                                              {RowKind::square, 2, 0},
                                              {RowKind::square, 2, 1}}};

  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const S& /*pitch*/, Transform<S>& x) {
    x.p = f.p + q[0] * f.r.x;
    x.r = turned_about_z(f.r, q[1]);
  }
  template <Real S>
  static void subspace(const Transform<S>& f, const Transform<S>& x, const S& /*pitch*/,
                       Motion<S>* b) {
    b[0] = {f.r.x, {S(0.0), S(0.0), S(0.0)}};
    b[1] = {cross(x.p, x.r.z), x.r.z};
  }
  /// The axis of the turn travels with the body. (K6)
  template <Real S>
  static Motion<S> bias(const Transform<S>& /*x*/, const Motion<S>* b, const S* v) {
    return {(v[0] * v[1]) * cross(b[0].lin, b[1].ang), {S(0.0), S(0.0), S(0.0)}};
  }
  static void read(const Transform<double>& x, double /*pitch*/, const double* before, double* q) {
    q[0] = x.p.x;
    q[1] = angle_near(angle_about_z(x.r), before[1]);
  }
  static void project(const Mat3<double>& /*child*/, const Vec3<double>& lin,
                      const Vec3<double>& ang, double* out) {
    out[0] = lin.x;
    out[1] = ang.z;
  }
  static const Vec3<double>& axis(int k, const Mat3<double>& parent,
                                  const Mat3<double>& /*child*/) {
    return k == 0 ? parent.x : parent.z;
  }
};

/// The same joint where the tree runs from its child to its parent, with the same coordinates.
struct ReversedPinSlot : PlainCoordinates<2> {
  static constexpr bool moving_subspace = true;
  static constexpr auto cut = PinSlot::cut;

  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const S& /*pitch*/, Transform<S>& x) {
    x.r = turned_about_z(f.r, -q[1]);
    x.p = f.p - q[0] * x.r.x;
  }
  template <Real S>
  static void subspace(const Transform<S>& f, const Transform<S>& x, const S& /*pitch*/,
                       Motion<S>* b) {
    b[0] = {-x.r.x, {S(0.0), S(0.0), S(0.0)}};
    b[1] = {cross(x.r.z, f.p), -x.r.z};
  }
  template <Real S>
  static Motion<S> bias(const Transform<S>& /*x*/, const Motion<S>* b, const S* v) {  // (K6)
    return {(v[0] * v[1]) * cross(b[1].ang, b[0].lin), {S(0.0), S(0.0), S(0.0)}};
  }
};

}  // namespace treadle
