// Loops eliminated where they close: each cluster is reduced to its independent coordinates by a
// local null space, then everything is one elimination without square roots
// (docs/theory/solvers.md).
#pragma once

#include "cluster_plan.hpp"
#include "saddle.hpp"
#include "topology_solver.hpp"

namespace treadle {

template <Real S>
class ClusteredSolver final : public SaddleSolver<S> {
 public:
  explicit ClusteredSolver(const SaddlePattern& pattern);

  void leave_out(std::span<const int> dependent, std::span<const int> vanishing) override;
  /// Where a cluster has no healthy split (a singular position), Alg-S takes the step.
  Report factor(const SaddleMatrix<S>& matrix) override;
  /// Multipliers are left out when `lambda` is empty.
  void solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
             std::span<S> lambda) override;

  [[nodiscard]] bool needs_multipliers() const override { return fell_back_; }

  [[nodiscard]] long splits() const { return splits_; }        ///< how often one was chosen
  [[nodiscard]] long fallbacks() const { return fallbacks_; }  ///< steps that Alg-S took

 private:
  bool reduce(std::size_t c, const SaddleMatrix<S>& matrix);
  bool eliminate(int first, int last, const SaddleMatrix<S>& matrix);
  S& entry(int slot) {
    return slot < 0 ? diagonal_[static_cast<std::size_t>(-1 - slot)]
                    : lower_[static_cast<std::size_t>(slot)];
  }

  EliminationPlan plan_;
  std::vector<ClusterFront<S>> fronts_;
  std::vector<int> rank_;     ///< of each cluster's equations
  std::vector<char> chosen_;  ///< clusters that have a split
  std::vector<char> dense_;   ///< columns that update runs of others
  std::vector<S> diagonal_, lower_, inverse_, z_, x_;
  std::vector<S> border_;  ///< scratch for one cluster
  TopologySolver<S> reserve_;
  bool covered_ = true;  ///< every loop is in a cluster
  bool fell_back_ = false;
  long splits_ = 0, fallbacks_ = 0;
};

}  // namespace treadle
