// The motion of a driven island along the branch that its loops leave open: drivers take some of
// the free directions T of the loops, the rest stays free (docs/theory/partition.md).
#pragma once

#include "partition_svd.hpp"
#include "scaled_islands.hpp"

#include <span>
#include <vector>

namespace treadle {

/// Everything scaled. D are the rows of the drivers.
template <Decidable S>
class DrivenDirections {
 public:
  /// The island must outlive it.
  explicit DrivenDirections(const ScaledIsland& island);

  /// `phi` of the whole island, and T, which must stay until the next call. (N19)
  void set(const Matrix<S>& phi, const Matrix<S>& along);
  /// x := x + T z such that D x = b; b has an entry for each row of the island.
  void meet(std::span<const S> b, std::span<S> x);
  /// What of g works along T is the drivers': their entries of lambda, and g := g - D^T lambda.
  void take(std::span<S> g, std::span<S> lambda);
  /// What is left of T, orthonormal.
  [[nodiscard]] const Matrix<S>& basis() const { return basis_; }

  void keep(Keep& keep) { keep(part_, basis_); }

 private:
  const ScaledIsland& island_;
  const Matrix<S>* along_ = nullptr;
  Matrix<S> rows_, through_, basis_;  ///< D, D T, what is left of T
  SvdPartition<S> part_;              ///< of D T
  std::vector<S> b_, z_;
};

}  // namespace treadle
