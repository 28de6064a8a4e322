// The mass of a body from the shapes on it.
#pragma once

#include "../describe/description.hpp"

namespace treadle {

/// Whether any shape of the body has a density.
bool has_density(const BodyItem& body);

/// Adds the shapes that have a density to the mass, centre and inertia of the body. A shape that
/// has no mass properties is a ModelError whose `where` is the path inside the body: `shapes[2]`.
void add_shape_masses(BodyItem& body);

}  // namespace treadle
