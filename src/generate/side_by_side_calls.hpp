// Equal functions of different numbers stand side by side, so that one call serves four of them.
// (X26)
#pragma once

#include "program.hpp"

namespace treadle {

/// How many numbers one call takes.
inline constexpr std::size_t most_side_by_side = 4;

/// Brings such functions together, where none needs the value of another.
void gather_calls(Program& program);

}  // namespace treadle
