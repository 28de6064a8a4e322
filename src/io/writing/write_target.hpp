// A target of the assembly as the reader takes it.
#pragma once

#include "write_fields.hpp"

namespace treadle {

/// `model` knows the names of coordinates.
Value write_target(const TargetItem& item, const Description& model);

}  // namespace treadle
