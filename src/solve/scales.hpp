// Powers of two by which rows and columns of the augmented matrix are multiplied, so that units do
// not decide what is singular; this rounds nothing. (S7)
#pragma once

#include "saddle.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

/// The power of two nearest to one over a size, from below; 1 for none.
inline double inverse_power(double size) {
  if (!(size > 0.0) || !std::isfinite(size)) return 1.0;
  return std::ldexp(1.0, -std::ilogb(size));
}

/// Coordinates by the root of their inertia, equations by their largest entry then; n + m of them.
template <Decidable S>
void find_scales(const SaddlePattern& pattern, const SaddleMatrix<S>& matrix,
                 std::span<double> scale) {
  const auto n = static_cast<std::size_t>(pattern.n);
  for (std::size_t j = 0; j < n; ++j)
    scale[j] = inverse_power(std::sqrt(std::fabs(value(matrix.diagonal[j]))));
  std::fill(scale.begin() + pattern.n, scale.end(), 0.0);
  for (const LoopPattern& loop : pattern.loops) {
    auto v = static_cast<std::size_t>(loop.values_at);
    for (const int column : loop.columns) {
      for (int r = loop.first_row; r < loop.first_row + loop.rows; ++r, ++v) {
        double& most = scale[n + static_cast<std::size_t>(r)];
        most = std::max(most,
                        std::fabs(value(matrix.phi[v])) * scale[static_cast<std::size_t>(column)]);
      }
    }
  }
  for (std::size_t i = n; i < scale.size(); ++i) scale[i] = inverse_power(scale[i]);
}

}  // namespace treadle
