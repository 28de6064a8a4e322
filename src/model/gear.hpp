// Wheels that mesh: from bearings, numbers of teeth and pitch point to the factors of an equation
// between coordinates and the directions of the force between the teeth
// (docs/theory/kinematics.md, L10).
#pragma once

#include "model.hpp"
#include "placement.hpp"

#include <string>
#include <vector>

namespace treadle {

struct Meshing {
  std::vector<double> factors;  ///< of both bearings (unless fixed) and of the carrier's joint
  Tooth<double> tooth;
};

/// Throws ModelError at `where` for item `name` where there is no pitch point.
Meshing mesh_wheels(const Description& description, const Placement& placement,
                    const GearItem& gear, const std::string& where, const std::string& name);

}  // namespace treadle
