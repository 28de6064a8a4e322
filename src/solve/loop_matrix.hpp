// T = L^-1 Phi^T on the paths of the loops only, and what Alg-S does with it
// (docs/theory/solvers.md). Where its numbers stand is in loop_plan.hpp.
#pragma once

#include "loop_plan.hpp"
#include "sparse_cholesky.hpp"

#include <span>
#include <vector>

namespace treadle {

/// The numbers of T, and what is done with them: the same for both kinds of pivot.
template <Real S>
class LoopRows : public LoopPlan {
 public:
  using LoopPlan::LoopPlan;

  void load(std::span<const S> phi);          ///< to be done before T is computed
  void multiply(std::span<S> product) const;  ///< (S4)
  void add_transpose_times(std::span<const S> z, std::span<S> zm) const;  ///< (S3)
  void times(std::span<const S> lambda, std::span<S> y) const;            ///< (S5)

  /// For tests: T, zero where it has no entry; `equation` as in the pattern.
  [[nodiscard]] S entry(int position, int equation) const;

 protected:
  std::vector<S> t_;
  std::vector<S> scaled_;  ///< D^-1 T, where pivots are not roots; otherwise none

 private:
  [[nodiscard]] const S* scaled() const { return scaled_.empty() ? t_.data() : scaled_.data(); }
};

template <Real S, class Pivot>
class LoopMatrix : public LoopRows<S> {
 public:
  LoopMatrix(const SaddlePattern& pattern, const SparseCholesky<S, Pivot>& factor);

  void compute(const SparseCholesky<S, Pivot>& factor);  ///< (S2)
  /// Rows of panels in different shares are worked on side by side.
  void work_with(Crew* crew, std::span<const int> share_of_panel, std::size_t shares);

 private:
  using LoopPlan::blocks_, LoopPlan::pushes_, LoopPlan::targets_;
  using typename LoopPlan::Block;
  using typename LoopPlan::Push;
  using typename LoopPlan::Target;
  using LoopRows<S>::t_, LoopRows<S>::scaled_;

  Crew* crew_ = nullptr;
  std::vector<std::vector<int>> shares_;  ///< numbers of blocks

  template <class N>
  void compute_block(const SparseCholesky<S, Pivot>& factor, const Block& block, N rows);
};

}  // namespace treadle
