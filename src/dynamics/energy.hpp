// Kinetic energy and the energy of weight.
#pragma once

#include "equations.hpp"

namespace treadle {

/// Sum over bodies of Y^T M Y / 2 (Corollary 2). (D6)
template <Real S>
S kinetic_energy(const Model<S>& model, const InertiaStage<S>& inertia,
                 const VelocityStage<S>& moving);

/// Minus the sum of m g . r, with r the centre of mass in the world. (D7)
template <Real S>
S weight_energy(const Model<S>& model, const PositionStage<S>& at, const InertiaStage<S>& inertia);

}  // namespace treadle
