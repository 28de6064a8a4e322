// T = L^-1 Phi^T on the paths of the loops only, and what Alg-S does with it
// (docs/theory/solvers.md).
//
// Coordinates that are seen by the same loops form a group; the rows of T that belong to a group
// stand below each other without gaps. Equations are kept in an order that makes those of a group
// neighbours wherever possible; then all kernels run on contiguous numbers.
#pragma once

#include "saddle.hpp"
#include "sparse_cholesky.hpp"

namespace treadle {

template <Real S, class Pivot>
class LoopMatrix {
 public:
  LoopMatrix(const SaddlePattern& pattern, const SparseCholesky<S, Pivot>& factor);

  /// The equation of the pattern that stands at a place of our order.
  [[nodiscard]] const std::vector<int>& equation() const { return equation_; }
  /// Where T^T T has entries, in our order.
  [[nodiscard]] LowerPattern product_pattern() const;
  /// To be called once, before `multiply`: where its sums go.
  void plan_product(const SparseCholesky<S, Pivot>& product);

  void load(std::span<const S> phi);                     ///< to be done before `compute`
  void compute(const SparseCholesky<S, Pivot>& factor);  ///< (S2)
  void multiply(std::span<S> product) const;             ///< (S4)
  void add_transpose_times(std::span<const S> z, std::span<S> zm) const;  ///< (S3)
  void times(std::span<const S> lambda, std::span<S> y) const;            ///< (S5)

  /// Coordinates with a row in T.
  [[nodiscard]] std::span<const int> positions() const { return positions_; }
  /// For tests: T, zero where it has no entry; `equation` as in the pattern.
  [[nodiscard]] S entry(int position, int equation) const;

 private:
  /// Coordinates seen by the same loops.
  struct Group {
    int rows = 0, width = 0;      ///< of this part of T
    int at = 0;                   ///< in t_
    int positions_at = 0;         ///< in positions_
    int first = 0;                ///< first equation, if they are neighbours
    std::vector<int> equations;   ///< all of them, if they are not
    bool assign = false;          ///< the first to write to its part of the product
    std::vector<int> slots, set;  ///< places in the product, and which of them are new, if mixed
  };
  /// Rows of T that belong to one panel of L: finished, then pushed to rows above.
  struct Block {
    int panel = 0;
    int at = 0, width = 0;  ///< of the rows, in t_
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

  void find_groups(const SaddlePattern& pattern);
  void plan_rows(const SaddlePattern& pattern, const SparseCholesky<S, Pivot>& factor);
  void plan_blocks(const Panels& panels, std::vector<char>& begun);
  void plan_pushes(const Panels& panels, int panel, std::vector<char>& begun);
  template <class N>
  void compute_block(const SparseCholesky<S, Pivot>& factor, const Block& block, N rows);
  [[nodiscard]] const S* scaled() const { return Pivot::root ? t_.data() : scaled_.data(); }

  std::vector<int> equation_, place_;  ///< ours to the pattern's and back
  std::vector<Group> groups_;
  std::vector<int> positions_, group_of_, row_at_;  ///< the last two by coordinate, -1: none
  std::vector<int> phi_to_;                         ///< where each value of Phi begins
  std::vector<int> unset_;                          ///< places of t_ where no term comes first
  std::vector<Block> blocks_;
  std::vector<Push> pushes_;
  std::vector<Target> targets_;
  std::vector<int> columns_;    ///< of the product: place of each diagonal entry
  std::vector<int> untouched_;  ///< places of the product that nobody writes to
  std::vector<S> t_, scaled_;
};

}  // namespace treadle
