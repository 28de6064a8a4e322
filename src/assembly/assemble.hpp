// A start state that obeys the loops: closing gaps by damped least squares, making velocities
// consistent, finding redundant equations (docs/theory/constraints.md). Runs once, on double, and
// may allocate.
#pragma once

#include "../base/error.hpp"
#include "../kinematics/loops.hpp"
#include "../model/build.hpp"
#include "targets.hpp"

#include <string>
#include <vector>

namespace treadle {

/// A start value that a person gave and the loops did not allow.
struct Unmet {
  int position = -1;  ///< in v
  double change = 0.0;
  bool velocity = false;
};

/// How near the assembly came to a target, and what stood in its way.
struct TargetResult {
  int target = -1;            ///< in Description::targets
  double position_off = 0.0;  ///< metres: of a point, or of a displacement
  double angle_off = 0.0;     ///< radians: of an orientation, or of an angle
  bool met = true;
  // where it is not met: who pulls the other way; nobody means that its joints reach no further
  std::vector<int> loops;    ///< in Topology::loops
  std::vector<int> targets;  ///< in Description::targets
  bool starts = false;       ///< start values of joints
};

struct Assembly {
  std::vector<double> q, v;
  std::vector<Unmet> unmet;
  double first_gap = 0.0;             ///< largest residual before assembly
  std::vector<TargetResult> targets;  ///< all of them, in the order of the description
};

/// The loops cannot be closed.
class AssemblyError : public ModelError {
  using ModelError::ModelError;
};

/// Throws AssemblyError naming the loop and its gap where the mechanism cannot be closed.
Assembly assemble(const Model<double>& model, std::span<const FunctionValue<double>> functions,
                  const StartState& start, std::span<const Target> targets = {});

/// How clear the rank of the equations of connected loops is. Pivots are what a row has beyond the
/// rows before it, as a part of what it could have.
struct IslandRank {
  std::vector<int> loops;  ///< in Topology::loops
  int rank = 0, rows = 0;
  double smallest_kept = 0.0, largest_dropped = 0.0;
  std::vector<int> nearly;  ///< loops of the smallest kept pivot and of the rows it nearly repeats

  /// Between what counts and what does not; rounding is where nothing was dropped.
  [[nodiscard]] double gap() const {
    return smallest_kept / (largest_dropped > 1e-16 ? largest_dropped : 1e-16);
  }
  [[nodiscard]] bool is_doubtful() const {
    return rank > 0 && (gap() < 1e3 || smallest_kept < 1e-6);
  }
};

/// Equations that say nothing new near this configuration, and those that are lost only just here.
struct Redundancy {
  std::vector<int> rows;           ///< redundant wherever the mechanism goes, ascending
  std::vector<int> vanishing;      ///< of these, the ones without any entry, ascending
  std::vector<int> singular_here;  ///< independent nearby, dependent in this very configuration
  std::vector<IslandRank> islands;
  std::vector<double> q;  ///< a configuration nearby that shows the full rank
};

Redundancy find_redundancy(const Model<double>& model,
                           std::span<const FunctionValue<double>> functions,
                           const std::vector<double>& q);

}  // namespace treadle
