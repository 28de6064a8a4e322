// Whether the channels that events watch exist, and count what events compare them with: found
// before a run.
#pragma once

#include "mechanism.hpp"

namespace treadle {

/// Throws ModelError at events[i].when or events[i].crosses.
void check_events(const Mechanism& mechanism);

}  // namespace treadle
