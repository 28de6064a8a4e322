// Description + topology -> const Model<double>, with the start state that the description asks
// for.
#pragma once

#include "model.hpp"
#include "placement.hpp"

#include <vector>

namespace treadle {

/// Coordinates as they stand in the description; assembling them is the business of constraints/.
struct StartState {
  std::vector<double> q, v;
  std::vector<bool> asked;  ///< by position in v: the person gave this coordinate
  std::vector<bool> asked_velocity;
};

struct BuiltModel {
  Model<double> model;
  Placement placement;
  StartState start;
  std::vector<TimeFunction> functions;  ///< of time, that loops follow
};

/// Throws ModelError for bodies that cannot exist and rods without length.
BuiltModel build_model(const Description& description);

/// A joint's coordinates between the way a person named them (child seen from parent) and the way
/// the tree runs; differs only for reversed spherical and free joints. Both directions are the same
/// map.
void turn_joint(JointType type, bool reversed, std::span<double> q, std::span<double> v);

}  // namespace treadle
