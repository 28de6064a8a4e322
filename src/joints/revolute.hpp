// Rotation about the z axis of the joint frame.
#pragma once

#include "plain_coordinates.hpp"

namespace treadle {

struct Revolute : PlainCoordinates<1> {
  static constexpr bool flips_axis = true;
  static constexpr std::array<CutRow, 5> cut{{{RowKind::point, 0, 0},
                                              {RowKind::point, 1, 1},
                                              {RowKind::point, 2, 2},
                                              {RowKind::square, 2, 0},
                                              {RowKind::square, 2, 1}}};

  /// Body frame from the joint frame f on the inboard side.
  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const S& /*pitch*/, Transform<S>& x) {
    x.p = f.p;
    x.r = turned_about_z(f.r, q[0]);
  }
  /// Columns of B_j of equation (4): motion of the body for each unit velocity.
  template <Real S>
  static void subspace(const Transform<S>& /*f*/, const Transform<S>& x, const S& /*pitch*/,
                       Motion<S>* b) {
    b[0] = {cross(x.p, x.r.z), x.r.z};
  }
  /// Its coordinates from the child's pose seen from the parent, next to those before.
  static void read(const Transform<double>& x, double /*pitch*/, const double* before, double* q) {
    q[0] = angle_near(angle_about_z(x.r), before[0]);
  }
  /// What a motion of the child, seen from the parent and in its axes, is along the coordinates.
  /// Axes of a joint are perpendicular, so that each component is a product; what the axes' own
  /// turning adds is perpendicular to them.
  static void project(const Mat3<double>& /*child*/, const Vec3<double>& /*lin*/,
                      const Vec3<double>& ang, double* out) {
    out[0] = ang.z;
  }
};

}  // namespace treadle
