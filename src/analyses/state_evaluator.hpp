// Accelerations, multipliers and energies at states that somebody gives: no step is taken and
// nothing is projected.
//
//   StateEvaluator evaluator(mechanism, "auto");
//   std::vector<double> row(evaluator.columns().size());
//   evaluator.evaluate(0.0, x, row);
#pragma once

#include "../base/table.hpp"
#include "../simulation/mechanism_system.hpp"

namespace treadle {

class StateEvaluator {
 public:
  /// The mechanism must outlive it.
  StateEvaluator(const Mechanism& mechanism, const std::string& solver);

  /// `elbow.a`, `chassis.a.x` for each velocity of the tree; `D.lambda.1` for each equation of a
  /// loop, of M qdd + Phi^T lambda = Q; `kinetic`, `potential`; `loop_gap`, `rate_gap`.
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] std::size_t state_size() const { return system_.state_size(); }
  [[nodiscard]] const SolverChoice& solver_choice() const { return system_.solver_choice(); }

  /// Ways to accelerations, with what each refused.
  [[nodiscard]] const std::vector<MethodCount>& methods() const {
    return system_.accelerations().counts();
  }

  /// `x` is q and v along the tree, then one number that is not looked at. Accelerations and
  /// multipliers that no way can prove are NaN, and so are those of a singular position, where they
  /// are not unique. Where equations are redundant, the multipliers are
  /// those of the smallest reactions.
  Report evaluate(double t, std::span<const double> x, std::span<double> row);

  /// Multipliers that were not unique in some state so far, by column.
  [[nodiscard]] std::vector<std::string> not_unique() const;

 private:
  void unique_multipliers();
  [[nodiscard]] double loop_gap(std::span<const double> x);

  const Mechanism& mechanism_;
  MechanismSystem system_;
  std::vector<Column> columns_;
  std::size_t first_multiplier_ = 0;  ///< among the columns
  std::vector<int> open_;             ///< by multiplier: 1 where it is not unique
  std::vector<BodyId> order_;         ///< tree bodies in the order of the file
  LoopStage<double> wide_;            ///< loops as assembly sees them
  std::vector<Motion<double>> accelerations_;
  std::vector<Force<double>> transmitted_;
};

}  // namespace treadle
