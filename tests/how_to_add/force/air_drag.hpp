// The air holds a point back, with the square of its speed.
#pragma once

#include "force_state.hpp"

namespace treadle {

template <Real S>
struct AirDrag {
  static constexpr ForceKind kind = ForceKind::air_drag;
  GroupId group{0};
  BodyId body;
  Vec3<S> point;  ///< in the internal frame
  S drag{};       ///< N for each (m/s)^2
  bool on = true;

  /// Velocity of the point over the ground, and its place.
  struct Flow {
    Vec3<S> place, velocity;
    S speed;
  };

  [[nodiscard]] Flow flow(const PositionStage<S>& at, const VelocityStage<S>& moving) const {
    const Vec3<S> p = place_on(at, group.at, body.at, point);
    const Vec3<S> v = point_velocity(moving.v[body.index()], p);
    return {p, v, norm(v)};
  }
  S apply(const ForceState<S>& s, const ForceSums<S>& to) const {
    const Flow f = flow(s.at, s.moving);
    to.body[body.index()] += force_at(f.place, -(drag * f.speed) * f.velocity);
    return -(drag * f.speed * f.speed * f.speed);
  }
  void add_energy(const ForceState<S>& s, ForceEnergy<S>& sum) const {
    const Flow f = flow(s.at, s.moving);
    sum.power += -(drag * f.speed * f.speed * f.speed);
  }
};

}  // namespace treadle
