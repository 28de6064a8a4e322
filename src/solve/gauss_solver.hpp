// The dense reference: LU with row interchanges of the whole augmented matrix. Shares nothing with
// Alg-S.
#pragma once

#include "augmented.hpp"
#include "saddle.hpp"

namespace treadle {

template <Decidable S>
class GaussSolver final : public SaddleSolver<S> {
 public:
  explicit GaussSolver(const SaddlePattern& pattern) : augmented_(pattern) {}

  void leave_out(std::span<const int> dependent, std::span<const int> vanishing) override;
  Report factor(const SaddleMatrix<S>& matrix) override;
  void solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
             std::span<S> lambda) override;

 private:
  Augmented<S> augmented_;
};

}  // namespace treadle
