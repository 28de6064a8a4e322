// Alg-S: block Cholesky of M without fill-in, T = L^-1 Phi^T on the paths of the loops only, a
// sparse Cholesky of T^T T for the multipliers (docs/theory/solvers.md). With PlainPivot both
// factorizations are root-free.
#pragma once

#include "loop_matrix.hpp"
#include "saddle.hpp"
#include "sparse_cholesky.hpp"

namespace treadle {

template <Real S, class Pivot = RootPivot>
class TopologySolver final : public SaddleSolver<S> {
 public:
  explicit TopologySolver(const SaddlePattern& pattern);

  void leave_out(std::span<const int> dependent, std::span<const int> vanishing) override;
  void work_with(Crew* crew) override;
  Report factor(const SaddleMatrix<S>& matrix) override;
  void solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
             std::span<S> lambda) override;

  /// For tests.
  [[nodiscard]] const SparseCholesky<S, Pivot>& inertia_factor() const { return inertia_; }
  [[nodiscard]] const LoopMatrix<S, Pivot>& t() const { return t_; }

 private:
  void leave_out_empty();
  [[nodiscard]] Shares cut_panels() const;
  struct Copy {
    int from, to, count;
  };

  SparseCholesky<S, Pivot> inertia_, multipliers_;
  LoopMatrix<S, Pivot> t_;
  std::vector<Copy> copies_;   ///< entries of M to the factor
  bool filled_ = false;        ///< the factor has more entries than M
  std::vector<int> diagonal_;  ///< of its diagonal
  double least_pivot_ = 1e-11;
  std::vector<int> left_out_;  ///< places of pivots that never count
  std::vector<S> z_, y_, zm_;
  std::vector<std::vector<int>> reaches_;  ///< of T, by loop
};

}  // namespace treadle
