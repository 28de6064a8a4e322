// Numbers of equal excerpts, each in its lane.
#pragma once

#include "../scalar/lanes.hpp"
#include "excerpt.hpp"

namespace treadle {

/// The model and the forces of the first excerpt with the numbers of all of them, at most
/// Lanes::count; lanes that are left repeat the first one.
Model<Lanes> pack_models(const std::vector<Excerpt>& excerpts);
Forces<Lanes> pack_forces(const std::vector<Excerpt>& excerpts);

}  // namespace treadle
