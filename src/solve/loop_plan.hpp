// Where the numbers of T, L T = Phi^T, stand and go: integers, made once, before any number is
// known, the same for every kind of number.
//
// Coordinates that are seen by the same loops form a group; the rows of T that belong to a group
// stand below each other without gaps. Equations are kept in an order that makes those of a group
// neighbours wherever possible; then all kernels run on contiguous numbers.
#pragma once

#include "../topology/pattern.hpp"
#include "panels.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace treadle {

class LoopPlan {
 public:
  /// `panels` are those of L.
  LoopPlan(const SaddlePattern& pattern, const Panels& panels);

  /// The equation of the pattern that stands at a place of our order.
  [[nodiscard]] const std::vector<int>& equation() const { return equation_; }
  /// Where T^T T has entries, in our order.
  [[nodiscard]] LowerPattern product_pattern() const;
  /// To be called once, before products are computed: where their sums go.
  void plan_product(const LowerPattern& product, const Panels& panels);

  /// Coordinates with a row in T.
  [[nodiscard]] std::span<const int> positions() const { return positions_; }

 protected:
  /// Coordinates seen by the same loops.
  struct Group {
    int rows = 0, width = 0;      ///< of this part of T
    int at = 0;                   ///< in the numbers of T
    int positions_at = 0;         ///< in positions_
    int first = 0;                ///< first equation, if they are neighbours
    std::vector<int> equations;   ///< all of them, if they are not
    bool assign = false;          ///< the first to write to its part of the product
    std::vector<int> slots, set;  ///< places in the product, and which of them are new, if mixed
  };
  /// Rows of T that belong to one panel of L: finished, then pushed to rows above.
  struct Block {
    int panel = 0;
    int at = 0, width = 0;  ///< of the rows, in the numbers of T
    int pushes = 0, pushes_end = 0;
  };
  /// A part of these rows goes to targets: [first, whole) begin their sums with it.
  struct Push {
    int from = 0, width = 0;
    int first = 0, whole = 0, last = 0;
  };
  /// Part of a row, and the entry of L that the first row of the block is multiplied by.
  struct Target {
    int l, t;
  };

  /// How many numbers T has.
  [[nodiscard]] std::size_t values() const { return values_; }
  /// Where an entry of T is, -1: nowhere; `equation` as in the pattern.
  [[nodiscard]] int place(int position, int equation) const;

  std::vector<Group> groups_;
  std::vector<int> positions_;
  std::vector<int> phi_to_;  ///< where each value of Phi begins
  std::vector<int> unset_;   ///< places of T where no term comes first
  std::vector<Block> blocks_;
  std::vector<Push> pushes_;
  std::vector<Target> targets_;
  std::vector<int> columns_;    ///< of the product: place of each diagonal entry
  std::vector<int> untouched_;  ///< places of the product that nobody writes to

 private:
  void find_groups(const SaddlePattern& pattern);
  void plan_rows(const SaddlePattern& pattern, const Panels& panels);
  void plan_blocks(const Panels& panels, std::vector<char>& begun);
  void plan_pushes(const Panels& panels, int panel, std::vector<char>& begun);

  std::vector<int> equation_, place_;   ///< ours to the pattern's and back
  std::vector<int> group_of_, row_at_;  ///< by coordinate, -1: none
  std::size_t values_ = 0;
};

}  // namespace treadle
