// The smallest singular value of independent rows, cheaply: inverse iteration with the
// Cholesky factors of Phi Phi^T. Good to a few per cent, never too small: enough to know that a
// loop is far from a singular position.
#pragma once

#include "../linalg/matrix.hpp"

#include <span>
#include <vector>

namespace treadle {

class WeakestStrength {
 public:
  /// Memory for so many rows; later calls take none.
  void reserve(int rows);
  /// Of the rows named. Zero where Phi Phi^T is singular to rounding. (N17)
  double of(const Matrix<double>& phi, std::span<const int> rows);

 private:
  std::vector<double> gram_, left_, right_;
  std::vector<std::size_t> first_, entries_;  ///< of a row of the factor; of a column of Phi
};

}  // namespace treadle
