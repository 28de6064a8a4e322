// Bodies that are deep in each other at the start.
#pragma once

#include "mechanism_system.hpp"

#include <span>
#include <string>
#include <vector>

namespace treadle {

/// Warns of them with their names, where one is in another by more than a tenth of the thinner
/// shape.
void tell_overlaps(const Mechanism& mechanism, MechanismSystem& system, double t,
                   std::span<const double> x, std::vector<std::string>& warnings);

}  // namespace treadle
