// A point with a radius on a plane: a spring that only pushes. A simple wheel or foot on the
// ground.
#pragma once

#include "force_state.hpp"

namespace treadle {

template <Real S>
struct PlaneSpring {
  static constexpr ForceKind kind = ForceKind::plane;
  GroupId group{0};
  BodyId from, to;  ///< the body with the point; the body with the plane
  Vec3<S> point;
  Transform<S> plane;  ///< z is the normal
  S radius{}, stiffness{}, damping{};
  FunctionId gate;  ///< what it is multiplied by, where an event may switch it

  struct Contact {
    Vec3<S> place, normal;
    S depth, rate;  ///< penetration and how fast it grows
  };

  [[nodiscard]] Contact contact(const PositionStage<S>& at, const VelocityStage<S>& moving) const {
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    const Vec3<S> p = place_on(at, group.at, from.at, point);
    const Transform<S>& base = to.valid() ? at.x[to.index()] : at.world[group.index()];
    const Vec3<S> n = base.r * plane.r.z;
    const S height = dot(n, p - base * plane.p);
    const Vec3<S> place = p - radius * n;
    const Vec3<S> va = from.valid() ? point_velocity(moving.v[from.index()], place) : zero;
    const Vec3<S> vb = to.valid() ? point_velocity(moving.v[to.index()], place) : zero;
    return {place, n, radius - height, dot(n, vb - va)};
  }
  /// k depth, and damping while in contact as far as the sum does not pull. (F8)
  [[nodiscard]] S spring(const Contact& c) const { return stiffness * max(c.depth, S(0.0)); }
  [[nodiscard]] S damper(const Contact& c) const {
    return select(S(0.0) < c.depth, max(damping * c.rate, -spring(c)), S(0.0));
  }
  /// Adds the force to both bodies; returns the power of the damper.
  S apply(const ForceState<S>& s, const ForceSums<S>& sums) const {
    const Contact c = contact(s.at, s.moving);
    const S lossy = damper(c);
    sums.push_apart(from, to, force_at(c.place, (spring(c) + lossy) * c.normal));
    return -(lossy * c.rate);
  }
  [[nodiscard]] S stored(const Contact& c) const {
    const S depth = max(c.depth, S(0.0));
    return S(0.5) * stiffness * depth * depth;
  }
  [[nodiscard]] S power(const Contact& c) const { return -(damper(c) * c.rate); }
  void add_energy(const ForceState<S>& s, ForceEnergy<S>& sum) const {
    const Contact c = contact(s.at, s.moving);
    sum.stored += stored(c);
    sum.power += power(c);
  }
};

}  // namespace treadle
