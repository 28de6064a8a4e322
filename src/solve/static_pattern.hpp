// A sparse matrix whose pattern is symmetric and stays the same: order and fill-in of its factors
// are planned once (docs/theory/stiff.md).
#pragma once

#include <utility>
#include <vector>

namespace treadle {

/// Blocks of unknowns that are coupled with each other, and the order in which they are eliminated.
struct StaticPlan {
  std::vector<int> sizes;                    ///< unknowns of each block, numbered in this order
  std::vector<std::pair<int, int>> couples;  ///< blocks that share entries
  /// Blocks whose diagonal is zero: equations that come after all blocks they are coupled with.
  std::vector<char> late;
  /// Blocks by number are an order without much fill-in: the tree's own. If not, the block with the
  /// fewest neighbours goes first.
  bool in_order = true;
};

struct StaticPattern {
  StaticPattern() = default;
  explicit StaticPattern(const StaticPlan& plan);

  [[nodiscard]] int entries() const { return static_cast<int>(columns.size()); }
  /// Where an entry is, by numbers of unknowns; it must be there, or
  [[nodiscard]] int slot(int row, int column) const;
  /// -1 where it is not.
  [[nodiscard]] int find(int row, int column) const;
  /// Whether it is on the diagonal or right of it.
  [[nodiscard]] bool is_upper(int row, int column) const {
    return place[static_cast<std::size_t>(row)] <= place[static_cast<std::size_t>(column)];
  }

  int n = 0;
  std::vector<int> place;  ///< unknown -> row
  std::vector<int> unknown;
  std::vector<char> late;                     ///< by row
  std::vector<int> begin, diagonal, columns;  ///< rows, with columns ascending
  /// Of entries left of the diagonal: the same above it.
  std::vector<int> mirror;

 private:
  void plan_order(const StaticPlan& plan);
  void plan_entries(const StaticPlan& plan);
};

}  // namespace treadle
