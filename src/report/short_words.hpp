// Numbers as shares of a range, in words of 16 bits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace treadle {

/// A number from 0 to 1.
inline std::uint16_t short_word(float share) {
  return static_cast<std::uint16_t>(std::lround(std::clamp(share, 0.0F, 1.0F) * 65535.0F));
}

struct ShortRange {
  float low = std::numeric_limits<float>::infinity(), high = -low;

  void take(float x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  [[nodiscard]] std::uint16_t word(float x) const {
    return short_word(high > low ? (x - low) / (high - low) : 0.0F);
  }
};

}  // namespace treadle
