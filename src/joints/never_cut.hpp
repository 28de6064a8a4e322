// What joints share that always stay in the tree: nobody reads their coordinates from poses.
#pragma once

#include "plain_coordinates.hpp"

namespace treadle {

template <int N>
struct NeverCut : PlainCoordinates<N> {
  static void read(const Transform<double>& /*x*/, double /*pitch*/, const double* before,
                   double* q) {
    for (int k = 0; k < N; ++k) q[k] = before[k];
  }
  static void project(const Mat3<double>& /*child*/, const Vec3<double>& /*lin*/,
                      const Vec3<double>& /*ang*/, double* out) {
    for (int k = 0; k < N; ++k) out[k] = 0.0;
  }
};

}  // namespace treadle
