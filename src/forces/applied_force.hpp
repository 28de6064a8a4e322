// A force along and a torque about a direction, as functions of time, in the axes of the world or
// the body.
#pragma once

#include "force_state.hpp"

namespace treadle {

template <Real S>
struct AppliedForce {
  static constexpr ForceKind kind = ForceKind::applied;
  GroupId group{0};
  BodyId body;
  Vec3<S> point;      ///< in the internal frame
  Vec3<S> direction;  ///< unit vector in the internal frame, or in the world
  bool in_body_axes = false;
  FunctionId force, torque;
  FunctionId gate;  ///< what it is multiplied by, where an event may switch it

  [[nodiscard]] Force<S> wrench(const PositionStage<S>& at,
                                std::span<const FunctionValue<S>> functions) const {
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    const Transform<S>& x = at.x[body.index()];
    const Vec3<S> u = in_body_axes ? x.r * direction : at.world[group.index()].r * direction;
    Force<S> f{zero, zero};
    if (force.valid()) f = force_at(x * point, functions[force.index()].value * u);
    if (torque.valid()) f.ang += functions[torque.index()].value * u;
    return f;
  }
  /// Adds the force to its body; returns its power.
  S apply(const ForceState<S>& s, const ForceSums<S>& to) const {
    const Force<S> f = wrench(s.at, s.functions);
    to.push(body, f);
    return dot(s.moving.v[body.index()], f);
  }
  void add_energy(const ForceState<S>& s, ForceEnergy<S>& sum) const {
    sum.power += dot(s.moving.v[body.index()], wrench(s.at, s.functions));
  }
};

}  // namespace treadle
