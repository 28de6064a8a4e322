// What a healed drawing has that the drawing had not quite, for people.
#pragma once

#include "calibrate.hpp"
#include "healed.hpp"

#include <vector>

namespace treadle {

/// A drawing at two places of its way.
struct DrawnTwice {
  const DrawnModel& drawn;
  const std::vector<double>&first, &second;
};

/// Axes that are parallel, on one line or through one point now, wherever it goes, and were not
/// quite; where there are none, that the linkage moves.
std::vector<Healed> tell_healed(const DrawnTwice& before, const DrawnTwice& after,
                                const LoopIsland& island, const DrawnGeometry& geometry,
                                double size);

}  // namespace treadle
