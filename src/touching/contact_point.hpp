// One point of contact: its forces by the laws, and what becomes of its memory when a step ends.
#pragma once

#include "../scalar/dual.hpp"
#include "contact_forces.hpp"
#include "near_pairs.hpp"

#include <algorithm>

namespace treadle {

inline constexpr double rolling_speed = 0.05;  // rad/s, below which rolling resistance fades (U11)

/// One point that touches, with its forces on the second shape.
struct Touch {
  Vec3<double> force{}, moment{};  ///< moment of rolling resistance
  double push = 0.0, power = 0.0, stored = 0.0;
};

[[gnu::always_inline]] inline NormalLaw<double> normal_law(const NearPair& pair,
                                                           const TouchLaw& law,
                                                           const StickPoint& stick, double rate) {
  // what is hit harder than it met is hit anew (U8)
  const double damping = law.bounce > 0.0
                             ? law.bounce / std::max({stick.approach, law.resting_speed, rate})
                             : law.damping;
  return {pair.stiffness, damping, law.hertz};
}

/// A point that touches: what its laws take.
struct PointState {
  const StickPoint& stick;
  const Vec3<double>& n;
  double depth;
  Vec3<double> relative, turn;  ///< of the second shape against the first
  Vec3<double> stretch{};       ///< of the spring of friction, across the normal
};

[[gnu::always_inline]] inline Touch touch_at(const NearPair& pair, const TouchLaw& law,
                                             const PointState& at) {
  const Vec3<double>& n = at.n;
  const double rate = -dot(n, at.relative);
  const NormalLaw<double> normal = normal_law(pair, law, at.stick, rate);
  Touch out;
  const double spring = normal.spring(at.depth), damper = normal.damper(at.depth, rate);
  out.push = spring + damper;
  out.force = out.push * n;
  out.stored = normal.stored(at.depth);
  out.power = -damper * rate;
  if (law.friction > 0.0) {
    const Friction<double> friction{law.friction, pair.stick, pair.stick_damping};
    const Vec3<double> speed = across(n, at.relative);
    const Vec3<double> pull = friction.pull(at.stretch, speed, out.push).force;
    out.force += pull;
    out.stored += friction.stored(at.stretch);
    out.power += dot(pull + pair.stick * at.stretch, speed);  // (U10)
  }
  if (law.rolling > 0.0) {
    const RollingResistance<double> rolling{law.rolling, rolling_speed};
    out.moment = rolling.moment(n, at.turn, out.push);
    out.power += dot(out.moment, at.turn);
  }
  return out;
}

/// Slopes of the laws: the normal law on dual numbers; friction as far as it sticks. (U13)
inline void add_slopes(const NearPair& pair, const TouchLaw& law, const PointState& at,
                       ContactSlope& out) {
  const double rate = -dot(at.n, at.relative);
  const NormalLaw<double> known = normal_law(pair, law, at.stick, rate);
  const NormalLaw<Dual> normal{Dual(known.stiffness), Dual(known.damping), known.hertz};
  const Dual deeper = normal.force(Dual(at.depth, 1.0), Dual(rate)),
             faster = normal.force(Dual(at.depth), Dual(rate, 1.0));
  out.stiffness = std::max(0.0, deeper.slope());
  out.damping = std::max(0.0, faster.slope());
  if (!(law.friction > 0.0)) return;
  const Friction<double> friction{law.friction, pair.stick, pair.stick_damping};
  const double share =
      friction.pull(at.stretch, across(at.n, at.relative), known.force(at.depth, rate)).slip;
  out.stiffness_across = share * pair.stick;
  out.damping_across = share * pair.stick_damping;
}

/// What one pair makes of itself: forces on both shapes at their origins.
struct Wrench {
  Vec3<double> force{}, moment_a{}, moment_b{};  ///< the force on b; on a its opposite
  bool acts = false;
};

/// Sums over pairs, in their order.
struct PairSums {
  double power = 0.0, stored = 0.0, lost = 0.0, depth = 0.0;
  int count = 0;

  void add(const PairSums& other) {
    power += other.power;
    stored += other.stored;
    lost += other.lost;
    depth = std::max(depth, other.depth);
    count += other.count;
  }
};

}  // namespace treadle
