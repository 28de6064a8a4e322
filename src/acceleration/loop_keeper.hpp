// The constraint methods at work in a run: which of them serves the present state, what was
// switched and chosen anew, and which singular positions were passed. For 'closest' it only
// watches; 'stabilized' has none.
#pragma once

#include "../integrate/system.hpp"
#include "../keeping/partitioned.hpp"
#include "../mechanism/mechanism.hpp"
#include "../singular/hybrid_rules.hpp"
#include "../singular/smooth_branch.hpp"
#include "constraint_method.hpp"
#include "proof.hpp"
#include "step.hpp"

#include <memory>
#include <string>
#include <vector>

namespace treadle {

/// How often each way was gone, for comparisons of their cost.
struct KeeperCounts {
  long base = 0;        ///< evaluations by the partition (of 'auto': by the solver)
  long projection = 0;  ///< evaluations by the projection matrix
  long smooth = 0;      ///< of these, between interpolated directions
};

class LoopKeeper {
 public:
  /// Throws ModelError where the method would need too much memory. The mechanism must outlive it.
  LoopKeeper(const Mechanism& mechanism, ConstraintMethod method);

  /// Whether accelerations and corrections at this state are the keeper's. Call it first.
  bool takes_over(std::span<const FunctionValue<double>> functions, std::span<const double> q,
                  std::span<const double> v);
  /// Whether loops are so weak that only a solver that ranks by itself should be used.
  [[nodiscard]] bool wants_care() const {
    return method_ != ConstraintMethod::closest && watch_->any_weak();
  }
  /// Whether the state of takes_over() is inside the window of a singular position.
  [[nodiscard]] bool in_window() const { return watch_->any_near(); }
  /// Accelerations from M, Phi, Q and gamma in the workspace.
  Report accelerate(Workspace<double>& w, bool multipliers);
  /// Whether these may be used inside the window of a singular position: they fulfil the equations
  /// as far as the state is on its branch, and leave no force along the directions in which it can
  /// move. (P8) (P9)
  Report prove_in_window(std::span<const double> v, double rounding, BalanceProof& balance,
                         Workspace<double>& w);
  /// They may not: loops are let go for a while. True where the equations themselves can serve.
  bool let_go();
  /// The same by singular values, with the rank of regular positions, where no other way can be
  /// proved.
  [[nodiscard]] bool can_care() const { return projection_ != nullptr; }
  Report accelerate_with_care(Workspace<double>& w, bool multipliers);
  Report project_with_care(double length, std::span<const FunctionValue<double>> functions,
                           ProjectionStage<double>& w, std::span<double> q, std::span<double> v);
  Report project(double length, std::span<const FunctionValue<double>> functions,
                 ProjectionStage<double>& w, std::span<double> q, std::span<double> v);

  /// How long a step may be with velocities v, so that no singular position is passed unseen.
  [[nodiscard]] double longest_step(std::span<const double> v) const {
    return watch_->longest_step(v);
  }
  /// Whether loops have ever been on their way to a singular position, which makes errors grow.
  [[nodiscard]] bool came_near() const { return watch_->came_near(); }
  /// A step was accepted. Whether energies are needed for that.
  [[nodiscard]] bool wants_energy() const { return rules_ != nullptr; }
  /// ... and whether functions of time are.
  [[nodiscard]] bool wants_functions(std::span<const double> q) const;
  void accepted(const StepNews& news, std::span<const FunctionValue<double>> functions,
                std::span<const double> q, std::span<const double> v, double balance,
                double kinetic);
  void refused();

  [[nodiscard]] long switches() const;
  [[nodiscard]] long repartitions() const;
  [[nodiscard]] const KeeperCounts& counts() const { return counts_; }
  [[nodiscard]] const std::vector<Passage>& crossings() const { return watch_->crossings(); }
  /// What of a number rates and projections do not have right near singular positions.
  [[nodiscard]] double noise() const;
  /// Times of crossings, those of one instant once.
  [[nodiscard]] std::vector<double> singular_times() const;
  /// What a person should know of them.
  [[nodiscard]] std::vector<std::string> warnings() const;

  /// Loops near a singular position at the last look, for a person; empty where there are none.
  [[nodiscard]] std::string where_it_stands() const;

  /// Whether the projection matrix has the work at present.
  [[nodiscard]] bool projecting() const;
  [[nodiscard]] const SingularWatch& watch() const { return *watch_; }
  /// Of methods with independent coordinates; nullptr for all others.
  [[nodiscard]] const HybridRules* rules() const { return rules_.get(); }

  /// All that later answers depend on; loops are held again by the next takes_over().
  void keep(Keep& keep) {
    keep(base_, projection_, watch_, smooth_, rules_, counts_, switches_, kinetic_, told_, healthy_,
         best_, took_over_, near_before_, rest_, again_below_);
  }

 private:
  [[nodiscard]] std::string what_was_followed() const;
  [[nodiscard]] std::string told(bool turned) const;
  PartitionedLoops<double>& active() { return projecting() || !base_ ? *projection_ : *base_; }
  void look(std::span<const FunctionValue<double>> functions, std::span<const double> q);
  [[nodiscard]] bool branch_serves(std::size_t island) const;
  [[nodiscard]] double weakest_near() const;
  void rest();

  const Mechanism& mechanism_;
  ConstraintMethod method_;
  std::vector<ScaledIsland> islands_;
  std::vector<ScaledIsland> undriven_;  ///< the same without drivers, which choose no branch
  std::unique_ptr<PartitionedLoops<double>> base_, projection_;
  std::unique_ptr<SingularWatch> watch_;
  std::unique_ptr<SmoothBranch<double>> smooth_;
  std::unique_ptr<HybridRules> rules_;
  PositionStage<double> position_;
  LoopStage<double> loops_;
  KeeperCounts counts_;
  long switches_ = 0;
  double kinetic_ = 0.0, told_ = -1.0;
  double healthy_ = 0.0, best_ = 0.0;  ///< weakest pivots: since the last choice, in all
  bool held_ = false, took_over_ = false, near_before_ = false;
  int rest_ = 0;              ///< looks for which no smooth branch is searched
  double again_below_ = 0.0;  ///< unless equations become weaker than that
};

}  // namespace treadle
