// Alg-S: block Cholesky of M without fill-in, T = L^-1 Phi^T on the paths of the loops only, a
// sparse Cholesky of T^T T for the multipliers (docs/theory/solvers.md).
#pragma once

#include "saddle.hpp"
#include "sparse_cholesky.hpp"

namespace treadle {

template <Real S>
class TopologySolver final : public SaddleSolver<S> {
 public:
  explicit TopologySolver(const SaddlePattern& pattern);

  void leave_out(std::span<const int> dependent, std::span<const int> vanishing) override;
  Report factor(const SaddleMatrix<S>& matrix) override;
  void solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
             std::span<S> lambda) override;

  /// For tests: the factor L and T, loop by loop, position by position, row by row.
  [[nodiscard]] const SparseCholesky<S>& inertia_factor() const { return inertia_; }
  [[nodiscard]] std::span<const S> t_values(std::size_t loop) const {
    return {t_.data() + plans_[loop].t_at,
            plans_[loop].t_columns.size() * static_cast<std::size_t>(plans_[loop].rows)};
  }

 private:
  /// One term of a row of L T = Phi^T.
  struct Pull {
    int earlier;  ///< place of the other position in t_columns
    int slot;     ///< entry of L
  };
  /// How the rows of T that belong to one loop are computed.
  struct LoopPlan {
    int rows = 0, first_row = 0, t_at = 0, values_at = 0;
    std::vector<int> t_columns;
    std::vector<int> phi_column;  ///< place in the loop's columns of Phi, -1 where Phi has no entry
    std::vector<int> pull_at;     ///< first pull of each position, and one past the last
    std::vector<Pull> pulls;
  };
  /// A block of T^T T: two loops and the positions that both see.
  struct Pair {
    std::size_t first = 0, second = 0;
    std::vector<std::pair<int, int>> common;  ///< places in t_columns of both
    std::vector<int> slots;                   ///< where entries go: lower triangle, diagonal as -1
  };

  void plan_loops(const SaddlePattern& pattern);
  void plan_pairs(const SaddlePattern& pattern);
  void compute_t(const SaddleMatrix<S>& matrix, const LoopPlan& plan);
  void compute_pair(const Pair& pair);

  SparseCholesky<S> inertia_, multipliers_;
  std::vector<int> inertia_slots_;  ///< entries of M inside the pattern of L
  std::vector<LoopPlan> plans_;
  std::vector<Pair> pairs_;
  std::vector<char> left_out_;
  std::vector<S> t_, z_, zm_;
};

}  // namespace treadle
