// Free directions from singular values: Phi^T W = N Sigma; the basis is what is orthogonal to N,
// turned as little as possible from one split to the next. (N4)
#pragma once

#include "partition.hpp"

namespace treadle {

template <Decidable S>
class SvdPartition final : public Partition<S> {
 public:
  SvdPartition(int rows, int columns, int rank)
      : Partition<S>(rows, columns, rank),
        normal_(columns, rows),
        w_(rows, rows),
        sigma_(static_cast<std::size_t>(rows)) {}

  void split(const Matrix<S>& phi) override {
    find_values(phi);
    complement(normal_, used_, basis_);
  }

  /// All but the basis, which takes most of the time where much is free.
  void find_values(const Matrix<S>& phi) {
    normal_.shape(n_, m_);
    double largest = 0.0;
    for (int i = 0; i < m_ * n_; ++i)
      largest = std::fmax(largest, std::fabs(value(phi.a[static_cast<std::size_t>(i)])));
    for (int i = 0; i < m_; ++i) {
      double most = 0.0;
      for (int j = 0; j < n_; ++j) most = std::fmax(most, std::fabs(value(phi(i, j))));
      // rows of rounding alone are none: turning them against each other would not end soon
      const bool empty = most <= 1e-13 * largest;
      for (int j = 0; j < n_; ++j) normal_(j, i) = empty ? S(0.0) : phi(i, j);
    }
    singular_values(normal_, w_, sigma_);
    int k = 0;
    for (; k < rank_ && this->counts(k, sigma(k), sigma_[0]); ++k)
      normalize_column(normal_, k, 0.0);
    this->finish(k, k > 0 ? sigma(k - 1) / sigma_[0] : 0.0);
  }

  void keep(Keep& keep) override {
    Partition<S>::keep(keep);
    keep(normal_, w_, sigma_);
  }

  void particular(std::span<const S> b, std::span<S> x) override {
    std::fill(x.begin(), x.end(), S(0.0));
    for (int k = 0; k < used_; ++k) {
      S part = w_(0, k) * b[0];
      for (int i = 1; i < m_; ++i) part += w_(i, k) * b[static_cast<std::size_t>(i)];
      part = part / S(sigma(k));
      for (int j = 0; j < n_; ++j) x[static_cast<std::size_t>(j)] += part * normal_(j, k);
    }
  }

  void multipliers(std::span<const S> g, std::span<S> lambda) override {
    std::fill(lambda.begin(), lambda.end(), S(0.0));
    for (int k = 0; k < used_; ++k) {
      S part = normal_(0, k) * g[0];
      for (int j = 1; j < n_; ++j) part += normal_(j, k) * g[static_cast<std::size_t>(j)];
      part = part / S(sigma(k));
      for (int i = 0; i < m_; ++i) lambda[static_cast<std::size_t>(i)] += part * w_(i, k);
    }
  }

  /// Right and left vectors of all values, falling.
  [[nodiscard]] const Matrix<S>& normals() const { return normal_; }
  [[nodiscard]] const Matrix<S>& lefts() const { return w_; }
  [[nodiscard]] double sigma(int k) const { return sigma_[static_cast<std::size_t>(k)]; }

 private:
  using Partition<S>::m_;
  using Partition<S>::n_;
  using Partition<S>::rank_;
  using Partition<S>::used_;
  using Partition<S>::basis_;

  Matrix<S> normal_, w_;
  std::vector<double> sigma_;
};

}  // namespace treadle
