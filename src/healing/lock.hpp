// Why an island does not move, and what would let it.
#pragma once

#include "axis_relations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace treadle {

struct Lock {
  std::vector<std::string> joints;       ///< that the weakest equations hold
  double strength = 0.0;                 ///< of the weakest equation, in plain numbers (HG1)
  std::optional<AxisRelation> relation;  ///< that their axes nearly have ...
  std::vector<std::string> axes;         ///< ... these of them ...
  double off = 0.0;                      ///< ... but for this: radians, or metres
  double size = 0.0;                     ///< of the island, in metres
};

/// Of an island without freedom.
Lock explain_lock(const Description& description, const Model<double>& model,
                  const Placement& placement, const LoopIsland& island, std::span<const double> q);

}  // namespace treadle
