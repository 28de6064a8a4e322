// Coordinate partitioning by LU with full pivoting: Phi = [Phi_u Phi_v], Phi_u = L U. (N1)
#pragma once

#include "partition.hpp"

#include <algorithm>
#include <utility>

namespace treadle {

template <Decidable S>
class LuPartition final : public Partition<S> {
 public:
  LuPartition(int rows, int columns, int rank)
      : Partition<S>(rows, columns, rank),
        a_(rows, columns),
        row_(at(rows)),
        column_(at(columns)),
        independent_(at(columns), 0),
        last_(at(columns), 0),
        y_(at(rows)) {}

  void split(const Matrix<S>& phi) override {
    for (int i = 0; i < m_; ++i) {
      row_[at(i)] = i;
      for (int j = 0; j < n_; ++j) a_(i, j) = phi(i, j);
    }
    for (int j = 0; j < n_; ++j) column_[at(j)] = j;
    if (!chosen_) {
      last_ = independent_;
      std::fill(independent_.begin(), independent_.end(), char{0});
    }
    int k = 0;
    double first = 0.0, last = 0.0;
    for (; k < rank_; ++k) {
      const auto [p, q] = largest(k);
      const double size = p < 0 ? 0.0 : std::fabs(value(a_(p, q)));
      if (k == 0) first = size;
      if (!this->counts(k, size, first)) break;
      last = size;
      exchange(k, p, q);
      for (int i = k + 1; i < m_; ++i) {
        const S factor = a_(i, k) / a_(k, k);
        a_(i, k) = factor;
        for (int j = k + 1; j < n_; ++j) a_(i, j) -= factor * a_(k, j);
      }
    }
    this->finish(k, first > 0.0 ? last / first : 0.0);
    keep_choice();
    fill_basis();
  }

  void particular(std::span<const S> b, std::span<S> x) override {  // L y = b, U x_u = y, x_v = 0
    std::fill(x.begin(), x.end(), S(0.0));
    for (int i = 0; i < used_; ++i) {
      y_[at(i)] = b[at(row_[at(i)])];
      for (int k = 0; k < i; ++k) y_[at(i)] -= a_(i, k) * y_[at(k)];
    }
    for (int i = used_ - 1; i >= 0; --i) {
      for (int k = i + 1; k < used_; ++k) y_[at(i)] -= a_(i, k) * y_[at(k)];
      y_[at(i)] = y_[at(i)] / a_(i, i);
      x[at(column_[at(i)])] = y_[at(i)];
    }
  }

  void multipliers(std::span<const S> g, std::span<S> lambda) override {  // U^T L^T lambda = g_u
    std::fill(lambda.begin(), lambda.end(), S(0.0));
    for (int i = 0; i < used_; ++i) {
      y_[at(i)] = g[at(column_[at(i)])];
      for (int k = 0; k < i; ++k) y_[at(i)] -= a_(k, i) * y_[at(k)];
      y_[at(i)] = y_[at(i)] / a_(i, i);
    }
    for (int i = used_ - 1; i >= 0; --i) {
      for (int k = i + 1; k < used_; ++k) y_[at(i)] -= a_(k, i) * y_[at(k)];
      lambda[at(row_[at(i)])] = y_[at(i)];
    }
  }

 private:
  using Partition<S>::m_;
  using Partition<S>::n_;
  using Partition<S>::rank_;
  using Partition<S>::used_;
  using Partition<S>::chosen_;
  using Partition<S>::basis_;
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  // the largest entry of what is left, among the coordinates that may depend
  [[nodiscard]] std::pair<int, int> largest(int k) const {
    int p = -1, q = -1;
    double most = 0.0;
    for (int i = k; i < m_; ++i) {
      for (int j = k; j < n_; ++j) {
        if (independent_[at(column_[at(j)])] != 0) continue;
        double size = std::fabs(value(a_(i, j)));
        if (last_[at(column_[at(j)])] != 0) size *= 1.0 / this->reluctance;
        if (size > most) {
          most = size;
          p = i;
          q = j;
        }
      }
    }
    return {p, q};
  }

  void exchange(int k, int p, int q) {
    if (p != k) {
      std::swap(row_[at(k)], row_[at(p)]);
      for (int j = 0; j < n_; ++j) std::swap(a_(k, j), a_(p, j));
    }
    if (q != k) {
      std::swap(column_[at(k)], column_[at(q)]);
      for (int i = 0; i < m_; ++i) std::swap(a_(i, k), a_(i, q));
    }
  }

  // the coordinates without a pivot are free, as many as in a generic position
  void keep_choice() {
    if (chosen_) return;
    int free = n_ - rank_;
    for (int j = n_ - 1; j >= used_ && free > 0; --j, --free) independent_[at(column_[at(j)])] = 1;
    chosen_ = used_ == rank_;
    if (ever_ && last_ != independent_) ++this->changes_;
    ever_ = true;
  }

  // v = [-U^-1 R; 1] z, with U and R of the rows that were eliminated (N2)
  void fill_basis() {
    basis_.set_zero();
    int c = 0;
    for (int j = used_; j < n_ && c < basis_.cols; ++j) {
      const int free = column_[at(j)];
      if (independent_[at(free)] == 0) continue;
      basis_(free, c) = S(1.0);
      for (int i = used_ - 1; i >= 0; --i) {
        S sum = -a_(i, j);
        for (int k = i + 1; k < used_; ++k) sum -= a_(i, k) * basis_(column_[at(k)], c);
        basis_(column_[at(i)], c) = sum / a_(i, i);
      }
      ++c;
    }
  }

  Matrix<S> a_;
  std::vector<int> row_, column_;
  std::vector<char> independent_, last_;
  bool ever_ = false;
  std::vector<S> y_;
};

}  // namespace treadle
