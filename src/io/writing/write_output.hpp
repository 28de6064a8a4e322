// A named output as the reader takes it.
#pragma once

#include "write_fields.hpp"

namespace treadle {

/// `model` tells joints from constraints and knows the names of coordinates.
Value write_output(const OutputItem& item, const Description& model);

}  // namespace treadle
