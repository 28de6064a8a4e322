// Inputs that belong to controllers; nobody else may set them.
#pragma once

#include "control_plan.hpp"

#include <algorithm>

namespace treadle {

/// `input`: of Functions::inputs().
inline bool is_fed(const ControlPlan& plan, std::size_t input) {
  return std::any_of(plan.blocks.begin(), plan.blocks.end(),
                     [&](const ControlBlock& block) { return block.input == input; });
}

}  // namespace treadle
