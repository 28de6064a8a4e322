// All of an excerpt that is not a number of its own, as one sequence.
#pragma once

#include "excerpt.hpp"

namespace treadle {

std::vector<long> structure_of(const Excerpt& excerpt);

}  // namespace treadle
