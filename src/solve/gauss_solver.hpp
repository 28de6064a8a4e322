// The dense reference: LU with row interchanges of the whole augmented matrix. Shares nothing with
// Alg-S.
#pragma once

#include "saddle.hpp"

namespace treadle {

template <Decidable S>
class GaussSolver final : public SaddleSolver<S> {
 public:
  explicit GaussSolver(const SaddlePattern& pattern);

  void leave_out(std::span<const int> dependent, std::span<const int> vanishing) override;
  Report factor(const SaddleMatrix<S>& matrix) override;
  void solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
             std::span<S> lambda) override;

 private:
  SaddlePattern pattern_;
  std::vector<char> left_out_;
  std::vector<S> a_, x_;
  std::vector<int> pivots_;
};

}  // namespace treadle
