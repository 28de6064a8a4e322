// Cholesky factorization of a sparse symmetric positive semidefinite matrix on a pattern that is
// known beforehand. A pivot that vanishes against its diagonal entry leaves its unknown at zero, by
// selection and not by a branch, so that redundant equations drop out and the kernel can be traced.
#pragma once

#include "../base/report.hpp"
#include "../scalar/real.hpp"
#include "../topology/pattern.hpp"
#include "pivot.hpp"

#include <span>
#include <vector>

namespace treadle {

template <Real S, class Pivot>
class SparseCholesky {
 public:
  SparseCholesky() = default;

  /// The pattern must already contain the fill-in (eliminate()).
  explicit SparseCholesky(LowerPattern pattern);

  /// Values to be factored in place: column by column, the diagonal entry first.
  std::span<S> values() { return values_; }
  [[nodiscard]] std::span<const S> values() const { return values_; }
  /// Where a column begins in values, with its diagonal entry.
  [[nodiscard]] int column(int j) const { return pattern_.begin[static_cast<std::size_t>(j)] + j; }
  /// Place of an entry of the lower triangle, diagonal included; it must be in the pattern.
  [[nodiscard]] int place(int row, int column) const;
  [[nodiscard]] std::span<const S> inverse() const { return inverse_; }
  [[nodiscard]] const LowerPattern& pattern() const { return pattern_; }

  /// A = L L^T (or L D L^T); a pivot below `tolerance` times its diagonal entry counts as zero. The
  /// report tells the first such pivot and their number.
  Report factor(double tolerance);

  /// One after the other they solve A x = b in place: L^-1, then L^-T (or D^-1 L^-1, then L^-T).
  void forward(std::span<S> x) const;
  void backward(std::span<S> x) const;

 private:
  /// How one column updates those after it.
  struct Column {
    int at = 0, entries = 0;  ///< first entry below the diagonal, and their number
    int rows_at = 0;
    int slots_at = 0;
    bool chained = true;     ///< entries of the columns to update lie in runs at their beginnings
    bool contiguous = true;  ///< rows follow the diagonal without a gap
  };
  template <class N>
  void eliminate_column(const Column& column, N n, const S& inverse);

  LowerPattern pattern_;
  std::vector<Column> columns_;
  std::vector<int> targets_;  ///< place of the diagonal entry of each row in the pattern
  std::vector<int> slots_;    ///< where updates of columns go that are not chained
  std::vector<S> values_, start_, inverse_;
};

}  // namespace treadle
