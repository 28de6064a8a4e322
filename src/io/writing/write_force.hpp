// A force as the reader takes it.
#pragma once

#include "write_fields.hpp"

namespace treadle {

/// `model` knows the types of the joints whose coordinates are named.
Value write_force(const ForceItem& item, const Description& model);

}  // namespace treadle
