// A controller as the reader takes it.
#pragma once

#include "value.hpp"

#include "../../describe/description.hpp"

namespace treadle {

Value write_controller(const ControllerItem& item);

}  // namespace treadle
