// Where two shapes touch: one normal and up to four points.
#pragma once

#include "../spatial/spatial.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace treadle {

struct ContactPoint {
  Vec3<double> place{};       ///< half way between both surfaces
  double depth = 0.0;         ///< along the normal; negative where there still is a gap
  std::uint32_t feature = 0;  ///< which corners and edges made it: memory follows this number
};

struct Manifold {
  static constexpr int most = 4;
  Vec3<double> normal{};  ///< from the first shape to the second
  double depth = 0.0;     ///< how far the second has to go along the normal to be free (U1)
  /// Which faces or edges made the normal; 0: there was no choice. Handed in with the last choice,
  /// which is kept while it is good. (U22)
  std::uint32_t choice = 0;
  /// Handed in: features of the last points, which are taken again while they carry about as well.
  std::array<std::uint32_t, most> last{};
  int last_count = 0;
  int count = 0;
  std::array<ContactPoint, most> points{};

  void add(const Vec3<double>& place, double point_depth, std::uint32_t feature) {
    points[static_cast<std::size_t>(count++)] = {place, point_depth, feature};
  }
  [[nodiscard]] bool was_taken(std::uint32_t feature) const {
    for (int k = 0; k < last_count; ++k) {
      if (last[static_cast<std::size_t>(k)] == feature) return true;
    }
    return false;
  }
  [[nodiscard]] std::span<const ContactPoint> list() const {
    return {points.data(), static_cast<std::size_t>(count)};
  }
};

}  // namespace treadle
