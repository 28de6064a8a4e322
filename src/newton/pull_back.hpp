// What pulls back, law by law: directions in which a force acts, with stiffness and damping along
// each, symmetric and without negative parts (docs/theory/stiff.md).
#pragma once

#include "../forces/forces.hpp"
#include "../scalar/dual.hpp"

namespace treadle {

/// Slopes of a push by a place and by its rate.
template <Real S>
struct PushSlopes {
  S by_place{}, by_rate{};
};

/// push(place, rate) on duals.
template <Real S, class Push>
PushSlopes<S> push_slopes(const S& place, const S& rate, const Push& push) {
  using D = DualOf<S>;
  return {push(D(place, S(1.0)), D(rate)).slope(), push(D(place), D(rate, S(1.0))).slope()};
}

/// Laws on duals, and the same on plain numbers; functions of time are constant. pull_back calls
/// add(stiffness, damping, wrench) for each direction. (J8)
template <Real S>
using DualFunctions = std::span<const FunctionValue<DualOf<S>>>;

template <Real S, class Add>
void pull_back(const PointSpring<DualOf<S>>& law, const PointSpring<S>& spring,
               const ForceState<S>& s, DualFunctions<S> functions, const Add& add) {
  using D = DualOf<S>;
  const S zero(0.0), one(1.0);
  const auto line = spring.line(s.at, s.moving);
  const auto pull = [&](const D& distance, const D& rate) {
    typename PointSpring<D>::Line l;
    l.distance = distance;
    l.rate = rate;
    return law.conservative(l) + law.dissipative(l, functions);
  };
  const auto slope = push_slopes(line.distance, line.rate, pull);
  // what a spring under tension does across itself
  const auto apart = S(1e-12) < line.distance;
  const S tension = select(apart, max(pull(D(line.distance), D(line.rate)).number(), zero), zero) /
                    select(apart, line.distance, one);
  add(max(slope.by_place, zero) - tension, max(slope.by_rate, zero),
      force_at(line.from, line.direction));
  for (const Vec3<S>& axis :
       {Vec3<S>{one, zero, zero}, Vec3<S>{zero, one, zero}, Vec3<S>{zero, zero, one}})
    add(tension, zero, force_at(line.from, axis));
}

template <Real S, class Add>
void pull_back(const Bushing<DualOf<S>>& /*law*/, const Bushing<S>& bushing, const ForceState<S>& s,
               DualFunctions<S> /*functions*/, const Add& add) {
  const auto gap = bushing.gap(s.at, s.moving);
  const Vec3<S> none{S(0.0), S(0.0), S(0.0)};
  const Vec3<S>* axes[3]{&gap.to.r.x, &gap.to.r.y, &gap.to.r.z};
  for (std::size_t k = 0; k < 3; ++k) {
    add(bushing.stiffness[k], bushing.damping[k], force_at(gap.point, *axes[k]));
    add(bushing.stiffness[k + 3], bushing.damping[k + 3], Force<S>{none, *axes[k]});
  }
}

template <Real S, class Add>
void pull_back(const PlaneSpring<DualOf<S>>& /*law*/, const PlaneSpring<S>& plane,
               const ForceState<S>& s, DualFunctions<S> /*functions*/, const Add& add) {
  const S zero(0.0);
  const auto contact = plane.contact(s.at, s.moving);
  const auto touches = zero < contact.depth;
  // damping acts while the plane pushes
  const auto pushes = -plane.stiffness * contact.depth < plane.damping * contact.rate;
  add(select(touches, plane.stiffness, zero),
      select(touches, select(pushes, plane.damping, zero), zero),
      force_at(contact.place, contact.normal));
}

template <Real S, class Add>
void pull_back(const BallLaw<DualOf<S>>& law, const BallLaw<S>& ball, const ForceState<S>& s,
               DualFunctions<S> functions, const Add& add) {
  using D = DualOf<S>;
  const S zero(0.0);
  const auto turn = ball.turn(s.at, s.moving);
  const auto slope = push_slopes(turn.angle, turn.rate, [&](const D& angle, const D& rate) {
    return law.law.conservative(angle) + law.law.dissipative(angle, rate, functions);
  });
  add(max(-slope.by_place, zero), max(-slope.by_rate, zero),
      Force<S>{{zero, zero, zero}, turn.axis});
}

/// Slopes of what acts along a coordinate, or along a sum of some.
template <Real S>
PushSlopes<S> sum_slopes(const CoordinateLaw<DualOf<S>>& law, const CoordinateLaw<S>& given,
                         const ForceState<S>& s, DualFunctions<S> functions) {
  using D = DualOf<S>;
  const S rate = s.v[given.v_at.index()];
  if (!given.plain) return {S(0.0), law.law.of_rate(D(rate, S(1.0)), functions).slope()};
  return push_slopes(s.q[given.q_at.index()], rate, [&](const D& at, const D& moving) {
    return law.law.conservative(at) + law.law.dissipative(at, moving, functions);
  });
}

template <Real S, template <class> class Coupled>
PushSlopes<S> sum_slopes(const Coupled<DualOf<S>>& law, const Coupled<S>& given,
                         const ForceState<S>& s, DualFunctions<S> functions) {
  using D = DualOf<S>;
  PushSlopes<S> slopes = push_slopes(
      given.along.sum.value(s.q), given.along.sum.rate(s.v), [&](const D& at, const D& moving) {
        return law.along.law.conservative(at) + law.along.law.dissipative(at, moving, functions);
      });
  if (given.gate.valid()) {
    const S on = s.functions[given.gate.index()].value;
    slopes = {on * slopes.by_place, on * slopes.by_rate};
  }
  return slopes;
}

/// What an event has left of a force: 1 where none switches it.
template <Real S, class Force>
S switched(const Force& force, const ForceState<S>& s) {
  if constexpr (requires { force.gate; }) {
    if (force.gate.valid()) return s.functions[force.gate.index()].value;
  }
  return S(1.0);
}

/// Functions of time as constants.
template <Real S>
void hold_functions(std::span<const FunctionValue<S>> from,
                    std::span<FunctionValue<DualOf<S>>> to) {
  using D = DualOf<S>;
  for (std::size_t k = 0; k < to.size(); ++k)
    to[k] = {D(from[k].value), D(from[k].rate), D(from[k].acceleration)};
}

template <class Law>
concept BetweenBodies = requires(const Law& law) {
  law.from;
  law.to;
};
template <class Law>
concept AlongSum = requires(const Law& law) {
  law.along.sum;
};
template <class Law>
concept AlongCoordinate = requires(const Law& law) {
  law.q_at;
};

}  // namespace treadle
