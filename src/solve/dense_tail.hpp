// The last coordinates of an elimination where each meets all that follow, as those of a vehicle's
// chassis: L D L^T of a small full matrix, written out for its size. The triangle below the
// diagonal is stored by columns.
#pragma once

#include "../linalg/small.hpp"
#include "pivot.hpp"

namespace treadle {

/// Most coordinates that are written out.
inline constexpr int longest_tail = 8;

/// Where column k of a triangle of order N begins.
template <int N>
constexpr int tail_column(int k) {
  return k * (N - 1) - k * (k - 1) / 2;
}

/// L below the diagonal, reciprocals of D apart. `is_good(k, pivot)` may refuse.
template <int N, Real S, class Good>
bool factor_tail(S* diagonal, S* lower, S* inverse, const Good& is_good) {
  bool good = true;
  unrolled<N>([&](auto k) {
    if (!good || !is_good(int(k), diagonal[k])) {
      good = false;
      return;
    }
    const S one = S(1.0) / diagonal[k];
    inverse[k] = one;
    unrolled<N - 1 - k>([&](auto below) {
      constexpr int i = k + 1 + below;
      const S entry = lower[tail_column<N>(k) + below], f = entry * one;
      diagonal[i] -= f * entry;
      unrolled<N - 1 - i>([&](auto next) {
        lower[tail_column<N>(i) + next] -= f * lower[tail_column<N>(k) + i - k + next];
      });
      lower[tail_column<N>(k) + below] = f;
    });
  });
  return good;
}

/// z <- L^-1 z
template <int N, Real S>
void forward_tail(const S* lower, S* z) {
  unrolled<N>([&](auto k) {
    unrolled<N - 1 - k>(
        [&](auto below) { z[k + 1 + below] -= lower[tail_column<N>(k) + below] * z[k]; });
  });
}

/// x <- L^-T D^-1 z
template <int N, Real S>
void backward_tail(const S* lower, const S* inverse, const S* z, S* x) {
  unrolled<N>([&](auto done) {
    constexpr int k = N - 1 - done;
    S sum = z[k] * inverse[k];
    unrolled<N - 1 - k>(
        [&](auto below) { sum -= lower[tail_column<N>(k) + below] * x[k + 1 + below]; });
    x[k] = sum;
  });
}

}  // namespace treadle
