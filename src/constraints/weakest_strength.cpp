#include "weakest_strength.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr int iterations = 5, block_iterations = 4;
constexpr double singular = 1e-13;  // of the trace

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// G = L L^T in place, lower triangle by rows; false where a pivot vanishes.
bool factor(std::vector<double>& g, std::size_t m, double least, std::vector<std::size_t>& first) {
  for (std::size_t i = 0; i < m; ++i) {
    double* row = g.data() + i * m;
    first[i] = 0;  // what is left of the first entry stays zero
    while (first[i] < i && row[first[i]] == 0.0) ++first[i];
    for (std::size_t j = first[i]; j <= i; ++j) {
      const double* other = g.data() + j * m;
      double sum = row[j];
      for (std::size_t k = std::max(first[i], first[j]); k < j; ++k) sum -= row[k] * other[k];
      if (j < i) {
        row[j] = sum / other[j];
      } else {
        if (!(sum > least)) return false;
        row[i] = std::sqrt(sum);
      }
    }
  }
  return true;
}

// A direction in which no eigenvector is missing.
double some(std::size_t i, int k) {
  return std::cos(1.0 + 2.3 * static_cast<double>(i * (i + 1)) + 0.7 * k * static_cast<double>(i));
}

}  // namespace

void WeakestStrength::solve(double* x) const {
  const std::size_t m = first_.size();
  for (std::size_t i = 0; i < m; ++i) {
    const double* row = gram_.data() + i * m;
    for (std::size_t k = first_[i]; k < i; ++k) x[i] -= row[k] * x[k];
    x[i] /= row[i];
  }
  for (std::size_t i = m; i-- > 0;) {
    const double* row = gram_.data() + i * m;
    x[i] /= row[i];
    for (std::size_t k = first_[i]; k < i; ++k) x[k] -= row[k] * x[i];
  }
}

void WeakestStrength::reserve(int rows, int columns) {
  left_.assign(at(rows), 0.0);
  right_.resize(at(rows));
  gram_.resize(at(rows) * at(rows));
  first_.resize(at(rows));
  const int p = std::min(rows, most_directions);
  lefts_.shape(rows, p);
  lefts_.set_zero();
  turned_.shape(rows, p);
  normals_.shape(columns, p);
  turn_.shape(p, p);
  sigma_.resize(at(p));
}

double WeakestStrength::of(const Matrix<double>& phi, std::span<const int> rows) {
  const std::size_t m = rows.size();
  if (left_.size() != m) reserve(static_cast<int>(m), phi.cols);
  std::fill(gram_.begin(), gram_.end(), 0.0);
  for (int c = 0; c < phi.cols; ++c) {
    for (std::size_t i = 0; i < m; ++i) {
      const double x = phi(rows[i], c);
      if (x == 0.0) continue;
      for (std::size_t j = 0; j <= i; ++j) gram_[i * m + j] += x * phi(rows[j], c);
    }
  }
  double trace = 0.0;
  for (std::size_t i = 0; i < m; ++i) trace += gram_[i * m + i];
  if (!factor(gram_, m, singular * trace, first_)) return 0.0;
  // the direction of the last time, and a little of all others
  for (std::size_t i = 0; i < m; ++i) right_[i] = left_[i] + 0.3 * some(i, 0);
  double length = 1.0;
  for (int k = 0; k < iterations; ++k) {
    double square = 0.0;
    for (const double x : right_) square += x * x;
    for (double& x : right_) x /= std::sqrt(square);
    solve(right_.data());
    square = 0.0;
    for (const double x : right_) square += x * x;
    length = std::sqrt(square);
  }
  for (std::size_t i = 0; i < m; ++i) left_[i] = right_[i] / length;
  return 1.0 / std::sqrt(length);
}

void WeakestStrength::directions(const Matrix<double>& phi, std::span<const int> rows) {
  const int m = lefts_.rows, p = lefts_.cols;
  for (int k = 0; k < p; ++k) {
    for (int i = 0; i < m; ++i) lefts_(i, k) += 0.1 * some(at(i), k);
  }
  for (int it = 0; it < block_iterations; ++it) {
    // the weakest first: it grows most, and the others lose what they have of it
    for (int k = p - 1; k >= 0; --k) {
      solve(&lefts_(0, k));
      normalize_column(lefts_, k, 0.0);
      for (int pass = 0; pass < 2; ++pass) {
        for (int c = p - 1; c > k; --c) {
          const double part = column_product(lefts_, c, lefts_, k);
          for (int i = 0; i < m; ++i) lefts_(i, k) -= part * lefts_(i, c);
        }
      }
      normalize_column(lefts_, k, 0.0);
    }
  }
  // within what these span: singular values of Phi^T U
  for (int k = 0; k < p; ++k) {
    for (int j = 0; j < phi.cols; ++j) {
      double sum = 0.0;
      for (int i = 0; i < m; ++i) sum += phi(rows[at(i)], j) * lefts_(i, k);
      normals_(j, k) = sum;
    }
  }
  singular_values(normals_, turn_, sigma_);
  for (int k = 0; k < p; ++k) {
    for (int i = 0; i < m; ++i) {
      double sum = 0.0;
      for (int c = 0; c < p; ++c) sum += lefts_(i, c) * turn_(c, k);
      turned_(i, k) = sum;
    }
  }
  std::swap(lefts_, turned_);
}

void WeakestStrength::free_directions(const Matrix<double>& phi, std::span<const int> rows,
                                      Matrix<double>& basis) {
  const std::size_t m = rows.size();
  for (int c = 0; c < basis.cols; ++c) {
    for (int pass = 0; pass < 2; ++pass) {  // x := x - Phi^T (Phi Phi^T)^-1 Phi x
      std::fill(right_.begin(), right_.end(), 0.0);
      for (int j = 0; j < basis.rows; ++j) {
        for (std::size_t i = 0; i < m; ++i) right_[i] += phi(rows[i], j) * basis(j, c);
      }
      solve(right_.data());
      for (int j = 0; j < basis.rows; ++j) {
        for (std::size_t i = 0; i < m; ++i) basis(j, c) -= phi(rows[i], j) * right_[i];
      }
    }
    take_out(basis, c, basis, c);
    normalize_column(basis, c, 0.0);
  }
}

}  // namespace treadle
