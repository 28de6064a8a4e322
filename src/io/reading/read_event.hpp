// Events of a model file.
#pragma once

#include "fields.hpp"

namespace treadle {

/// `model` has the forces that may be switched.
EventItem read_event(const nlohmann::json& value, const Place& place, const Description& model);

}  // namespace treadle
