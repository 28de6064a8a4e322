// Wishes for the start position in computing order, and how far a configuration is from them
// (docs/theory/constraints.md).
#pragma once

#include "../kinematics/place.hpp"
#include "../model/placement.hpp"

#include <span>
#include <vector>

namespace treadle {

/// A coordinate of a tree joint, a coordinate of a cut joint, or a frame of a body in the world.
struct Target {
  int item = -1;  ///< in Description::targets
  int rank = 1;
  int q_at = -1, v_at = -1;  ///< of a tree joint's coordinate
  JointType type = JointType::revolute;
  int index = 0;  ///< of the coordinate
  double pitch = 0.0, value = 0.0;
  int group = 0;
  LoopEnd<double> from, to;  ///< child and parent of a cut joint; `from` is the frame of a body
  std::vector<int> path;     ///< bodies whose joints move it
  std::vector<signed char> side;  ///< +1: they move `from`, -1: they move `to`
  bool coordinate = false, position = false, orientation = false;
  Transform<double> goal;  ///< in the world

  /// A displacement and not an angle.
  [[nodiscard]] bool is_length() const;
  [[nodiscard]] int rows() const {
    return coordinate ? 1 : (position ? 3 : 0) + (orientation ? 3 : 0);
  }
};

/// Throws ModelError where a target names what does not exist.
std::vector<Target> freeze_targets(const Description& description, const Model<double>& model,
                                   const Placement& placement);

/// One number that a target compares, and its derivative: the power of a wrench on the relative
/// motion of its two ends, or, without a wrench, that of one coordinate.
struct TargetRow {
  double off = 0.0;
  bool length = false;  ///< metres and not radians
  Force<double> wrench;
};

/// Differences from what is asked for. (C10)
std::vector<TargetRow> compare(const Target& target, std::span<const double> q,
                               const PositionStage<double>& at);

}  // namespace treadle
