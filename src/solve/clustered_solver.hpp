// Loops eliminated where they close: each cluster is reduced to its independent coordinates by a
// local null space, then everything is one elimination without square roots
// (docs/theory/solvers.md).
#pragma once

#include "cluster_lanes.hpp"
#include "cluster_plan.hpp"
#include "saddle.hpp"
#include "topology_solver.hpp"

#include <memory>

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

  void keep(Keep& keep) override {
    bool made = reserve_ != nullptr;
    keep(fronts_, sets_, chosen_, fell_back_, splits_, fallbacks_, made);
    if (made) keep(reserve());
  }

  [[nodiscard]] long splits() const {  ///< how often one was chosen
    long sum = splits_;
    for (const ClusterLanes& set : sets_) sum += set.splits();
    return sum;
  }
  [[nodiscard]] long fallbacks() const { return fallbacks_; }  ///< steps that Alg-S took

 private:
  TopologySolver<S>& reserve();
  bool reduce(std::size_t c, const SaddleMatrix<S>& matrix);
  bool reduce_set(std::size_t t, const SaddleMatrix<S>& matrix);
  void find_sets();
  void find_tail();
  /// f with the order of the tail as a constant.
  template <class F>
  bool with_tail(F&& f);
  /// The set that takes a step with it, or -1; only plain numbers have lanes.
  [[nodiscard]] int set_at(int cluster) const {
    return set_of_.empty() ? -1 : set_of_[static_cast<std::size_t>(cluster)];
  }
  /// The set that solves for a cluster, or nullptr where that is done alone.
  [[nodiscard]] ClusterLanes* lanes_of(int cluster) {
    const int set = set_at(cluster);
    return set >= 0 && sets_[static_cast<std::size_t>(set)].good()
               ? &sets_[static_cast<std::size_t>(set)]
               : nullptr;
  }
  [[nodiscard]] bool is_last(int cluster) const {
    return last_of_set_[static_cast<std::size_t>(cluster)] != 0;
  }
  void forward(int cluster, std::span<const S> gamma);
  void backward(int cluster, std::span<S> lambda);
  bool eliminate(int first, int last, const SaddleMatrix<S>& matrix);
  S& entry(int slot) {
    return slot < 0 ? diagonal_[static_cast<std::size_t>(-1 - slot)]
                    : lower_[static_cast<std::size_t>(slot)];
  }

  EliminationPlan plan_;
  std::vector<ClusterFront<S>> fronts_;
  std::vector<ClusterLanes> sets_;  ///< of equal clusters
  std::vector<int> set_of_;         ///< by cluster, -1: it is alone; empty without sets
  std::vector<char> last_of_set_;   ///< by cluster: the last one of its set to be eliminated
  std::vector<int> rank_;           ///< of each cluster's equations
  std::vector<char> chosen_;        ///< clusters that have a split
  std::vector<char> dense_;         ///< columns that update runs of others
  std::vector<S> diagonal_, lower_, inverse_, z_, x_;
  std::vector<S> border_;                       ///< scratch for one cluster
  std::unique_ptr<TopologySolver<S>> reserve_;  ///< Alg-S; of large mechanisms made when needed
  std::unique_ptr<SaddlePattern> pattern_;      ///< that it is made of then
  std::vector<int> dependent_, vanishing_;      ///< and what it leaves out
  int tail_ = 0;         ///< coordinates at the end that meet all that follow; 0: none
  bool covered_ = true;  ///< every loop is in a cluster
  bool fell_back_ = false;
  long splits_ = 0, fallbacks_ = 0;
};

}  // namespace treadle
