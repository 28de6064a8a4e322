// L D L^T with the pivots of Bunch and Kaufman of the whole augmented matrix: half the work of LU,
// its structure ignored all the same.
#pragma once

#include "augmented.hpp"
#include "saddle.hpp"

namespace treadle {

template <Decidable S>
class SymmetricSolver final : public SaddleSolver<S> {
 public:
  explicit SymmetricSolver(const SaddlePattern& pattern) : augmented_(pattern) {}

  void leave_out(std::span<const int> dependent, std::span<const int> vanishing) override;
  Report factor(const SaddleMatrix<S>& matrix) override;
  void solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
             std::span<S> lambda) override;

 private:
  Augmented<S> augmented_;
};

}  // namespace treadle
