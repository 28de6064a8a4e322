// The two ways to take a pivot out of a symmetric matrix. Cholesky: A = L L^T with the roots of the
// pivots on the diagonal of L. LDL: A = L D L^T, ones on the diagonal, no roots.
#pragma once

#include "../scalar/real.hpp"

namespace treadle {

/// A pivot below this part of the diagonal entry it began as is no inertia.
constexpr double no_inertia = 1e-14;

/// A row of loops whose direction lies this close to the others (squared sine) is taken as
/// dependent. Between steps a mechanism is off its loops by a little, and rows that depend on
/// others by geometry then seem to say something: where such rows are known, more is taken as
/// dependent.
constexpr double dependent_row = 1e-11, known_dependence = 1e-8;
/// A row that holds only rounding just here, in parts of the largest, squared: it has no direction.
constexpr double empty_row = 1e-19;

struct RootPivot {
  static constexpr bool root = true;
  /// What a column is multiplied by.
  template <Real S>
  static S invert(const S& pivot) {
    return S(1.0) / sqrt(pivot);
  }
};

struct PlainPivot {
  static constexpr bool root = false;
  template <Real S>
  static S invert(const S& pivot) {
    return S(1.0) / pivot;
  }
};

/// Whether a pivot is above `tolerance` times the entry it started from. This is a comparison, no
/// arithmetic of the method: it does not count.
template <Real S>
auto counts_as_pivot(const S& pivot, double tolerance, const S& entry) {
  if constexpr (Decidable<S>) {
    return tolerance * value(entry) < value(pivot);
  } else {
    return S(tolerance) * entry < pivot;
  }
}

}  // namespace treadle
