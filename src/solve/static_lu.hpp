// LU of a sparse matrix whose pattern is symmetric and stays the same: order and fill-in are
// planned once, no rows are exchanged, nothing is allocated afterwards (docs/theory/stiff.md).
#pragma once

#include "../base/report.hpp"

#include <span>
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

class StaticLu {
 public:
  explicit StaticLu(const StaticPlan& plan);

  [[nodiscard]] int size() const { return n_; }
  [[nodiscard]] int entries() const { return static_cast<int>(columns_.size()); }
  /// Where an entry is, by numbers of unknowns; it must be there, or
  [[nodiscard]] int slot(int row, int column) const;
  /// -1 where it is not.
  [[nodiscard]] int find(int row, int column) const;

  void clear();
  [[nodiscard]] std::span<double> values() { return values_; }

  /// Late unknowns whose pivot is all but zero depend on others: they are left out, and counted.
  /// Any other that is zero or no number is trouble.
  Report factor();
  void solve(std::span<double> x);

 private:
  void plan_order(const StaticPlan& plan);
  void plan_entries(const StaticPlan& plan);

  int n_ = 0;
  std::vector<int> place_;  ///< unknown -> row
  std::vector<int> unknown_;
  std::vector<char> late_;                       ///< by row
  std::vector<int> begin_, diagonal_, columns_;  ///< rows, with columns ascending
  std::vector<double> values_, inverse_, work_;
};

}  // namespace treadle
