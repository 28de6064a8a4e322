// A mechanism that begins where it rests.
#pragma once

#include "equilibrium.hpp"

namespace treadle {

/// Puts the start of the mechanism into its equilibrium at time 0; velocities are zero, or what
/// drivers ask for. Nothing is changed where there is none.
Equilibrium start_at_rest(Mechanism& mechanism, const EquilibriumOptions& options = {});

}  // namespace treadle
