// What it takes to prove accelerations at single states, where time does not matter: the rank of
// the state, and singular values as a second opinion (docs/theory/proof.md).
#pragma once

#include "../singular/state_rank.hpp"
#include "loop_keeper.hpp"

namespace treadle {

class SingleStates {
 public:
  /// The mechanism must outlive it, and have loops.
  explicit SingleStates(const Mechanism& mechanism);

  /// For singular values alone: it is never asked who takes over.
  [[nodiscard]] LoopKeeper& keeper() { return keeper_; }

  /// The weakest equation at a position.
  Weakest weakest(std::span<const FunctionValue<double>> functions, std::span<const double> q);
  /// Whether accelerations are lost to rounding there: the equation says nothing.
  [[nodiscard]] static bool is_singular(const Weakest& weakest);
  /// Part of the largest acceleration by which two right answers may differ, where loops are open
  /// by `gap` in parts of length and speed. (P7)
  [[nodiscard]] static double allowed(const Weakest& weakest, double gap);
  /// More than this is no answer, unless loops are open.
  static constexpr double most_allowed = 1e-4;

 private:
  const Mechanism& mechanism_;
  LoopKeeper keeper_;
  std::vector<ScaledIsland> islands_;
  StateRank rank_;
  PositionStage<double> position_;
  LoopStage<double> loops_;
};

}  // namespace treadle
