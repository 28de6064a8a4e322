// Controllers of a model file.
#pragma once

#include "fields.hpp"

namespace treadle {

ControllerItem read_controller(const nlohmann::json& value, const Place& place);

}  // namespace treadle
