// The inverse of the augmented matrix, by Gauss and Jordan: for those who distrust factors.
#pragma once

#include "augmented.hpp"
#include "saddle.hpp"

namespace treadle {

template <Decidable S>
class JordanSolver final : public SaddleSolver<S> {
 public:
  explicit JordanSolver(const SaddlePattern& pattern);

  void leave_out(std::span<const int> dependent, std::span<const int> vanishing) override;
  Report factor(const SaddleMatrix<S>& matrix) override;
  void solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
             std::span<S> lambda) override;

 private:
  Augmented<S> augmented_;
  std::vector<S> inverse_, right_;
};

}  // namespace treadle
