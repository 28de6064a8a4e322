// Equal parts of a program: runs of statements that do the same to other numbers, so that one
// routine with a table of constants and places can stand for all of them (docs/theory/generate.md).
#pragma once

#include "statements.hpp"

#include <vector>

namespace treadle {

/// Runs of equal length that agree operation by operation: the same signs, operands either at the
/// same place inside the run or outside of it, constants where the first has constants. (X20)
struct Routine {
  int length = 0;
  std::vector<int> starts;  ///< places among the statements, ascending; the first is the pattern
};

/// Largest savings first. Runs do not overlap.
std::vector<Routine> find_routines(const Program& program, const Statements& statements);

}  // namespace treadle
