// The weakest directions of independent rows, cheaply: inverse iteration with the Cholesky factors
// of Phi Phi^T. One direction tells how far a loop is from a singular position, to a few per cent
// and never too small; several tell which equations are being lost.
#pragma once

#include "../linalg/matrix.hpp"

#include <span>
#include <vector>

namespace treadle {

class WeakestStrength {
 public:
  /// Directions that directions() looks for.
  static constexpr int most_directions = 8;

  /// Memory for so many rows and columns; later calls take none.
  void reserve(int rows, int columns);
  /// Of the rows named. Zero where Phi Phi^T is singular to rounding. (N17)
  double of(const Matrix<double>& phi, std::span<const int> rows);

  // The next two go on from the factors of the last of(), which must not have been zero.

  /// Weakest directions, falling: Phi^T u = sigma n. (N18)
  void directions(const Matrix<double>& phi, std::span<const int> rows);
  [[nodiscard]] const Matrix<double>& lefts() const { return lefts_; }      ///< rows named x p
  [[nodiscard]] const Matrix<double>& normals() const { return normals_; }  ///< sigma n, n x p
  [[nodiscard]] double sigma(int k) const { return sigma_[static_cast<std::size_t>(k)]; }
  [[nodiscard]] int count() const { return lefts_.cols; }

  /// Takes out of each column of `basis` what Phi sees of it, and makes them orthonormal again.
  void free_directions(const Matrix<double>& phi, std::span<const int> rows, Matrix<double>& basis);

 private:
  void solve(double* x) const;

  std::vector<double> gram_, left_, right_;
  std::vector<std::size_t> first_;  ///< entry of each row of the factor that is not zero
  Matrix<double> lefts_, turned_, normals_, turn_;
  std::vector<double> sigma_;
};

}  // namespace treadle
