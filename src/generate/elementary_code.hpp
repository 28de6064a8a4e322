// Sine, cosine, arcus tangent, exponential and hyperbolic tangent as C of our own, for one number
// and for four side by side, with the same bits. (X26)
#pragma once

#include "program.hpp"

#include <string>
#include <vector>

namespace treadle {

/// `sin`: PREFIX_sin_1(x) is a number, PREFIX_sin_4(out, x0, x1, x2, x3) writes four.
[[nodiscard]] const char* elementary_name(Op op);
/// Whether an operation is one of them.
[[nodiscard]] bool goes_side_by_side(Op op);

/// What the programs use of them; PREFIX_FMA has to be known.
std::string elementary_functions(const std::vector<const Program*>& programs,
                                 const std::string& prefix);

}  // namespace treadle
