// No motion. Fixed joints are welded before topology; only a fixed joint that a person asks to cut
// reaches the kernels, as six equations.
#pragma once

#include "read_joint.hpp"

namespace treadle {

struct Fixed {
  static constexpr bool moving_subspace = false;
  static constexpr int nq = 0, nv = 0;
  static constexpr int quaternion_at = -1;
  static constexpr bool ball = false, flips_axis = false, in_child_axes = false;
  static constexpr std::array<CutRow, 6> cut{{{RowKind::point, 0, 0},
                                              {RowKind::point, 1, 1},
                                              {RowKind::point, 2, 2},
                                              {RowKind::square, 1, 2},
                                              {RowKind::square, 2, 0},
                                              {RowKind::square, 0, 1}}};

  template <Real S>
  static void transform(const S* /*q*/, const Transform<S>& f, const S& /*pitch*/,
                        Transform<S>& x) {
    x = f;
  }
  template <Real S>
  static void subspace(const Transform<S>& /*f*/, const Transform<S>& /*x*/, const S& /*pitch*/,
                       Motion<S>* /*b*/) {}
  template <Real S>
  static Motion<S> motion(const Transform<S>& /*x*/, const Motion<S>* /*b*/, const S* /*v*/) {
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    return {zero, zero};
  }
  template <Real S>
  static void neutral(S* /*q*/) {}
  template <Real S>
  static void advance(const S* /*q*/, const S* /*dv*/, S* /*out*/) {}
  template <Real S>
  static void difference(const S* /*from*/, const S* /*to*/, S* /*dv*/) {}
  template <Real S>
  static void chart_rate(const S* /*dv*/, const S* /*v*/, S* /*rate*/) {}
  template <Real S>
  static void plain_rate(const S* /*q*/, const S* /*v*/, S* /*rate*/) {}
  template <Real S>
  static void reverse(S* /*q*/, S* /*v*/) {}
  static const Vec3<double>& axis(int /*k*/, const Mat3<double>& parent,
                                  const Mat3<double>& /*child*/) {
    return parent.z;
  }
  static void read(const Transform<double>& /*x*/, double /*pitch*/, const double* /*before*/,
                   double* /*q*/) {}
  static void project(const Mat3<double>& /*child*/, const Vec3<double>& /*lin*/,
                      const Vec3<double>& /*ang*/, double* /*out*/) {}
};

}  // namespace treadle
