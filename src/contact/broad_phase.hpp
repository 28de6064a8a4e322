// Which boxes along the axes overlap, at a cost that grows with their number. (U6)
#pragma once

#include "shape.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace treadle {

struct IndexPair {
  int a = 0, b = 0;  ///< a < b
  friend auto operator<=>(const IndexPair&, const IndexPair&) = default;
};

/// Remembers nothing but its memory: the same boxes give the same pairs, in rising order.
class BroadPhase {
 public:
  /// All pairs of overlapping boxes. The list is good until the next call.
  std::span<const IndexPair> pairs(std::span<const Bounds> items);

 private:
  using Cell = std::array<std::int64_t, 3>;

  void choose_cells(std::span<const Bounds> items);
  void fill_table(std::span<const Bounds> items);
  [[nodiscard]] Cell cell_of(const Bounds& item) const;
  [[nodiscard]] std::size_t bucket_of(const Cell& cell) const;

  double size_ = 1.0;  ///< of a cell: no small item is larger
  std::vector<double> extents_, sorted_;
  std::vector<int> large_;  ///< compared with all others
  std::vector<char> is_large_;
  std::vector<Cell> cells_;           ///< of each item
  std::vector<int> begin_, members_;  ///< items of each bucket
  std::vector<IndexPair> pairs_;
};

}  // namespace treadle
