// Rotation about the z axis of the joint frame.
#pragma once

#include "plain_coordinates.hpp"

namespace treadle {

struct Revolute : PlainCoordinates<1> {
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
};

}  // namespace treadle
