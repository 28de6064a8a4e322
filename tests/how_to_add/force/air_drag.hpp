// The air holds a point back in proportion to a speed that follows that of the point with a lag:
// a force with a state of its own.
#pragma once

#include "force_state.hpp"

namespace treadle {

template <Real S>
struct AirDrag {
  static constexpr ForceKind kind = ForceKind::air_drag;
  GroupId group{0};
  BodyId body;
  Vec3<S> point;     ///< in the internal frame
  S drag{}, rate{};  ///< N for each m/s; one over the lag
  FunctionId felt;   ///< state: the speed that follows
  FunctionId gate;

  /// Velocity of the point over the ground, and its place.
  struct Flow {
    Vec3<S> place, direction;
    S speed;
  };

  [[nodiscard]] Flow flow(const PositionStage<S>& at, const VelocityStage<S>& moving) const {
    const Vec3<S> p = place_on(at, group.at, body.at, point);
    const Vec3<S> v = point_velocity(moving.v[body.index()], p);
    const S square = dot(v, v);
    const auto moves = S(1e-24) < square;
    const S speed = sqrt(select(moves, square, S(1.0)));
    return {p, select(moves, S(1.0) / speed, S(0.0)) * v, select(moves, speed, S(0.0))};
  }
  S apply(const ForceState<S>& s, const ForceSums<S>& to) const {
    const Flow f = flow(s.at, s.moving);
    const S speed = s.functions[felt.index()].value, force = drag * speed;
    to.push(body, force_at(f.place, -force * f.direction));
    to.rates[felt.index()] = rate * (f.speed - speed);
    return -(force * f.speed);
  }
  void add_energy(const ForceState<S>& s, ForceEnergy<S>& sum) const {
    const Flow f = flow(s.at, s.moving);
    sum.power += -(drag * s.functions[felt.index()].value * f.speed);
  }
};

}  // namespace treadle
