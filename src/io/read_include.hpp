// One element of "include": another file as a part of this one.
#pragma once

#include "name_book.hpp"
#include "part_files.hpp"

namespace treadle {

/// The items of the part, placed and named. Mistakes inside the part are at `include[0] (file):
/// place`.
Description read_include(const nlohmann::json& value, const Place& place, const NameBook& book,
                         PartFiles& files);

}  // namespace treadle
