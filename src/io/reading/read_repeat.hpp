// A body that stands in a model many times.
#pragma once

#include "fields.hpp"

namespace treadle {

/// The body itself, or as many as the key `repeat` of its object says.
std::vector<BodyItem> repeated(BodyItem body, const nlohmann::json& value, const Place& place);

}  // namespace treadle
