// The projection matrix: I_R is the pseudo-inverse of Phi, P_N = 1 - I_R Phi, and P_T are as many
// columns of P_N as there are free directions. (N6)
#pragma once

#include "partition_svd.hpp"

namespace treadle {

template <Decidable S>
class ProjectionPartition final : public Partition<S> {
 public:
  ProjectionPartition(int rows, int columns, int rank)
      : Partition<S>(rows, columns, rank),
        svd_(rows, columns, rank),
        inverse_(columns, rows),
        null_(columns, columns),
        rest_(columns, columns),
        taken_(static_cast<std::size_t>(columns - rank), -1) {}

  void split(const Matrix<S>& phi) override {
    svd_.ignore_below(this->ignored_);
    svd_.split(phi);
    this->finish(rank_ - svd_.lost(), svd_.weakest());
    inverse_.set_zero();  // I_R = N Sigma^-1 W^T
    for (int k = 0; k < used_; ++k) {
      for (int j = 0; j < n_; ++j) {
        const S factor = svd_.normals()(j, k) / S(svd_.sigma(k));
        for (int i = 0; i < m_; ++i) inverse_(j, i) += factor * svd_.lefts()(i, k);
      }
    }
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {
        S sum = S(i == j ? 1.0 : 0.0);
        for (int k = 0; k < m_; ++k) sum -= inverse_(i, k) * phi(k, j);
        null_(i, j) = sum;
      }
    }
    if (used_ < rank_) {  // P_N has grown: the directions of before are kept
      for (int i = 0; i < n_ * basis_.cols; ++i)
        basis_.a[static_cast<std::size_t>(i)] = svd_.basis().a[static_cast<std::size_t>(i)];
      return;
    }
    choose();
    for (int c = 0; c < basis_.cols; ++c) {
      const int from = taken_[static_cast<std::size_t>(c)];
      for (int i = 0; i < n_; ++i) basis_(i, c) = null_(i, from);
    }
  }

  void keep(Keep& keep) override {
    Partition<S>::keep(keep);
    keep(svd_, inverse_, null_, taken_);
  }

  void particular(std::span<const S> b, std::span<S> x) override {  // I_R b
    for (int j = 0; j < n_; ++j) {
      S sum = inverse_(j, 0) * b[0];
      for (int i = 1; i < m_; ++i) sum += inverse_(j, i) * b[static_cast<std::size_t>(i)];
      x[static_cast<std::size_t>(j)] = sum;
    }
  }

  void multipliers(std::span<const S> g, std::span<S> lambda) override {  // I_R^T g
    for (int i = 0; i < m_; ++i) {
      S sum = inverse_(0, i) * g[0];
      for (int j = 1; j < n_; ++j) sum += inverse_(j, i) * g[static_cast<std::size_t>(j)];
      lambda[static_cast<std::size_t>(i)] = sum;
    }
  }

 private:
  using Partition<S>::m_;
  using Partition<S>::n_;
  using Partition<S>::rank_;
  using Partition<S>::used_;
  using Partition<S>::basis_;

  // B of (N6): columns of P_N by pivoting, the longest rest first
  void choose() {
    for (int i = 0; i < n_ * n_; ++i)
      rest_.a[static_cast<std::size_t>(i)] = null_.a[static_cast<std::size_t>(i)];
    for (std::size_t c = 0; c < taken_.size(); ++c) {
      int best = 0;
      for (int j = 1; j < n_; ++j) {
        if (value(rest_(j, j)) > value(rest_(best, best))) best = j;
      }
      taken_[c] = best;
      const S pivot = rest_(best, best);
      for (int i = 0; i < n_; ++i) {
        if (i == best) continue;
        const S factor = rest_(i, best) / pivot;
        for (int j = 0; j < n_; ++j) rest_(i, j) -= factor * rest_(best, j);
      }
      for (int j = 0; j < n_; ++j) rest_(best, j) = S(0.0);
    }
  }

  SvdPartition<S> svd_;
  Matrix<S> inverse_, null_, rest_;
  std::vector<int> taken_;
};

}  // namespace treadle
