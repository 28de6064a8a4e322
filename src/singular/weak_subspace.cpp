#include "weak_subspace.hpp"

#include "../base/at.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr int most_rounds = 4;
constexpr double too_weak = 1e-13;  // of the trace

// A direction in which no other is missing.
double some(int i, int k) { return std::cos(1.0 + 2.3 * i * (i + 1.0) + 0.7 * k * i); }

}  // namespace

WeakSubspace::WeakSubspace(int rows, int columns, int rank) : n_(columns) {
  const int p = std::min(rank, most_directions);
  k_.resize(at(n_) * at(n_));
  entries_.resize(at(n_));  // not reserved: a copy would have no room
  normals_.shape(n_, p);
  normals_.set_zero();
  turned_.shape(n_, p);
  lefts_.shape(rows, p);
  turn_.shape(p, p);
  sigma_.resize(at(p));
}

// K = Phi^T Phi + T T^T = L L^T in place; false where a pivot vanishes.
bool WeakSubspace::factor(const Matrix<double>& phi, const Matrix<double>& basis) {
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = 0.0;
      for (int c = 0; c < basis.cols; ++c) sum += basis(i, c) * basis(j, c);
      k_[at(i) * at(n_) + at(j)] = sum;
    }
  }
  for (int r = 0; r < phi.rows; ++r) {
    std::size_t count = 0;  // entries ascend
    for (int i = 0; i < n_; ++i) {
      if (phi(r, i) == 0.0) continue;
      entries_[count++] = i;
      for (std::size_t e = 0; e < count; ++e) {
        const int j = entries_[e];
        k_[at(i) * at(n_) + at(j)] += phi(r, i) * phi(r, j);
      }
    }
  }
  double trace = 0.0;
  for (int i = 0; i < n_; ++i) trace += k_[at(i) * at(n_) + at(i)];
  for (int i = 0; i < n_; ++i) {
    double* row = k_.data() + at(i) * at(n_);
    for (int j = 0; j <= i; ++j) {
      const double* other = k_.data() + at(j) * at(n_);
      double sum = row[j];
      for (int k = 0; k < j; ++k) sum -= row[k] * other[k];
      if (j < i) {
        row[j] = sum / other[j];
      } else {
        if (!(sum > too_weak * trace)) return false;
        row[i] = std::sqrt(sum);
      }
    }
  }
  return true;
}

void WeakSubspace::solve(double* x) const {
  for (int i = 0; i < n_; ++i) {
    const double* row = k_.data() + at(i) * at(n_);
    for (int k = 0; k < i; ++k) x[i] -= row[k] * x[k];
    x[i] /= row[i];
  }
  for (int i = n_ - 1; i >= 0; --i) {
    const double* row = k_.data() + at(i) * at(n_);
    x[i] /= row[i];
    for (int k = 0; k < i; ++k) x[k] -= row[k] * x[i];
  }
}

bool WeakSubspace::find(const Matrix<double>& phi, Matrix<double>& basis) {
  if (!factor(phi, basis)) return false;
  // K^-1 T spans what Phi does not see
  for (int c = 0; c < basis.cols; ++c) {
    solve(&basis(0, c));
    normalize_column(basis, c, 0.0);
    take_out(basis, c, basis, c);
    if (!normalize_column(basis, c, 1e-3)) return false;
  }
  // beside it K^-1 is the pseudo-inverse of Phi^T Phi: inverse iteration, the weakest first
  const int p = normals_.cols;
  for (int k = 0; k < p; ++k) {
    for (int i = 0; i < n_; ++i) normals_(i, k) += 0.1 * some(i, k);
    take_out(basis, basis.cols, normals_, k);
  }
  for (int it = 0; it < most_rounds; ++it) {
    for (int k = p - 1; k >= 0; --k) {
      solve(&normals_(0, k));
      if (!normalize_column(normals_, k, 0.0)) return false;
      take_out(basis, basis.cols, normals_, k);
      for (int pass = 0; pass < 2; ++pass) {
        for (int c = p - 1; c > k; --c) {
          const double part = column_product(normals_, c, normals_, k);
          for (int i = 0; i < n_; ++i) normals_(i, k) -= part * normals_(i, c);
        }
      }
      if (!normalize_column(normals_, k, 0.0)) return false;
    }
  }
  // within what these span: singular values of Phi N
  for (int k = 0; k < p; ++k) {
    for (int r = 0; r < phi.rows; ++r) lefts_(r, k) = 0.0;
    for (int j = 0; j < n_; ++j) {
      for (int r = 0; r < phi.rows; ++r) lefts_(r, k) += phi(r, j) * normals_(j, k);
    }
  }
  singular_values(lefts_, turn_, sigma_);
  for (int k = 0; k < p; ++k) {
    for (int i = 0; i < n_; ++i) {
      double sum = 0.0;
      for (int c = 0; c < p; ++c) sum += normals_(i, c) * turn_(c, k);
      turned_(i, k) = sum;
    }
  }
  std::swap(normals_, turned_);
  for (int k = 0; k < p; ++k) {
    if (!normalize_column(lefts_, k, 0.0)) return false;
  }
  return true;
}

}  // namespace treadle
