// Colours of shapes.
#pragma once

#include "fields.hpp"

namespace treadle {

/// "#rrggbb" in small letters, from that or from the name of a colour.
std::string read_color(const nlohmann::json& value, const Place& place);

}  // namespace treadle
