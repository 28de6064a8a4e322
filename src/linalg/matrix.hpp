// A dense matrix whose size may change without asking for memory, and the orthogonal factorizations
// that must rank: one-sided Jacobi for singular values, Gram-Schmidt and reflections for
// complements.
#pragma once

#include "../base/keep.hpp"
#include "../scalar/real.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace treadle {

/// Column by column, since columns are what gets turned and projected. Shaping it to no more
/// entries than it ever had takes no memory.
template <class S>
struct Matrix {
  int rows = 0, cols = 0;
  std::vector<S> a;

  Matrix() = default;
  Matrix(int r, int c) { shape(r, c); }

  void shape(int r, int c) {
    rows = r;
    cols = c;
    const auto size = static_cast<std::size_t>(r) * static_cast<std::size_t>(c);
    if (a.size() < size) a.resize(size);
  }
  void set_zero() {
    for (int i = 0; i < rows * cols; ++i) a[static_cast<std::size_t>(i)] = S(0.0);
  }
  S& operator()(int i, int j) { return a[static_cast<std::size_t>(j * rows + i)]; }
  const S& operator()(int i, int j) const { return a[static_cast<std::size_t>(j * rows + i)]; }

  void keep(Keep& keep) { keep(rows, cols, a); }
};

/// x^T y of columns i and j.
template <Decidable S>
S column_product(const Matrix<S>& x, int i, const Matrix<S>& y, int j) {
  S sum = x(0, i) * y(0, j);
  for (int k = 1; k < x.rows; ++k) sum += x(k, i) * y(k, j);
  return sum;
}

/// A (n x m) -> A W = N diag(sigma): columns of `a` become those of N diag(sigma), sorted by
/// falling sigma; w is m x m and orthogonal. One-sided rotations (Hestenes): small values keep
/// their relative accuracy.
template <Decidable S>
void singular_values(Matrix<S>& a, Matrix<S>& w, std::vector<double>& sigma) {
  const int n = a.rows, m = a.cols;
  w.shape(m, m);
  w.set_zero();
  for (int i = 0; i < m; ++i) w(i, i) = S(1.0);
  if (sigma.size() < static_cast<std::size_t>(m)) sigma.resize(static_cast<std::size_t>(m));
  double largest = 0.0;  // squared norm of any column: far below it there is only rounding
  const auto square = [&](int i) -> double& { return sigma[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < m; ++i) {
    square(i) = n > 0 ? value(column_product(a, i, a, i)) : 0.0;
    largest = std::fmax(largest, square(i));
  }
  const double nothing = 1e-34 * largest;
  constexpr int most_sweeps = 40;
  bool turned = largest > 0.0;
  for (int sweep = 0; sweep < most_sweeps && turned; ++sweep) {
    turned = false;
    for (int i = 0; i + 1 < m; ++i) {
      for (int j = i + 1; j < m && square(i) > nothing; ++j) {
        if (!(square(j) > nothing)) continue;
        const S r = column_product(a, i, a, j);
        if (!(std::fabs(value(r)) > 1e-15 * std::sqrt(square(i) * square(j)))) continue;
        turned = true;
        const S tau = (S(square(j)) - S(square(i))) / (S(2.0) * r);
        const S root = sqrt(S(1.0) + tau * tau);
        const S t = value(tau) >= 0.0 ? S(1.0) / (tau + root) : S(-1.0) / (root - tau);
        const S c = S(1.0) / sqrt(S(1.0) + t * t), s = c * t;
        for (int k = 0; k < n; ++k) {
          const S x = a(k, i), y = a(k, j);
          a(k, i) = c * x - s * y;
          a(k, j) = s * x + c * y;
        }
        for (int k = 0; k < m; ++k) {
          const S x = w(k, i), y = w(k, j);
          w(k, i) = c * x - s * y;
          w(k, j) = s * x + c * y;
        }
        square(i) = value(column_product(a, i, a, i));
        square(j) = value(column_product(a, j, a, j));
      }
    }
  }
  for (int i = 0; i < m; ++i) square(i) = std::sqrt(std::fmax(0.0, square(i)));
  for (int i = 0; i + 1 < m; ++i) {
    int best = i;
    for (int j = i + 1; j < m; ++j) {
      if (sigma[static_cast<std::size_t>(j)] > sigma[static_cast<std::size_t>(best)]) best = j;
    }
    if (best == i) continue;
    std::swap(sigma[static_cast<std::size_t>(i)], sigma[static_cast<std::size_t>(best)]);
    for (int k = 0; k < n; ++k) std::swap(a(k, i), a(k, best));
    for (int k = 0; k < m; ++k) std::swap(w(k, i), w(k, best));
  }
}

/// Takes the parts along the first `count` orthonormal columns of q out of column j of x, twice.
template <Decidable S>
void take_out(const Matrix<S>& q, int count, Matrix<S>& x, int j) {
  for (int pass = 0; pass < 2; ++pass) {
    for (int c = 0; c < count; ++c) {
      const S part = column_product(q, c, x, j);
      for (int k = 0; k < x.rows; ++k) x(k, j) -= part * q(k, c);
    }
  }
}

/// a (1 - q q^T): what the rows of a say beside the columns of q.
template <Decidable S>
void leave_out(const Matrix<S>& q, Matrix<S>& a) {
  for (int r = 0; r < a.rows; ++r) {
    for (int c = 0; c < q.cols; ++c) {
      S part = a(r, 0) * q(0, c);
      for (int j = 1; j < a.cols; ++j) part += a(r, j) * q(j, c);
      for (int j = 0; j < a.cols; ++j) a(r, j) -= part * q(j, c);
    }
  }
}

/// Divides column j by its norm; false where nothing of it is left.
template <Decidable S>
bool normalize_column(Matrix<S>& x, int j, double least) {
  const S norm = sqrt(column_product(x, j, x, j));
  if (!(value(norm) > least)) return false;
  for (int k = 0; k < x.rows; ++k) x(k, j) = x(k, j) / norm;
  return true;
}

/// The same basis without a word of which one: the last columns of the product of the reflections
/// that turn the first `count` columns of q into unit vectors. n f count operations.
template <Decidable S>
void any_complement(const Matrix<S>& q, int count, Matrix<S>& basis) {
  const int n = basis.rows;
  Matrix<S> mirror(n, count);
  std::vector<S> twice(static_cast<std::size_t>(count));
  const auto reflect = [&](int r, Matrix<S>& x, int j) {
    S part = S(0.0);
    for (int k = r; k < n; ++k) part += mirror(k, r) * x(k, j);
    part = part * twice[static_cast<std::size_t>(r)];
    for (int k = r; k < n; ++k) x(k, j) -= part * mirror(k, r);
  };
  for (int c = 0; c < count; ++c) {
    for (int k = 0; k < n; ++k) mirror(k, c) = q(k, c);
    for (int r = 0; r < c; ++r) reflect(r, mirror, c);
    S square = S(0.0);
    for (int k = c; k < n; ++k) square += mirror(k, c) * mirror(k, c);
    for (int k = 0; k < c; ++k) mirror(k, c) = S(0.0);
    const S length = sqrt(square), head = mirror(c, c);
    mirror(c, c) = value(head) < 0.0 ? head - length : head + length;
    twice[static_cast<std::size_t>(c)] =
        S(2.0) / (square - head * head + mirror(c, c) * mirror(c, c));
  }
  for (int j = 0; j < basis.cols; ++j) {
    for (int k = 0; k < n; ++k) basis(k, j) = S(k == count + j ? 1.0 : 0.0);
    for (int r = count; r-- > 0;) reflect(r, basis, j);
  }
}

/// An orthonormal basis of what is orthogonal to the first `count` columns of q, as near to the
/// columns that `basis` (n x f) holds already as can be; unit vectors fill in where those fail.
/// Where it holds nothing yet, any will do if there are many.
template <Decidable S>
void complement(const Matrix<S>& q, int count, Matrix<S>& basis) {
  constexpr int many = 64;
  const int n = basis.rows;
  if (basis.cols > many && count + basis.cols == n &&
      std::all_of(basis.a.begin(), basis.a.end(), [](const S& x) { return value(x) == 0.0; }))
    return any_complement(q, count, basis);
  int unit = 0;
  for (int j = 0; j < basis.cols; ++j) {
    bool fresh = false;
    for (;;) {
      take_out(q, count, basis, j);
      take_out(basis, j, basis, j);
      if (normalize_column(basis, j, fresh ? 0.5 / std::sqrt(static_cast<double>(n)) : 0.3)) break;
      if (unit == n) break;  // more columns than there is room: cannot happen for count + f <= n
      fresh = true;
      for (int k = 0; k < n; ++k) basis(k, j) = S(k == unit ? 1.0 : 0.0);
      ++unit;
    }
  }
}

}  // namespace treadle
