// Coordinate partitioning by QR with column pivoting: Phi = Q [R_u R_v]. (N3)
#pragma once

#include "partition_coordinates.hpp"

#include <algorithm>

namespace treadle {

template <Decidable S>
class QrPartition final : public CoordinatePartition<S> {
 public:
  QrPartition(int rows, int columns, int rank)
      : CoordinatePartition<S>(rows, columns, rank),
        a_(rows, columns),
        r_(rank, columns),
        y_(at(rank)) {}

  void split(const Matrix<S>& phi) override {
    for (int i = 0; i < m_ * n_; ++i) a_.a[at(i)] = phi.a[at(i)];
    this->begin_choice();
    r_.set_zero();
    int k = 0;
    double first = 0.0, last = 0.0;
    for (; k < rank_; ++k) {
      int best = -1;
      double most = 0.0;
      for (int j = k; j < n_; ++j) {
        const int c = column_[at(j)];
        if (!this->may_depend(c)) continue;
        double size = 0.0;  // a comparison, no arithmetic of the method
        for (int i = 0; i < m_; ++i) size += value(a_(i, c)) * value(a_(i, c));
        if (this->was_independent(c)) size *= 1.0 / (this->reluctance * this->reluctance);
        if (size > most) {
          most = size;
          best = j;
        }
      }
      double size = 0.0;
      for (int i = 0; i < m_ && best >= 0; ++i)
        size += value(a_(i, column_[at(best)])) * value(a_(i, column_[at(best)]));
      size = std::sqrt(size);
      if (k == 0) first = size;
      if (best < 0 || !this->counts(k, size, first)) break;
      last = size;
      std::swap(column_[at(k)], column_[at(best)]);
      const int c = column_[at(k)];
      if (k > 0) again(c, k);
      r_(k, c) = sqrt(column_product(a_, c, a_, c));
      for (int i = 0; i < m_; ++i) a_(i, c) = a_(i, c) / r_(k, c);
      for (int j = k + 1; j < n_; ++j) {
        const int other = column_[at(j)];
        const S part = column_product(a_, c, a_, other);
        r_(k, other) = part;
        for (int i = 0; i < m_; ++i) a_(i, other) -= part * a_(i, c);
      }
    }
    this->finish(k, first > 0.0 ? last / first : 0.0);
    this->keep_choice();
    this->fill_basis([this](int i, int j) -> const S& { return r_(i, column_[at(j)]); });
  }

  void particular(std::span<const S> b, std::span<S> x) override {  // R_u x_u = Q^T b, x_v = 0
    std::fill(x.begin(), x.end(), S(0.0));
    for (int i = used_ - 1; i >= 0; --i) {
      const int c = column_[at(i)];
      S sum = a_(0, c) * b[0];
      for (int k = 1; k < m_; ++k) sum += a_(k, c) * b[at(k)];
      for (int k = i + 1; k < used_; ++k) sum -= r_(i, column_[at(k)]) * x[at(column_[at(k)])];
      x[at(c)] = sum / r_(i, c);
    }
  }

  void multipliers(std::span<const S> g, std::span<S> lambda) override {  // Q R_u^-T g_u
    std::fill(lambda.begin(), lambda.end(), S(0.0));
    for (int i = 0; i < used_; ++i) {
      const int c = column_[at(i)];
      S sum = g[at(c)];
      for (int k = 0; k < i; ++k) sum -= r_(k, c) * y_[at(k)];
      y_[at(i)] = sum / r_(i, c);
      for (int k = 0; k < m_; ++k) lambda[at(k)] += a_(k, c) * y_[at(i)];
    }
  }

 private:
  using Partition<S>::m_;
  using Partition<S>::n_;
  using Partition<S>::rank_;
  using Partition<S>::used_;
  using CoordinatePartition<S>::column_;
  using CoordinatePartition<S>::at;

  // a second pass against the columns before it, whose parts belong to R
  void again(int c, int k) {
    for (int i = 0; i < k; ++i) {
      const int before = column_[at(i)];
      const S part = column_product(a_, before, a_, c);
      r_(i, c) += part;
      for (int l = 0; l < m_; ++l) a_(l, c) -= part * a_(l, before);
    }
  }

  Matrix<S> a_, r_;  ///< columns of Q where the dependent columns were
  std::vector<S> y_;
};

}  // namespace treadle
