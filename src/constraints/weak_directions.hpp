// How strong the weakest equation of an island is, which it is, and what is free: by inverse
// iteration in islands of many equations, by all singular values in small ones and where rows that
// depend on others may not be left out.
#pragma once

#include "partition_svd.hpp"
#include "scaled_islands.hpp"
#include "weakest_strength.hpp"

namespace treadle {

class WeakDirections {
 public:
  explicit WeakDirections(const ScaledIsland& island);

  /// Singular value number `rank` of Phi, scaled. The others follow after it, for the same Phi.
  double strength(const ScaledIsland& island, const Matrix<double>& phi);
  /// Free directions, orthonormal, as near to those of the last time as can be.
  void update_basis(const ScaledIsland& island, const Matrix<double>& phi);
  [[nodiscard]] const Matrix<double>& basis() const { return basis_; }

  /// The weakest directions as a reference, the weakest last. Its strength.
  double refer(const ScaledIsland& island, const Matrix<double>& phi);
  [[nodiscard]] double reference() const { return sigma_.back(); }
  /// u^T Phi n with the vectors of the reference, the smallest where several are equally weak.
  [[nodiscard]] double signed_strength(const Matrix<double>& phi) const;
  /// Part of a row of the island in the weakest equation of the reference.
  [[nodiscard]] double part(int row) const { return lefts_(row, lefts_.cols - 1); }

 private:
  [[nodiscard]] bool may_leave_out(const Matrix<double>& phi) const;

  bool all_values_, exact_ = false;  ///< always; for the Phi of the last strength()
  std::vector<int> left_out_;        ///< rows that depend on others
  SvdPartition<double> svd_;
  WeakestStrength guess_;
  Matrix<double> basis_;
  Matrix<double> lefts_, normals_;  ///< of the reference; normals of length 1
  std::vector<double> sigma_;
};

}  // namespace treadle
