// One element of "include": another file as a part of this one.
#pragma once

#include "name_book.hpp"
#include "part_files.hpp"
#include "read_parameters.hpp"

namespace treadle {

/// The items of the part, placed and named. Mistakes inside the part are at `include[0] (file):
/// place`. Parameters `from_outside` whose names begin with that of the part go into it.
Description read_include(const nlohmann::json& value, const Place& place,
                         const GivenParameters& from_outside, const NameBook& book,
                         PartFiles& files);

}  // namespace treadle
