// Where two convex shapes touch, once the way out is known: a face cut by the sides of the other,
// two edges, a line along both, or one point. (U5)
#pragma once

#include "convex_library.hpp"
#include "manifold.hpp"
#include "solid_side.hpp"

namespace treadle {

/// A direction from the first to the second, and how far the cores are apart along it.
struct CoreWay {
  static constexpr std::uint32_t face_a = 1, face_b = 2, edge_edge = 3;
  double gap = -std::numeric_limits<double>::infinity();
  Vec3<double> normal{};
  std::uint32_t choice = 0;  ///< kind, and two numbers of 15 bits
};

void lay_points(const SolidSide& a, const SolidSide& b, const CoreWay& way, const CoreGap& closest,
                double margin, Manifold& out);

}  // namespace treadle
