// Reactions that the equations of motion leave open: multipliers that balance themselves. Marks the
// joints they reach, and chooses one distribution (docs/theory/constraints.md).
#pragma once

#include "assemble.hpp"

#include <span>
#include <vector>

namespace treadle {

/// What of a reaction is open.
struct OpenReaction {
  bool force = false, moment = false;

  [[nodiscard]] bool any() const { return force || moment; }
};

struct OpenReactions {
  std::vector<OpenReaction> joints;  ///< by tree body
  std::vector<OpenReaction> loops;   ///< by loop
};

/// At the configuration of the redundancy. (C13)
OpenReactions open_reactions(const Model<double>& model,
                             std::span<const FunctionValue<double>> functions,
                             const Redundancy& redundancy);

/// Changes multipliers by what balances itself until the reactions of all joints, tree and cut, are
/// smallest: forces, and moments divided by the model's length. `joints` are the reactions that go
/// with `lambda`, both before and afterwards. Allocates; for rows of output, not for steps. (C14)
void least_reactions(const Model<double>& model, const Redundancy& redundancy,
                     const PositionStage<double>& at, const LoopStage<double>& loops,
                     std::span<double> lambda, std::span<Force<double>> joints);

}  // namespace treadle
