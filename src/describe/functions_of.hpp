// All functions of time in a description. A new one of a joint, constraint or force goes here.
#pragma once

#include "description.hpp"

namespace treadle {

/// Calls `f` with each, in the order of the items; constant ones included.
template <class D, class F>
void for_each_function(D& description, F f) {
  const auto if_given = [&f](auto& function) {
    if (function) f(*function);
  };
  const auto acting = [&](auto& force) {
    if_given(force.drive);
    if (force.motor) if_given(force.motor->level);
  };
  for (auto& joint : description.joints) {
    for (auto& force : joint.forces) acting(force);
    for (auto& force : joint.on_angles) {
      if (force) acting(*force);
    }
  }
  for (auto& constraint : description.constraints) f(constraint.function);
  for (auto& force : description.forces) {
    if_given(force.actuator);
    if_given(force.force);
    if_given(force.torque);
    acting(force.along);
  }
  for (auto& controller : description.controllers) {
    if_given(controller.setpoint);
    if_given(controller.function);
  }
}

}  // namespace treadle
