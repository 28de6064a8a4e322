// One element of "constraints".
#pragma once

#include "name_book.hpp"

namespace treadle {

ConstraintItem read_constraint(const nlohmann::json& value, const Place& place,
                               const NameBook& book);

}  // namespace treadle
