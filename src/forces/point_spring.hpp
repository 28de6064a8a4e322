// Spring and damper between two points.
#pragma once

#include "../kinematics/move.hpp"

namespace treadle {

template <Real S>
struct PointSpring {
  int group = 0;
  int from = -1, to = -1;  ///< bodies; -1 is the ground
  Vec3<S> from_point, to_point;
  S stiffness{}, damping{}, length{};

  /// What the two points say of each other.
  struct Line {
    Vec3<S> from, direction;  ///< direction: unit vector from `from` to `to`
    S stretch, rate;
  };

  [[nodiscard]] Line line(const PositionStage<S>& at, const VelocityStage<S>& moving) const {
    const Vec3<S> a = place_on(at, group, from, from_point), b = place_on(at, group, to, to_point);
    const Vec3<S> d = b - a;
    const S square = dot(d, d);
    // coinciding points have no direction: no force then
    const auto apart = S(1e-24) < square;
    const S distance = select(apart, sqrt(select(apart, square, S(1.0))), S(0.0));
    const S inverse = select(apart, S(1.0) / select(apart, distance, S(1.0)), S(0.0));
    const Vec3<S> u = inverse * d;
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    const Vec3<S> va = from < 0 ? zero : point_velocity(moving.v[static_cast<std::size_t>(from)], a);
    const Vec3<S> vb = to < 0 ? zero : point_velocity(moving.v[static_cast<std::size_t>(to)], b);
    return {a, u, distance - length, dot(u, vb - va)};
  }
  /// Pull k (d - length) + c d' along the line, on both bodies.                                   (F2)
  void apply(const PositionStage<S>& at, const VelocityStage<S>& moving, std::span<Force<S>> body) const {
    const Line l = line(at, moving);
    const S pull = stiffness * l.stretch + damping * l.rate;
    const Force<S> f = force_at(l.from, pull * l.direction);  // the same line of action for both
    if (from >= 0) body[static_cast<std::size_t>(from)] += f;
    if (to >= 0) body[static_cast<std::size_t>(to)] -= f;
  }
  [[nodiscard]] S stored(const PositionStage<S>& at, const VelocityStage<S>& moving) const {
    const Line l = line(at, moving);
    return S(0.5) * stiffness * l.stretch * l.stretch;
  }
  [[nodiscard]] S power(const PositionStage<S>& at, const VelocityStage<S>& moving) const {
    const Line l = line(at, moving);
    return -(damping * l.rate * l.rate);
  }
};

}  // namespace treadle
