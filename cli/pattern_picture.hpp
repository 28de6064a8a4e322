// Patterns of matrices as characters: 'x' an entry, 'o' fill-in, '·' a zero.
#pragma once

#include "../src/topology/pattern.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

/// M and its factor L with the name of each row; side by side where that fits in `columns`.
std::string pattern_pictures(const SaddlePattern& pattern, const std::vector<std::string>& names,
                             std::size_t columns = 100);

/// The same with rows and columns in another order: row k is that of position order[k]. L is what
/// factoring in this order, first rows first, leaves.
std::string reordered_pictures(const SaddlePattern& pattern, const std::vector<std::string>& names,
                               const std::vector<int>& order, std::size_t columns = 100);
/// Entries of that L below and on the diagonal.
long reordered_factor_entries(const SaddlePattern& pattern, const std::vector<int>& order);

}  // namespace treadle::cli
