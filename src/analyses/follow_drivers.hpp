// The motion that the drivers of a model impose over time, without forces: positions, velocities
// and accelerations of what they leave no freedom to (docs/theory/partition.md).
#pragma once

#include "follow_drive.hpp"

namespace treadle {

struct TimeOptions {
  double until = 1.0;  ///< s
  int points = 181;
  ChannelChoice channels{};
};

/// Whether the model has a driver at all.
bool has_drivers(const Description& description);

/// What hangs on no driver stays at rest. Throws ModelError at "drivers" where drivers leave some
/// freedom to what hangs on them. `reached` of the result is a time; where the drivers ask for more
/// than the loops allow, `message` names time, driver and joint.
DriveResult follow_drivers(const Mechanism& mechanism, const TimeOptions& options);

}  // namespace treadle
