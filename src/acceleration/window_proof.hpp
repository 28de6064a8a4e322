// What is proved inside the window of a singular position, where the motion is held to a smooth
// branch: all equations of an island, weak ones as far as the state stands on the branch
// (docs/theory/proof.md).
#pragma once

#include "../keeping/scaled_islands.hpp"
#include "../singular/smooth_branch.hpp"
#include "step.hpp"

#include <span>

namespace treadle {

/// Whether v and qdd fulfil the equations of an island in the workspace, for a state that is `off`
/// its branch; `rounding` of accelerations in plain numbers. The equation that is missed most is
/// in the report. (P9)
Report loops_on_branch(const Model<double>& m, const ScaledIsland& island, const OffBranch& off,
                       std::span<const double> v, const Workspace<double>& w, double rounding);

/// Whether qdd bends with the way through the places, beside the free directions of the branch, in
/// a singular position too. (P10)
Report bends_with_branch(const ScaledIsland& island, const Matrix<double>& basis,
                         std::span<const double> bent, const OffBranch& off,
                         std::span<const double> v, const Workspace<double>& w, double rounding);

}  // namespace treadle
