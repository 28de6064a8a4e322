// Masses of the bodies of a description, checked and merged into tree bodies.
#pragma once

#include "placement.hpp"

#include <vector>

namespace treadle {

struct MassProperties {
  double mass = 0.0;
  Vec3<double> center;   ///< in the internal frame
  Sym3<double> inertia;  ///< about the centre, internal axes
};

/// Throws ModelError for an inertia that no body can have.
void check_masses(const Description& description);

std::vector<MassProperties> merge_masses(const Description& description, const Topology& topology,
                                         const Placement& placement);

}  // namespace treadle
