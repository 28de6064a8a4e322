// Forces of force elements, and what joints and constraints transmit.
#pragma once

#include "parts_of_model.hpp"
#include "signal.hpp"

namespace treadle {

/// Spring: pull, length, rate. Bushing: force and moment on "from" in the axes of "to". Plane: push
/// and depth. Applied: force along and torque about its direction. Null for a force that was left
/// out, since both its ends are on the ground.
SignalPtr force_signal(const PartsOfModel& parts, const SignalName& name, int force);

/// Force and moment of a tree joint on its child, the moment about the joint's point on the child,
/// in the axes of an observer.
SignalPtr joint_reaction(const PartsOfModel& parts, const SignalName& name, int body,
                         const BodyFrame& observer = {});

/// The same of a loop: a cut joint on its child, a constraint on the body of "from". Couplers and
/// drivers: the force on their first coordinate, in its direction.
SignalPtr loop_reaction(const PartsOfModel& parts, const SignalName& name, int loop,
                        const BodyFrame& observer = {});

}  // namespace treadle
