// How strong the weakest equation of an island is, which it is, and what is free. In islands of
// many equations a guess comes first, then the weakest directions alone; all singular values are
// computed in small ones, and where rank is lost to rounding.
#pragma once

#include "../keeping/partition_svd.hpp"
#include "../keeping/scaled_islands.hpp"
#include "weak_subspace.hpp"
#include "weakest_strength.hpp"

namespace treadle {

class WeakDirections {
 public:
  explicit WeakDirections(const ScaledIsland& island);

  /// Singular value number `rank` of Phi, scaled; a guess will do while it is far from zero.
  double strength(const ScaledIsland& island, const Matrix<double>& phi, bool guess_will_do = true);
  /// The same by a guess alone, after the first look; below zero where none will do.
  double guess(KeptRows& rows, std::span<const double> phi);
  void reserve(const KeptRows& rows) { guess_.reserve(rows); }
  /// The largest so far.
  [[nodiscard]] double regular() const { return regular_; }
  /// Free directions, orthonormal, at the last Phi for which no guess would do.
  [[nodiscard]] const Matrix<double>& basis() const { return basis_; }

  /// The weakest directions as a reference, the weakest last. Its strength.
  double refer(const ScaledIsland& island, const Matrix<double>& phi);
  [[nodiscard]] double reference() const { return sigma_.back(); }
  /// u^T Phi n with the vectors of the reference, the smallest where several are equally weak.
  [[nodiscard]] double signed_strength(const Matrix<double>& phi) const;
  /// Equations of a Phi that are weaker than this, by all singular values; the weakest where none
  /// is. The reference stays.
  void find_lost(const ScaledIsland& island, const Matrix<double>& phi, double weaker);
  /// Part of a row of the island in these, together.
  [[nodiscard]] double lost_part(int row) const { return lost_[static_cast<std::size_t>(row)]; }
  /// Part of a row of the island in the weakest equation of the reference.
  [[nodiscard]] double part(int row) const { return lefts_(row, lefts_.cols - 1); }

  void keep(Keep& keep) {
    keep(exact_, known_, alone_, svd_, subspace_, regular_, guessed_, basis_, lefts_, normals_,
         sigma_);
  }

 private:
  bool guesses_;        ///< before anything else
  bool all_values_;     ///< always, where a guess will not do
  bool exact_ = false;  ///< the last time
  bool known_ = false;  ///< free directions of some place
  bool alone_ = false;  ///< rows that are kept are all that there is
  SvdPartition<double> svd_;
  double healthy(double guess);

  WeakSubspace subspace_;
  WeakestStrength guess_;
  double regular_ = 0.0, guessed_ = 0.0;  ///< largest of each kind
  Matrix<double> basis_;
  Matrix<double> lefts_, normals_;  ///< of the reference, of length 1
  std::vector<double> sigma_;
  std::vector<double> lost_;  ///< by row
};

}  // namespace treadle
