// Bodies that are deep in each other: at the start, or since a step was too long.
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

/// Whether some are deeper in each other than any shape is thick, many times over.
bool flew_apart(const Mechanism& mechanism, const MechanismSystem& system);

}  // namespace treadle
