// What a channel shows, in a few words: for lists.
#pragma once

#include "../base/table.hpp"

#include <string>

namespace treadle {

/// Empty where name, unit and group say all.
std::string channel_words(const Column& column);

}  // namespace treadle
