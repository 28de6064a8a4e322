// A forest cut into a trunk and shares that several threads can work on side by side: whole
// subtrees, alike in size. Cut by structure and size alone, so that the cut is the same whoever
// does the work.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace treadle {

struct Shares {
  /// Nodes first to last - 1.
  using Range = std::pair<int, int>;

  std::vector<int> of;                    ///< by node: its share, -1: the trunk
  std::vector<std::vector<Range>> nodes;  ///< by share, ascending
  std::vector<int> trunk;                 ///< ascending
  double gain = 1.0;                      ///< how many times faster with a great many threads

  [[nodiscard]] int count() const { return static_cast<int>(nodes.size()); }
};

/// No shares where not much would be gained. `parent` of each node is smaller than the node itself,
/// -1: none; subtrees are consecutive, or there are no shares either. `weight`: the work at each
/// node. `ties`: nodes that have to be in one share, unless they are in the trunk, which has at
/// most `trunk` of all work.
Shares cut_shares(std::span<const int> parent, std::span<const double> weight,
                  std::span<const std::vector<int>> ties = {}, double trunk = 0.05);

}  // namespace treadle
