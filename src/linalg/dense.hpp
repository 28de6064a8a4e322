// Dense factorizations on plain row-major arrays, written so that their operation counts are the
// closed formulas of textbooks: the yardsticks for everything that exploits structure.
#pragma once

#include "../scalar/real.hpp"

#include <cstddef>
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

/// A = U^T U in place on the upper triangle, whose rows lie in runs. A pivot has to be above
/// `tolerance` times the diagonal entry it started from; returns -1, or the first that is not.
template <Decidable S>
int cholesky_factor(std::span<S> a, int n, double tolerance, std::span<double> start) {
  const auto row = [&](int i) { return a.data() + static_cast<std::ptrdiff_t>(i) * n; };
  for (int j = 0; j < n; ++j) start[static_cast<std::size_t>(j)] = value(row(j)[j]);
  for (int j = 0; j < n; ++j) {
    S* u = row(j);
    if (!(value(u[j]) > tolerance * start[static_cast<std::size_t>(j)])) return j;
    const S root = sqrt(u[j]);
    u[j] = root;
    for (int k = j + 1; k < n; ++k) u[k] = u[k] / root;
    for (int i = j + 1; i < n; ++i) {
      S* to = row(i);
      const S ui = u[i];
      for (int k = i; k < n; ++k) to[k] -= ui * u[k];
    }
  }
  return -1;
}

/// U^T X = B in place, for `columns` right-hand sides: row i of X has all of them.
template <Decidable S>
void lower_solve(std::span<const S> a, int n, std::span<S> x, int columns = 1) {
  for (int i = 0; i < n; ++i) {
    const S* u = a.data() + static_cast<std::ptrdiff_t>(i) * n;
    S* xi = x.data() + static_cast<std::ptrdiff_t>(i) * columns;
    for (int c = 0; c < columns; ++c) xi[c] = xi[c] / u[i];
    for (int k = i + 1; k < n; ++k) {
      const S uk = u[k];
      S* xk = x.data() + static_cast<std::ptrdiff_t>(k) * columns;
      for (int c = 0; c < columns; ++c) xk[c] -= uk * xi[c];
    }
  }
}

/// U x = b in place.
template <Decidable S>
void upper_solve(std::span<const S> a, int n, std::span<S> x) {
  for (int i = n - 1; i >= 0; --i) {
    const S* u = a.data() + static_cast<std::ptrdiff_t>(i) * n;
    S& xi = x[static_cast<std::size_t>(i)];
    for (int k = i + 1; k < n; ++k) xi -= u[k] * x[static_cast<std::size_t>(k)];
    xi = xi / u[i];
  }
}

}  // namespace treadle
