// Dense factorizations on plain row-major arrays, written so that their operation counts are the
// closed formulas of textbooks: the yardsticks for everything that exploits structure.
#pragma once

#include "../scalar/real.hpp"

#include <span>
#include <utility>

namespace treadle {

/// LU with row interchanges, in place; pivots[k] is the row exchanged with row k. Returns -1, or
/// the first column whose entries are all not above `least` in size.
template <Decidable S>
int lu_factor(std::span<S> a, int n, std::span<int> pivots, double least) {
  const auto at = [&](int i, int j) -> S& { return a[static_cast<std::size_t>(i * n + j)]; };
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i) {
      if (value(abs(at(best, k))) < value(abs(at(i, k)))) best = i;
    }
    if (!(value(abs(at(best, k))) > least)) return k;
    pivots[static_cast<std::size_t>(k)] = best;
    if (best != k) {
      for (int j = 0; j < n; ++j) std::swap(at(k, j), at(best, j));
    }
    for (int i = k + 1; i < n; ++i) {
      const S factor = at(i, k) / at(k, k);
      at(i, k) = factor;
      for (int j = k + 1; j < n; ++j) at(i, j) -= factor * at(k, j);
    }
  }
  return -1;
}

/// L y = P b with the factors above, in place.
template <Decidable S>
void lu_forward(std::span<const S> a, int n, std::span<const int> pivots, std::span<S> x) {
  const auto at = [&](int i, int j) -> const S& { return a[static_cast<std::size_t>(i * n + j)]; };
  for (int k = 0; k < n;
       ++k) {  // all interchanges come first: the rows of the factor were exchanged whole
    std::swap(x[static_cast<std::size_t>(k)],
              x[static_cast<std::size_t>(pivots[static_cast<std::size_t>(k)])]);
  }
  for (int i = 1; i < n; ++i) {
    for (int k = 0; k < i; ++k)
      x[static_cast<std::size_t>(i)] -= at(i, k) * x[static_cast<std::size_t>(k)];
  }
}

/// U x = y with the factors above, in place.
template <Decidable S>
void lu_backward(std::span<const S> a, int n, std::span<S> x) {
  const auto at = [&](int i, int j) -> const S& { return a[static_cast<std::size_t>(i * n + j)]; };
  for (int i = n - 1; i >= 0; --i) {
    const auto row = static_cast<std::size_t>(i);
    for (int j = i + 1; j < n; ++j) x[row] -= at(i, j) * x[static_cast<std::size_t>(j)];
    x[row] = x[row] / at(i, i);
  }
}

/// Solves with the factors above, in place.
template <Decidable S>
void lu_solve(std::span<const S> a, int n, std::span<const int> pivots, std::span<S> x) {
  lu_forward(a, n, pivots, x);
  lu_backward(a, n, x);
}

/// A = L L^T in place on the lower triangle; false where a pivot is not positive.
template <Decidable S>
bool cholesky_factor(std::span<S> a, int n) {
  const auto at = [&](int i, int j) -> S& { return a[static_cast<std::size_t>(i * n + j)]; };
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k) at(j, j) -= at(j, k) * at(j, k);
    if (!(value(at(j, j)) > 0.0)) return false;
    at(j, j) = sqrt(at(j, j));
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k) at(i, j) -= at(i, k) * at(j, k);
      at(i, j) = at(i, j) / at(j, j);
    }
  }
  return true;
}

/// L x = b in place.
template <Decidable S>
void lower_solve(std::span<const S> a, int n, std::span<S> x) {
  for (int i = 0; i < n; ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (int k = 0; k < i; ++k)
      x[row] -= a[static_cast<std::size_t>(i * n + k)] * x[static_cast<std::size_t>(k)];
    x[row] = x[row] / a[static_cast<std::size_t>(i * n + i)];
  }
}

/// L^T x = b in place.
template <Decidable S>
void lower_transpose_solve(std::span<const S> a, int n, std::span<S> x) {
  for (int i = n - 1; i >= 0; --i) {
    const auto row = static_cast<std::size_t>(i);
    for (int k = i + 1; k < n; ++k)
      x[row] -= a[static_cast<std::size_t>(k * n + i)] * x[static_cast<std::size_t>(k)];
    x[row] = x[row] / a[static_cast<std::size_t>(i * n + i)];
  }
}

}  // namespace treadle
