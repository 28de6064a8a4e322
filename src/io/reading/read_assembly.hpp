// Wishes for the start position in a model file.
#pragma once

#include "name_book.hpp"

namespace treadle {

/// Reads the object "assembly": a list of targets, each a coordinate or a frame of a body.
std::vector<TargetItem> read_assembly(const nlohmann::json& value, const Place& place,
                                      const NameBook& book);

}  // namespace treadle
