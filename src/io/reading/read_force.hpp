// One element of "forces".
#pragma once

#include "name_book.hpp"

namespace treadle {

ForceItem read_force(const nlohmann::json& value, const Place& place, const NameBook& book);

}  // namespace treadle
