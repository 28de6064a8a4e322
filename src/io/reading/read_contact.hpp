// An entry of the list `contacts`.
#pragma once

#include "fields.hpp"

namespace treadle {

ContactItem read_contact(const nlohmann::json& value, const Place& place, const Description& model);

}  // namespace treadle
