// Whether an equilibrium is stable: the ways to move from it. (ST6)
#pragma once

#include "equilibrium.hpp"
#include "static_point.hpp"

namespace treadle {

/// At the configuration that the point looked at last.
std::vector<StaticMode> equilibrium_modes(const Mechanism& mechanism, StaticPoint& point);

/// 1 for velocities that are lengths.
std::vector<char> velocity_lengths(const Mechanism& mechanism);

}  // namespace treadle
