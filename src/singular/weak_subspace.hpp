// The weakest directions of an island and its free ones, without all singular values: Cholesky
// factors of Phi^T Phi + T T^T, T being the free directions of the last time. Rows may depend on
// others.
#pragma once

#include "../linalg/matrix.hpp"

#include <vector>

namespace treadle {

class WeakSubspace {
 public:
  static constexpr int most_directions = 8;

  WeakSubspace(int rows, int columns, int rank);

  /// `basis` holds free directions of a place near by and becomes those of Phi, orthonormal. False
  /// where Phi has lost rank to rounding; nothing is known then. (N18)
  bool find(const Matrix<double>& phi, Matrix<double>& basis);

  /// Singular values and vectors of the weakest directions, falling.
  [[nodiscard]] int count() const { return normals_.cols; }
  [[nodiscard]] double sigma(int k) const { return sigma_[static_cast<std::size_t>(k)]; }
  [[nodiscard]] const Matrix<double>& normals() const { return normals_; }
  [[nodiscard]] const Matrix<double>& lefts() const { return lefts_; }

  void keep(Keep& keep) { keep(normals_, lefts_, sigma_); }

 private:
  bool factor(const Matrix<double>& phi, const Matrix<double>& basis);
  void solve(double* x) const;

  int n_;
  std::vector<double> k_;  ///< lower triangle by rows
  std::vector<int> entries_;
  Matrix<double> normals_, turned_, lefts_, turn_;
  std::vector<double> sigma_;
};

}  // namespace treadle
