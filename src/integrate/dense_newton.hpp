// The Jacobian of any system by differences of its rate, dense: what implicit methods fall back on,
// and a witness for systems that know their own (docs/theory/stiff.md).
#pragma once

#include "system.hpp"

#include <vector>

namespace treadle {

class DenseNewton {
 public:
  explicit DenseNewton(const System& system);

  Report linearize(System& system, double t, std::span<const double> x, std::span<const double> dx);
  Report factor(double c_q, double c_v);
  void solve(std::span<double> r);

  /// d rate_row / d increment_column; rows are those that are no positions.
  [[nodiscard]] double slope(std::size_t row, std::size_t column) const {
    return slopes_[row * (positions_ + rest_) + column];
  }

 private:
  std::size_t positions_, rest_;  ///< rest: velocities and all that is no quadrature
  double c_q_ = 0.0, c_v_ = 0.0;
  std::vector<double> slopes_;  ///< (rest, positions + rest) by rows
  std::vector<double> matrix_;  ///< factors
  std::vector<int> pivots_;
  std::vector<double> step_, state_, rate_, right_;
};

}  // namespace treadle
