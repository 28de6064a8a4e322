// A = P L D L^T P^T of a symmetric indefinite matrix, D in blocks of one and two (Bunch and
// Kaufman, partial pivoting), on the lower triangle by columns.
#pragma once

#include "../scalar/real.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace treadle {

namespace symmetric_detail {

/// Which row goes to the place of the pivot, and whether the pivot is a block of two.
struct Choice {
  int row = 0;
  bool two = false;
};

template <class At>
Choice choose_pivot(int n, int k, double largest, int row, const At& at) {
  const double alpha = (1.0 + std::sqrt(17.0)) / 8.0;
  const double own = std::fabs(value(at(k, k)));
  if (own >= alpha * largest) return {k, false};
  double beside = 0.0;  // largest entry of that row beside its diagonal
  for (int j = k; j < row; ++j) beside = std::max(beside, std::fabs(value(at(row, j))));
  for (int i = row + 1; i < n; ++i) beside = std::max(beside, std::fabs(value(at(i, row))));
  if (own * beside >= alpha * largest * largest) return {k, false};
  if (std::fabs(value(at(row, row))) >= alpha * beside) return {row, false};
  return {row, true};
}

}  // namespace symmetric_detail

/// In place; pivots[k] is the row exchanged with row k, or for a block of two at k and k + 1 twice
/// -1 - (row exchanged with k + 1). Returns -1, or the first column whose entries are all not above
/// `least` in size.
template <Decidable S>
int symmetric_factor(std::span<S> a, int n, std::span<int> pivots, double least) {
  const auto at = [&](int i, int j) -> S& { return a[static_cast<std::size_t>(j * n + i)]; };
  for (int k = 0; k < n;) {
    double largest = 0.0;
    int row = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::fabs(value(at(i, k))) > largest) {
        largest = std::fabs(value(at(i, k)));
        row = i;
      }
    }
    if (!(std::max(std::fabs(value(at(k, k))), largest) > least)) return k;
    const auto [other, two] = symmetric_detail::choose_pivot(n, k, largest, row, at);
    const int place = two ? k + 1 : k;
    if (other != place) {
      for (int i = other + 1; i < n; ++i) std::swap(at(i, place), at(i, other));
      for (int j = place + 1; j < other; ++j) std::swap(at(j, place), at(other, j));
      std::swap(at(place, place), at(other, other));
      if (two) std::swap(at(k + 1, k), at(other, k));
    }
    if (!two) {
      pivots[static_cast<std::size_t>(k)] = other;
      const S inverse = S(1.0) / at(k, k);
      for (int j = k + 1; j < n; ++j) {
        const S l = at(j, k) * inverse;
        for (int i = j; i < n; ++i) at(i, j) -= at(i, k) * l;
        at(j, k) = l;
      }
      ++k;
      continue;
    }
    pivots[static_cast<std::size_t>(k)] = pivots[static_cast<std::size_t>(k) + 1] = -1 - other;
    // inverse of the block, its entry beside the diagonal taken out
    const S beside = at(k + 1, k), d = at(k + 1, k + 1) / beside, e = at(k, k) / beside;
    const S factor = S(1.0) / (d * e - S(1.0)) / beside;
    for (int j = k + 2; j < n; ++j) {
      const S l = factor * (d * at(j, k) - at(j, k + 1));
      const S m = factor * (e * at(j, k + 1) - at(j, k));
      for (int i = j; i < n; ++i) {
        at(i, j) -= at(i, k) * l;
        at(i, j) -= at(i, k + 1) * m;
      }
      at(j, k) = l;
      at(j, k + 1) = m;
    }
    k += 2;
  }
  return -1;
}

/// D^-1 L^-1 P^T with the factors above, in place.
template <Decidable S>
void symmetric_forward(std::span<const S> a, int n, std::span<const int> pivots, std::span<S> x) {
  const auto at = [&](int i, int j) -> const S& { return a[static_cast<std::size_t>(j * n + i)]; };
  const auto x_at = [&](int i) -> S& { return x[static_cast<std::size_t>(i)]; };
  for (int k = 0; k < n;) {
    const int pivot = pivots[static_cast<std::size_t>(k)];
    if (pivot >= 0) {
      std::swap(x_at(k), x_at(pivot));
      for (int i = k + 1; i < n; ++i) x_at(i) -= at(i, k) * x_at(k);
      x_at(k) = x_at(k) / at(k, k);
      ++k;
      continue;
    }
    std::swap(x_at(k + 1), x_at(-1 - pivot));
    for (int i = k + 2; i < n; ++i) {
      x_at(i) -= at(i, k) * x_at(k);
      x_at(i) -= at(i, k + 1) * x_at(k + 1);
    }
    const S beside = at(k + 1, k), e = at(k, k) / beside, d = at(k + 1, k + 1) / beside;
    const S determinant = e * d - S(1.0);
    const S b = x_at(k) / beside, c = x_at(k + 1) / beside;
    x_at(k) = (d * b - c) / determinant;
    x_at(k + 1) = (e * c - b) / determinant;
    k += 2;
  }
}

/// P L^-T with the factors above, in place.
template <Decidable S>
void symmetric_backward(std::span<const S> a, int n, std::span<const int> pivots, std::span<S> x) {
  const auto at = [&](int i, int j) -> const S& { return a[static_cast<std::size_t>(j * n + i)]; };
  const auto x_at = [&](int i) -> S& { return x[static_cast<std::size_t>(i)]; };
  for (int k = n - 1; k >= 0;) {
    const int pivot = pivots[static_cast<std::size_t>(k)];
    const int first = pivot >= 0 ? k : k - 1;
    for (int j = first; j <= k; ++j) {
      for (int i = k + 1; i < n; ++i) x_at(j) -= at(i, j) * x_at(i);
    }
    std::swap(x_at(k), x_at(pivot >= 0 ? pivot : -1 - pivot));
    k = first - 1;
  }
}

}  // namespace treadle
