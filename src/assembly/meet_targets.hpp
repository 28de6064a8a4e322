// Inside constraints: moving closed loops to what targets ask for, in the order of their ranks.
#pragma once

#include "assemble.hpp"

namespace treadle {

/// q closes all loops, before and afterwards. Only what targets touch moves.
std::vector<TargetResult> meet_targets(const Model<double>& model,
                                       std::span<const FunctionValue<double>> functions,
                                       const StartState& start, std::span<const Target> targets,
                                       std::vector<double>& q);

}  // namespace treadle
