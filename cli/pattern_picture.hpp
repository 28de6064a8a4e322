// Patterns of matrices as characters: 'x' an entry, 'o' fill-in, '·' a zero.
#pragma once

#include "../src/topology/pattern.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

/// M and its factor L with the name of each row; side by side where that fits in `columns`.
std::string pattern_pictures(const SaddlePattern& pattern, const std::vector<std::string>& names,
                             std::size_t columns = 100);

}  // namespace treadle::cli
