// A start in a singular position: the ways on which the mechanism can leave it, and the one that
// the given velocities choose (docs/theory/constraints.md).
#pragma once

#include "assemble.hpp"

#include <span>
#include <vector>

namespace treadle {

struct StartBranches {
  std::vector<int> loops;  ///< in Topology::loops
  /// Velocities of the whole mechanism along each way, the largest of them 1. Only where the loops
  /// leave one freedom; else there is no end of ways.
  std::vector<std::vector<double>> ways;
  int taken = -1;       ///< of these; -1: at rest, where nothing chooses
  bool open = false;    ///< several fit the given velocities alike
  bool moving = false;  ///< velocities were given
};

/// Changes start velocities that belong to no way of leaving a singular start. (C16)
std::vector<StartBranches> choose_branches(const Model<double>& model,
                                           std::span<const FunctionValue<double>> functions,
                                           const Redundancy& redundancy, const StartState& start,
                                           Assembly& assembly);

}  // namespace treadle
