// Free directions by Gram-Schmidt: rows of Phi one after the other, the largest rest first, then
// the directions of the last basis: Phi = L N^T in the rows that were taken. (N5)
#pragma once

#include "partition.hpp"

#include <algorithm>

namespace treadle {

template <Decidable S>
class GramSchmidtPartition final : public Partition<S> {
 public:
  GramSchmidtPartition(int rows, int columns, int rank)
      : Partition<S>(rows, columns, rank),
        rest_(columns, rows),
        normal_(columns, rank),
        l_(rows, rank),
        row_(static_cast<std::size_t>(rows)),
        square_(static_cast<std::size_t>(rows)),
        whole_(static_cast<std::size_t>(rows)),
        y_(static_cast<std::size_t>(rank)) {}

  void split(const Matrix<S>& phi) override {
    factor(phi);
    complement(normal_, used_, basis_);
  }

  /// The same for those who do not ask for the basis.
  void factor(const Matrix<S>& phi) {
    for (int i = 0; i < m_; ++i) {
      for (int j = 0; j < n_; ++j) rest_(j, i) = phi(i, j);
    }
    const int rows = sort_out_empty_rows();
    l_.set_zero();
    int k = 0;
    double first = 0.0, last = 0.0;
    for (; k < rank_; ++k) {
      int best = -1;
      double most = 0.0;
      for (int i = k; i < rows; ++i) {
        if (square_[at(row_[at(i)])] > most) {
          most = square_[at(row_[at(i)])];
          best = i;
        }
      }
      const double size = std::sqrt(most);
      if (k == 0) first = size;
      if (best < 0 || !this->counts(k, size, first)) break;
      last = size;
      std::swap(row_[at(k)], row_[at(best)]);
      const int r = row_[at(k)];
      if (most < little * whole_[at(r)]) {  // a second pass where much was taken
        for (int c = 0; c < k; ++c) take(r, c);
      }
      l_(r, k) = sqrt(column_product(rest_, r, rest_, r));
      for (int j = 0; j < n_; ++j) normal_(j, k) = rest_(j, r) / l_(r, k);
      for (int i = k + 1; i < rows; ++i) take(row_[at(i)], k);
    }
    this->finish(k, first > 0.0 ? last / first : 0.0);
  }

  void keep(Keep& keep) override {
    Partition<S>::keep(keep);
    keep(normal_, l_, row_);
  }

  void particular(std::span<const S> b, std::span<S> x) override {  // L y = b, x = N y
    std::fill(x.begin(), x.end(), S(0.0));
    for (int k = 0; k < used_; ++k) {
      const int r = row_[at(k)];
      S sum = b[at(r)];
      for (int c = 0; c < k; ++c) sum -= l_(r, c) * y_[at(c)];
      y_[at(k)] = sum / l_(r, k);
      for (int j = 0; j < n_; ++j) x[at(j)] += y_[at(k)] * normal_(j, k);
    }
  }

  void multipliers(std::span<const S> g, std::span<S> lambda) override {  // L^T lambda = N^T g
    std::fill(lambda.begin(), lambda.end(), S(0.0));
    for (int k = used_ - 1; k >= 0; --k) {
      S sum = normal_(0, k) * g[0];
      for (int j = 1; j < n_; ++j) sum += normal_(j, k) * g[at(j)];
      for (int c = k + 1; c < used_; ++c) sum -= l_(row_[at(c)], k) * lambda[at(row_[at(c)])];
      lambda[at(row_[at(k)])] = sum / l_(row_[at(k)], k);
    }
  }

  /// Directions of the rows that were taken, orthonormal.
  [[nodiscard]] const Matrix<S>& normals() const { return normal_; }

 private:
  using Partition<S>::m_;
  using Partition<S>::n_;
  using Partition<S>::rank_;
  using Partition<S>::used_;
  using Partition<S>::basis_;
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  // Rows of rounding alone go behind the others; how many are left.
  int sort_out_empty_rows() {
    const auto size = [&](int i) {
      double most = 0.0;
      for (int j = 0; j < n_; ++j) most = std::max(most, std::fabs(value(rest_(j, i))));
      return most;
    };
    double largest = 0.0;
    for (int i = 0; i < m_; ++i) largest = std::max(largest, size(i));
    int count = 0, last = m_;
    for (int i = 0; i < m_; ++i) {
      if (size(i) > 1e-13 * largest) {
        square_[at(i)] = whole_[at(i)] = square_of(i);
        row_[at(count++)] = i;
      } else {
        row_[at(--last)] = i;
      }
    }
    return count;
  }

  /// Comparisons, no arithmetic of the method.
  [[nodiscard]] double square_of(int i) const {
    double sum = 0.0;
    for (int j = 0; j < n_; ++j) sum += value(rest_(j, i)) * value(rest_(j, i));
    return sum;
  }

  void take(int r, int c) {
    const S part = column_product(normal_, c, rest_, r);
    if (value(part) == 0.0) return;  // rows that have nothing in common
    l_(r, c) += part;
    for (int j = 0; j < n_; ++j) rest_(j, r) -= part * normal_(j, c);
    square_[at(r)] -= value(part) * value(part);
    if (square_[at(r)] < little * whole_[at(r)]) square_[at(r)] = square_of(r);
  }

  /// Of the square that a row had: what is left is then known to two digits less.
  static constexpr double little = 1e-2;

  Matrix<S> rest_, normal_, l_;  ///< rows of Phi and their directions as columns
  std::vector<int> row_;
  std::vector<double> square_, whole_;  ///< of what is left of each row, and of the row
  std::vector<S> y_;
};

}  // namespace treadle
