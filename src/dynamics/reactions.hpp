// What joints of the tree transmit: the force and moment from the inboard side on each body.
#pragma once

#include "../kinematics/loops.hpp"
#include "equations.hpp"

namespace treadle {

/// Newton and Euler for each body with known accelerations and multipliers, summed from the leaves
/// to the root. `accelerations` is scratch; `out` is about the group's origin, by body. Springs,
/// dampers and drives on the joint's own coordinate are part of it.
template <Real S>
void joint_reactions(const Model<S>& model, const PositionStage<S>& at,
                     const VelocityStage<S>& moving, const InertiaStage<S>& inertia,
                     const Loads<S>& loads, const LoopStage<S>& loops, std::span<const S> qdd,
                     std::span<const S> lambda, std::span<Motion<S>> accelerations,
                     std::span<Force<S>> out);

}  // namespace treadle
