#include "pattern.hpp"

#include <algorithm>

namespace treadle {

int LowerPattern::slot(int row, int column) const {
  const auto first = rows.begin() + begin[static_cast<std::size_t>(column)];
  const auto last = rows.begin() + begin[static_cast<std::size_t>(column) + 1];
  const auto found = std::lower_bound(first, last, row);
  return found != last && *found == row ? static_cast<int>(found - rows.begin()) : -1;
}

LowerPattern eliminate(const LowerPattern& pattern) {
  const auto n = static_cast<std::size_t>(pattern.n);
  LowerPattern factor;
  factor.n = pattern.n;
  factor.begin.assign(1, 0);
  std::vector<std::vector<int>> children(n);  // of the elimination tree
  std::vector<int> marked(n, -1);
  for (std::size_t j = 0; j < n; ++j) {
    const auto start = static_cast<std::ptrdiff_t>(factor.rows.size());
    const int column = static_cast<int>(j);
    // own entries, then what the children hand on
    const auto add = [&](int row) {
      if (row <= column || marked[static_cast<std::size_t>(row)] == column) return;
      marked[static_cast<std::size_t>(row)] = column;
      factor.rows.push_back(row);
    };
    for (int s = pattern.begin[j]; s < pattern.begin[j + 1]; ++s)
      add(pattern.rows[static_cast<std::size_t>(s)]);
    for (const int child : children[j]) {
      const auto k = static_cast<std::size_t>(child);
      for (int s = factor.begin[k]; s < factor.begin[k + 1]; ++s)
        add(factor.rows[static_cast<std::size_t>(s)]);
    }
    std::sort(factor.rows.begin() + start, factor.rows.end());
    factor.begin.push_back(static_cast<int>(factor.rows.size()));
    if (static_cast<std::ptrdiff_t>(factor.rows.size()) > start) {
      children[static_cast<std::size_t>(factor.rows[static_cast<std::size_t>(start)])].push_back(
          column);
    }
  }
  return factor;
}

}  // namespace treadle
