// The start of a mechanism with compiled parts, which bring states of their own. (H22)
#pragma once

#include "mechanism_system.hpp"

#include <span>
#include <string>
#include <vector>

namespace treadle {

/// Closes the loops at the start x. Velocities that the person asked for stay; what parts do not
/// allow is told in words.
Report start_with_parts(const Mechanism& mechanism, MechanismSystem& system, double t,
                        std::span<double> x, std::vector<std::string>& words);

}  // namespace treadle
