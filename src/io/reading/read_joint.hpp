// One joint of a model file.
#pragma once

#include "name_book.hpp"

namespace treadle {

/// Reads all but the uniqueness of the name, which is the caller's.
JointItem read_joint(const nlohmann::json& value, const Place& place, const NameBook& book);

}  // namespace treadle
