// The largest size among numbers.
#pragma once

#include "../scalar/real.hpp"

#include <cmath>
#include <span>

namespace treadle {

/// Largest absolute value; NaN where one of them is none.
template <Decidable S>
double largest(std::span<const S> values) {
  double most = 0.0;
  for (const S& x : values) {
    const double size = std::fabs(value(x));
    if (std::isnan(size)) return size;
    most = size > most ? size : most;
  }
  return most;
}

}  // namespace treadle
