// Spring, damper and actuator between two points.
#pragma once

#include "force_state.hpp"
#include "law.hpp"

namespace treadle {

/// A stiff end of the travel: linear, or a curve over penetration.
template <Real S>
struct TravelStop {
  bool active = false;
  S length{}, stiffness{};
  Law<S> law;

  [[nodiscard]] S push(const S& penetration) const {
    const S depth = max(penetration, S(0.0));
    return law.empty() ? stiffness * depth : law.value(depth);
  }
  [[nodiscard]] S stored(const S& penetration) const {
    const S depth = max(penetration, S(0.0));
    return law.empty() ? S(0.5) * stiffness * depth * depth : law.integral(depth);
  }
};

/// Damping that changes to other rates near the ends of the travel.
template <Real S>
struct DampingEnds {
  bool active = false;
  S below{}, above{}, damping{}, rebound_damping{};
  S inverse_over{};

  /// 0 in the middle, 1 beyond the ends, with continuous slope. (F10)
  [[nodiscard]] S weight(const S& length) const {
    const S outside = max(below - length, length - above);
    const S part = min(max(outside * inverse_over, S(0.0)), S(1.0));
    return part * part * (S(3.0) - S(2.0) * part);
  }
};

template <Real S>
struct PointSpring {
  static constexpr ForceKind kind = ForceKind::spring;
  GroupId group{0};
  BodyId from, to;
  Vec3<S> from_point, to_point;
  S stiffness{}, length{}, preload{};
  S damping{}, rebound_damping{};
  Law<S> spring_law, damper_law;
  TravelStop<S> bump, rebound;
  FunctionId actuator;
  DampingEnds<S> ends;
  S relaxing_stiffness{}, relaxing_rate{};
  FunctionId relaxing;  ///< state: how much the spring that relaxes is stretched
  FunctionId gate;      ///< what it is multiplied by, where an event may switch it

  /// What the two points say of each other.
  struct Line {
    Vec3<S> from, direction;  ///< direction: unit vector from `from` to `to`
    S distance, rate;
  };

  [[nodiscard]] Line line(const PositionStage<S>& at, const VelocityStage<S>& moving) const {
    const Vec3<S> a = place_on(at, group.at, from.at, from_point),
                  b = place_on(at, group.at, to.at, to_point);
    const Vec3<S> d = b - a;
    const S square = dot(d, d);
    // coinciding points have no direction: no force then
    const auto apart = S(1e-24) < square;
    const S distance = select(apart, sqrt(select(apart, square, S(1.0))), S(0.0));
    const S inverse = select(apart, S(1.0) / select(apart, distance, S(1.0)), S(0.0));
    const Vec3<S> u = inverse * d;
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    const Vec3<S> va = from.valid() ? point_velocity(moving.v[from.index()], a) : zero;
    const Vec3<S> vb = to.valid() ? point_velocity(moving.v[to.index()], b) : zero;
    return {a, u, distance, dot(u, vb - va)};
  }
  /// Pull of the spring and its stops. (F2)
  [[nodiscard]] S conservative(const Line& l) const {
    const S stretch = l.distance - length;
    S pull = (spring_law.empty() ? stiffness * stretch : spring_law.value(stretch)) - preload;
    if (bump.active) pull -= bump.push(bump.length - l.distance);
    if (rebound.active) pull += rebound.push(l.distance - rebound.length);
    return pull;
  }
  [[nodiscard]] S damping_at(const Line& l) const {
    const auto shortens = l.rate < S(0.0);
    const S middle = select(shortens, damping, rebound_damping);
    if (!ends.active) return middle;
    const S end = select(shortens, ends.damping, ends.rebound_damping);
    return middle + ends.weight(l.distance) * (end - middle);
  }
  /// Pull of the damper and the actuator. (F4)
  [[nodiscard]] S dissipative(const Line& l, std::span<const FunctionValue<S>> functions) const {
    S pull = damper_law.empty() ? damping_at(l) * l.rate : damper_law.value(l.rate);
    if (actuator.valid()) pull -= functions[actuator.index()].value;
    return pull;
  }
  /// Adds the force to both bodies; returns the power of what does not keep its energy.
  S apply(const ForceState<S>& s, const ForceSums<S>& sums) const {
    const Line l = line(s.at, s.moving);
    const S lossy = dissipative(l, s.functions);
    S pull = conservative(l) + lossy, power = -(lossy * l.rate);
    if (relaxing.valid()) {
      const S stretch = s.functions[relaxing.index()].value, loss = relaxing_rate * stretch;
      pull += relaxing_stiffness * stretch;
      power -= relaxing_stiffness * stretch * loss;
      sums.rates[relaxing.index()] = l.rate - loss;
    }
    sums.push_apart(from, to, force_at(l.from, pull * l.direction));
    return power;
  }
  /// Pull of the spring that relaxes. (F11)
  [[nodiscard]] S relaxing_pull(std::span<const FunctionValue<S>> functions) const {
    return relaxing.valid() ? relaxing_stiffness * functions[relaxing.index()].value : S(0.0);
  }
  [[nodiscard]] S stored(const Line& l) const {
    const S stretch = l.distance - length;
    S sum = (spring_law.empty() ? S(0.5) * stiffness * stretch * stretch
                                : spring_law.integral(stretch)) -
            preload * stretch;
    if (bump.active) sum += bump.stored(bump.length - l.distance);
    if (rebound.active) sum += rebound.stored(l.distance - rebound.length);
    return sum;
  }
  [[nodiscard]] S power(const Line& l, std::span<const FunctionValue<S>> functions) const {
    return -(dissipative(l, functions) * l.rate);
  }
  void add_energy(const ForceState<S>& s, ForceEnergy<S>& sum) const {
    const Line l = line(s.at, s.moving);
    sum.stored += stored(l);
    sum.power += power(l, s.functions);
    if (relaxing.valid()) {
      const S stretch = s.functions[relaxing.index()].value, pull = relaxing_stiffness * stretch;
      sum.stored += S(0.5) * pull * stretch;
      sum.power -= relaxing_rate * stretch * pull;
    }
  }
};

}  // namespace treadle
