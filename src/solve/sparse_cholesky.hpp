// Cholesky factorization of a sparse symmetric positive semidefinite matrix on a pattern that is
// known beforehand. A pivot that vanishes against its diagonal entry leaves its unknown at zero, by
// selection and not by a branch, so that redundant equations drop out and the kernel can be traced.
#pragma once

#include "../base/report.hpp"
#include "../scalar/real.hpp"
#include "../topology/pattern.hpp"

#include <span>
#include <vector>

namespace treadle {

template <Real S>
class SparseCholesky {
 public:
  SparseCholesky() = default;

  /// The pattern must already contain the fill-in (eliminate()).
  explicit SparseCholesky(LowerPattern pattern);

  /// Values to be factored in place: diagonal and lower triangle in the order of the pattern.
  std::span<S> diagonal() { return diagonal_; }
  std::span<S> lower() { return lower_; }
  [[nodiscard]] std::span<const S> lower() const { return lower_; }
  [[nodiscard]] std::span<const S> inverse_diagonal() const { return inverse_; }
  [[nodiscard]] const LowerPattern& pattern() const { return pattern_; }

  /// A = L L^T; a pivot below `tolerance` times its diagonal entry counts as zero. The report tells
  /// the first such pivot and their number.
  Report factor(double tolerance);

  void forward(std::span<S> x) const;   ///< L x = b, in place
  void backward(std::span<S> x) const;  ///< L^T x = b, in place

 private:
  void analyse();

  LowerPattern pattern_;
  std::vector<char> chained_;         ///< entries of the columns to update lie in one run
  std::vector<int> slots_, slot_at_;  ///< where updates go otherwise
  std::vector<S> diagonal_, lower_, inverse_;
};

}  // namespace treadle
