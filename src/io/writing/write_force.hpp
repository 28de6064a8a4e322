// A force as the reader takes it.
#pragma once

#include "write_fields.hpp"

namespace treadle {

Value write_force(const ForceItem& item);

}  // namespace treadle
