// Alg-D: the steps of Alg-S on full matrices. No bookkeeping, all zeros multiplied.
#pragma once

#include "saddle.hpp"

namespace treadle {

template <Decidable S>
class DenseSolver final : public SaddleSolver<S> {
 public:
  explicit DenseSolver(const SaddlePattern& pattern);

  void leave_out(std::span<const int> dependent, std::span<const int> vanishing) override;
  Report factor(const SaddleMatrix<S>& matrix) override;
  void solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
             std::span<S> lambda) override;

 private:
  void fill(const SaddleMatrix<S>& matrix);

  SaddlePattern pattern_;
  std::vector<char> left_out_;
  int dropped_ = 0;
  std::vector<S> inertia_, t_, product_;  ///< n x n; n x m, a row for each coordinate; m x m
  std::vector<S> z_, y_, zm_;
  std::vector<double> start_;
};

}  // namespace treadle
