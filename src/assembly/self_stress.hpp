// Reactions that the equations of motion leave open: multipliers that balance themselves. Tells
// what they reach, and chooses one distribution (docs/theory/constraints.md).
#pragma once

#include "assemble.hpp"

#include <span>
#include <vector>

namespace treadle {

/// Reactions that balance themselves: one mixture of all that there are, in which no part cancels
/// another. A reaction is open where this has an entry, and unique where it has none. (C13)
struct SelfStress {
  std::vector<double> lambda;         ///< multipliers of all rows; the largest share is about 1
  std::vector<Force<double>> joints;  ///< what it sends through the joints of the tree
  double length = 1.0;                ///< moments count divided by this

  /// Parts of it that are rounding.
  static constexpr double nothing = 1e-7;
};

/// Of equations that are redundant wherever the mechanism goes; all zero where there are none.
SelfStress self_stress(const Model<double>& model, const Redundancy& redundancy,
                       const PositionStage<double>& at, const LoopStage<double>& loops);

/// Changes multipliers by what balances itself until the reactions of all joints, tree and cut, and
/// of all constraints are smallest: forces, and moments divided by the model's length. `joints` are
/// the reactions that go with `lambda`, both before and afterwards. Allocates; for rows of output,
/// not for steps. Returns what it had to choose from. (C14)
SelfStress least_reactions(const Model<double>& model, const Redundancy& redundancy,
                           const PositionStage<double>& at, const LoopStage<double>& loops,
                           std::span<double> lambda, std::span<Force<double>> joints);

}  // namespace treadle
