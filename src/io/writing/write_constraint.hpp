// A constraint as the reader takes it.
#pragma once

#include "write_fields.hpp"

namespace treadle {

/// The name of a joint's coordinate, empty where it has only one; throws ModelError for a joint or
/// a coordinate that the model does not have.
std::string coordinate_word(const Description& model, const std::string& joint, int index);

/// `model` knows the types of the joints whose coordinates are named.
Value write_constraint(const ConstraintItem& item, const Description& model);

}  // namespace treadle
