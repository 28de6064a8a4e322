// A start state that obeys the loops: closing gaps by damped least squares, making velocities
// consistent, finding redundant equations (docs/theory/constraints.md). Runs once, on double, and
// may allocate.
#pragma once

#include "../kinematics/loops.hpp"
#include "../model/build.hpp"

#include <string>
#include <vector>

namespace treadle {

/// A start value that a person gave and the loops did not allow.
struct Unmet {
  int position = -1;  ///< in v
  double change = 0.0;
  bool velocity = false;
};

struct Assembly {
  std::vector<double> q, v;
  std::vector<Unmet> unmet;
  double first_gap = 0.0;  ///< largest residual before assembly
};

/// Throws ModelError naming the loop and its gap where the mechanism cannot be closed.
Assembly assemble(const Model<double>& model, std::span<const FunctionValue<double>> functions,
                  const StartState& start);

/// Equations that say nothing new near this configuration, and those that are lost only just here.
struct Redundancy {
  std::vector<int> rows;           ///< redundant wherever the mechanism goes, ascending
  std::vector<int> vanishing;      ///< of these, the ones without any entry, ascending
  std::vector<int> singular_here;  ///< independent nearby, dependent in this very configuration
};

Redundancy find_redundancy(const Model<double>& model,
                           std::span<const FunctionValue<double>> functions,
                           const std::vector<double>& q);

}  // namespace treadle
