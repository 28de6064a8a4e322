// A point with a radius on a plane: a spring that only pushes. A simple wheel or foot on the
// ground.
#pragma once

#include "../kinematics/loops.hpp"

namespace treadle {

template <Real S>
struct PlaneSpring {
  int group = 0;
  int from = -1, to = -1;  ///< the body with the point; the body with the plane
  Vec3<S> point;
  Transform<S> plane;  ///< z is the normal
  S radius{}, stiffness{}, damping{};
  bool on = true;  ///< an event may switch it

  struct Contact {
    Vec3<S> place, normal;
    S depth, rate;  ///< penetration and how fast it grows
  };

  [[nodiscard]] Contact contact(const PositionStage<S>& at, const VelocityStage<S>& moving) const {
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    const Vec3<S> p = place_on(at, group, from, point);
    const Transform<S>& base =
        to < 0 ? at.world[static_cast<std::size_t>(group)] : at.x[static_cast<std::size_t>(to)];
    const Vec3<S> n = base.r * plane.r.z;
    const S height = dot(n, p - base * plane.p);
    const Vec3<S> place = p - radius * n;
    const Vec3<S> va =
        from < 0 ? zero : point_velocity(moving.v[static_cast<std::size_t>(from)], place);
    const Vec3<S> vb =
        to < 0 ? zero : point_velocity(moving.v[static_cast<std::size_t>(to)], place);
    return {place, n, radius - height, dot(n, vb - va)};
  }
  /// k depth, and damping while in contact as far as the sum does not pull. (F8)
  [[nodiscard]] S spring(const Contact& c) const { return stiffness * max(c.depth, S(0.0)); }
  [[nodiscard]] S damper(const Contact& c) const {
    return select(S(0.0) < c.depth, max(damping * c.rate, -spring(c)), S(0.0));
  }
  /// Adds the force to both bodies; returns the power of the damper.
  S apply(const PositionStage<S>& at, const VelocityStage<S>& moving,
          std::span<Force<S>> body) const {
    const Contact c = contact(at, moving);
    const S lossy = damper(c);
    const Force<S> f = force_at(c.place, (spring(c) + lossy) * c.normal);
    if (from >= 0) body[static_cast<std::size_t>(from)] += f;
    if (to >= 0) body[static_cast<std::size_t>(to)] -= f;
    return -(lossy * c.rate);
  }
  [[nodiscard]] S stored(const Contact& c) const {
    const S depth = max(c.depth, S(0.0));
    return S(0.5) * stiffness * depth * depth;
  }
  [[nodiscard]] S power(const Contact& c) const { return -(damper(c) * c.rate); }
};

}  // namespace treadle
