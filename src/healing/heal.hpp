// A drawing has errors; taken exactly, linkages that repeat their equations are locked by them.
// Here the drawing is changed by the least that lets it move as it was meant to
// (docs/theory/healing.md). Runs once, before a mechanism is built; whoever comes later sees an
// exact drawing.
#pragma once

#include "../assembly/assemble.hpp"
#include "healed.hpp"

#include <vector>

namespace treadle {

struct Healing {
  Description description;
  std::vector<Healed> healed;  ///< empty: the description is as it was
};

/// Errors up to this part of an island's size, and this many radians, are healed where the drawing
/// does not say more: where joints are stuck as drawn, and where everything moves as drawn.
inline constexpr double stuck_ceiling = 5e-3, moving_ceiling = 1e-4;
/// Islands with more equations are left as they are.
inline constexpr int most_healed_rows = 300;

/// Whether the rank of some island is doubtful enough to look at the drawing.
bool may_need_healing(const Redundancy& redundancy);

/// A drawing whose loops close as drawn; `start` and `redundancy` are those of the drawing.
Healing heal(const Description& description, const Assembly& start, const Redundancy& redundancy);

/// A drawing whose loops do not close.
Healing heal(const Description& description);

}  // namespace treadle
