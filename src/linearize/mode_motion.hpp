// Modes as motions to look at: each swings for a while, enlarged and slowed down.
#pragma once

#include "linearize.hpp"

namespace treadle {

/// A stretch of the motion that shows one mode.
struct ShownMode {
  std::size_t mode = 0;  ///< of Linearization::modes
  double from = 0.0, to = 0.0;
};

struct ModeMotion {
  std::vector<KnownState> frames;
  std::vector<ShownMode> shown;
};

/// The first `most` modes one after the other, `seconds` for each: two swings, or a push and its
/// return for modes that do not swing. Loops are closed in every frame.
ModeMotion mode_motion(const Mechanism& mechanism, const KnownState& point,
                       const Linearization& linear, std::size_t most = 12, double seconds = 4.0);

}  // namespace treadle
