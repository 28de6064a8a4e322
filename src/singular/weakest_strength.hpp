// The smallest singular value of independent rows, cheaply: inverse iteration with the
// Cholesky factors of Phi Phi^T. Good to a few per cent, never too small: enough to know that a
// loop is far from a singular position.
#pragma once

#include "../linalg/matrix.hpp"
#include "kept_rows.hpp"

#include <span>
#include <vector>

namespace treadle {

class WeakestStrength {
 public:
  /// Memory for so many rows, and for the products of these; later calls take none.
  void reserve(int rows);
  void reserve(const KeptRows& rows);
  /// Of the rows named. Zero where Phi Phi^T is singular to rounding. (N17)
  double of(const Matrix<double>& phi, std::span<const int> rows);
  /// The same of rows whose entries are known, with those of Phi.
  double of(KeptRows& rows, std::span<const double> phi);

 private:
  double weakest();

  Envelope gram_;
  std::vector<double> left_, right_;
  std::vector<std::size_t> entries_;  ///< of a column of Phi
};

}  // namespace treadle
