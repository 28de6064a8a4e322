// The smallest change of a drawing that closes the loops of an island at several places at once.
#pragma once

#include "drawn_geometry.hpp"

#include <vector>

namespace treadle {

/// A description with its model.
struct DrawnModel {
  Description description;
  BuiltModel built;
};

/// Levenberg and Marquardt on the equations that the strong ones do not see, at all places
/// together; the places follow. `error`, the size of the errors, is the largest gap of the first
/// call. False where gaps remain. (HG4, HG5)
bool calibrate(const DrawnGeometry& geometry, const LoopIsland& island, double size, int rank,
               std::vector<std::vector<double>>& places, DrawnModel& drawn, double& error);

}  // namespace treadle
