// Links between two bodies with all their joints, as one joint: what it has in common with others.
// Its motion comes from the mechanism inside (docs/theory/composite.md).
#pragma once

#include "never_cut.hpp"

namespace treadle {

template <int N>
struct Composite : NeverCut<N> {
  static constexpr bool moving_subspace = true;
  static constexpr bool has_inside = true;
  static constexpr std::array<CutRow, static_cast<std::size_t>(6 - N)> cut{};
};

}  // namespace treadle
