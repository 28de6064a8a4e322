// Coordinate partitioning by LU with full pivoting: Phi = [Phi_u Phi_v], Phi_u = L U. (N1)
#pragma once

#include "partition_coordinates.hpp"

#include <algorithm>
#include <utility>

namespace treadle {

template <Decidable S>
class LuPartition final : public CoordinatePartition<S> {
 public:
  LuPartition(int rows, int columns, int rank)
      : CoordinatePartition<S>(rows, columns, rank),
        a_(rows, columns),
        row_(at(rows)),
        y_(at(rows)) {}

  void split(const Matrix<S>& phi) override {
    for (int i = 0; i < m_; ++i) {
      row_[at(i)] = i;
      for (int j = 0; j < n_; ++j) a_(i, j) = phi(i, j);
    }
    this->begin_choice();
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
    this->keep_choice();
    this->fill_basis([this](int i, int j) -> const S& { return a_(i, j); });
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
  using CoordinatePartition<S>::column_;
  using CoordinatePartition<S>::at;

  // the largest entry of what is left, among the coordinates that may depend
  [[nodiscard]] std::pair<int, int> largest(int k) const {
    int p = -1, q = -1;
    double most = 0.0;
    for (int i = k; i < m_; ++i) {
      for (int j = k; j < n_; ++j) {
        if (!this->may_depend(column_[at(j)])) continue;
        double size = std::fabs(value(a_(i, j)));
        if (this->was_independent(column_[at(j)])) size *= 1.0 / this->reluctance;
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

  Matrix<S> a_;
  std::vector<int> row_;
  std::vector<S> y_;
};

}  // namespace treadle
