// The augmented matrix as any sparse matrix, by a library that knows nothing of trees and loops:
// `sparse` is LU by KLU, `sparse-symmetric` L D L^T by MUMPS (docs/theory/solvers.md).
#pragma once

#include "sparse_augmented.hpp"

#include <memory>

namespace treadle {

template <Decidable S>
class SparseSolver final : public SaddleSolver<S> {
 public:
  SparseSolver(const SaddlePattern& pattern, SparseLibrary& library, SparseAugmented::Part part);

  void leave_out(std::span<const int> dependent, std::span<const int> vanishing) override;
  Report factor(const SaddleMatrix<S>& matrix) override;
  void solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
             std::span<S> lambda) override;
  void keep(Keep& keep) override;
  [[nodiscard]] std::optional<LibraryFacts> library() const override { return factors_->facts(); }

 private:
  void make();

  SparseLibrary& library_;
  SparseAugmented system_;
  std::unique_ptr<SparseFactors> factors_;
  std::vector<double> chosen_at_;  ///< numbers at which the present pivots were chosen
  double largest_ = 0.0;           ///< of them
  bool chosen_ = false;            ///< whether there are any
};

}  // namespace treadle
