// Loop residuals that stay meaningful far from closure.
//
// The sines of close_loops vanish also where a joint is turned by half a revolution. While a loop
// is being assembled, rows of directions that are far apart are replaced by components of the
// rotation vector that separates them, which has no false zero. (C5)
#pragma once

#include "../kinematics/loops.hpp"

namespace treadle {

void close_loops_wide(const Model<double>& model, std::span<const double> q,
                      std::span<const FunctionValue<double>> functions,
                      const PositionStage<double>& at, LoopStage<double>& out);

}  // namespace treadle
