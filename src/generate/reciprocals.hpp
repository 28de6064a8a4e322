// Several reciprocals from one division (docs/theory/generate.md).
#pragma once

#include "program.hpp"

namespace treadle {

/// Reciprocals of lengths that do not depend on each other share a division, up to four of them:
/// the same numbers to rounding. Changes the order of statements as far as that needs. (X22)
void share_reciprocals(Program& program);

}  // namespace treadle
