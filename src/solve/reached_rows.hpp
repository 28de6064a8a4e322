// Where L^-1 Phi^T has entries at all: what solvers with M in lists or blocks go over. (Lemma 3)
#pragma once

#include "../topology/pattern.hpp"

#include <cstddef>
#include <set>
#include <vector>

namespace treadle {

/// Positions, ascending; with one also all that its column of L reaches.
inline std::vector<std::size_t> rows_of_loops(const SaddlePattern& pattern) {
  std::set<std::size_t> rows;
  for (const LoopPattern& loop : pattern.loops) {
    for (const int position : loop.columns) rows.insert(static_cast<std::size_t>(position));
  }
  for (const std::size_t j : rows) {  // those that are added come later
    for (int s = pattern.factor.begin[j]; s < pattern.factor.begin[j + 1]; ++s)
      rows.insert(static_cast<std::size_t>(pattern.factor.rows[static_cast<std::size_t>(s)]));
  }
  return {rows.begin(), rows.end()};
}

}  // namespace treadle
