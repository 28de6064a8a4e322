// Resistance of the air against a point that moves through it. (DR1)
#pragma once

#include "force_state.hpp"

namespace treadle {

template <Real S>
struct Drag {
  static constexpr ForceKind kind = ForceKind::drag;
  GroupId group{0};
  BodyId body;
  Vec3<S> point;  ///< in the internal frame
  Vec3<S> wind;   ///< in the world
  S factor{};     ///< half the density times the drag area
  FunctionId gate;

  /// On the body, in its group: -(rho c A / 2) |u| u, with the velocity u through the air.
  [[nodiscard]] Vec3<S> push(const ForceState<S>& s) const {
    const Vec3<S> at = s.at.x[body.index()] * point;
    const Vec3<S> u =
        point_velocity(s.moving.v[body.index()], at) - s.at.world[group.index()].r * wind;
    // a speed that has a derivative at rest too
    return -(factor * sqrt(dot(u, u) + S(1e-20))) * u;
  }
  [[nodiscard]] Force<S> wrench(const ForceState<S>& s) const {
    return force_at(s.at.x[body.index()] * point, push(s));
  }
  /// Adds the force to its body; returns its power.
  S apply(const ForceState<S>& s, const ForceSums<S>& sums) const {
    const Force<S> f = wrench(s);
    sums.push(body, f);
    return dot(s.moving.v[body.index()], f);
  }
  void add_energy(const ForceState<S>& s, ForceEnergy<S>& sum) const {
    sum.power += dot(s.moving.v[body.index()], wrench(s));
  }
};

}  // namespace treadle
