// Angles that accelerations do not depend on: those of round bodies, such as wheels.
#pragma once

#include "../mechanism/mechanism.hpp"

#include <vector>

namespace treadle {

/// Places in q of the angles of bodies that are round about a hinge at the end of their branch, and
/// on which no force sees a direction that turns with them. (X24)
std::vector<std::size_t> angles_without_effect(const Mechanism& mechanism);

}  // namespace treadle
