// A force along and a torque about a direction, as functions of time, in the axes of the world or
// the body.
#pragma once

#include "../kinematics/loops.hpp"

namespace treadle {

template <Real S>
struct AppliedForce {
  int group = 0, body = 0;
  Vec3<S> point;      ///< in the internal frame
  Vec3<S> direction;  ///< unit vector in the internal frame, or in the world
  bool in_body_axes = false;
  int force = -1, torque = -1;  ///< functions of time
  bool on = true;               ///< an event may switch it

  [[nodiscard]] Force<S> wrench(const PositionStage<S>& at,
                                std::span<const FunctionValue<S>> functions) const {
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    const Transform<S>& x = at.x[static_cast<std::size_t>(body)];
    const Vec3<S> u =
        in_body_axes ? x.r * direction : at.world[static_cast<std::size_t>(group)].r * direction;
    Force<S> f{zero, zero};
    if (force >= 0) f = force_at(x * point, functions[static_cast<std::size_t>(force)].value * u);
    if (torque >= 0) f.ang += functions[static_cast<std::size_t>(torque)].value * u;
    return f;
  }
};

}  // namespace treadle
