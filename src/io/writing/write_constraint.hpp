// A constraint as the reader takes it.
#pragma once

#include "write_fields.hpp"

namespace treadle {

/// `model` knows the types of the joints whose coordinates are named.
Value write_constraint(const ConstraintItem& item, const Description& model);

}  // namespace treadle
