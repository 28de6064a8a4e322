// Whether the channels that events watch exist: found before a run.
#pragma once

#include "mechanism.hpp"

namespace treadle {

/// Throws ModelError at events[i].when.
void check_events(const Mechanism& mechanism);

}  // namespace treadle
