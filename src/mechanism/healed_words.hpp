// What was healed, and what is locked, in words.
#pragma once

#include "mechanism.hpp"

#include <string>
#include <vector>

namespace treadle {

/// `'a', 'b' and 'c'`
std::string quoted(const std::vector<std::string>& names);

/// `axes of 'A', 'B', 'C' and 'D' were parallel within 3e-05 rad; taken as parallel; largest change
/// 12 um at 'B'`
std::vector<std::string> healed_words(const std::vector<Healed>& healed);

/// Of a machine that cannot move though nobody says that it should not: which joints, what locks
/// them, what to change.
std::vector<std::string> lock_words(const Mechanism& mechanism);

}  // namespace treadle
