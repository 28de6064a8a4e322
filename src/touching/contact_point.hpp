// One point of contact: its forces by the laws, and what becomes of its memory when a step ends.
#pragma once

#include "../scalar/dual.hpp"
#include "contact_forces.hpp"
#include "near_pairs.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

/// Who has the energy in springs of friction and rolling: it is stored, or all that they do is
/// work that is counted. (U26)
enum class Springs { store, work };

/// One point that touches, with its forces on the second shape.
struct Touch {
  Vec3<double> force{}, moment{};  ///< moment of rolling resistance
  double push = 0.0, power = 0.0, stored = 0.0;
  bool slips = false;        ///< friction gives way
  double rolled_push = 0.0;  ///< of all points of the pair, where rolling resistance acts at this
};

[[gnu::always_inline]] inline NormalLaw<double> normal_law(const NearPair& pair,
                                                           const TouchLaw& law,
                                                           const StickPoint& stick) {
  const double damping =
      law.bounce > 0.0 ? law.bounce / std::max(stick.approach, law.resting_speed) : law.damping;
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
                                             const PointState& at, Springs springs) {
  const Vec3<double>& n = at.n;
  const double rate = -dot(n, at.relative);
  const NormalLaw<double> normal = normal_law(pair, law, at.stick);
  Touch out;
  const double spring = normal.spring(at.depth), damper = normal.damper(at.depth, rate);
  out.push = spring + damper;
  out.force = out.push * n;
  out.stored = normal.stored(at.depth);
  out.power = -damper * rate;
  if (law.friction > 0.0) {
    const Friction<double> friction{law.friction, pair.stick, pair.stick_damping};
    const Vec3<double> speed = across(n, at.relative);
    const auto [pull, share] = friction.pull(at.stretch, speed, out.push);
    out.slips = share < 1.0;
    out.force += pull;
    if (springs == Springs::store) {
      out.stored += friction.stored(at.stretch);
      out.power += dot(pull + pair.stick * at.stretch, speed);  // (U10)
    } else {
      out.power += dot(pull, speed);  // (U26)
    }
  }
  return out;
}

/// Of a pair, whose points push by this together. (U11)
inline RollingResistance<double> rolling_of(const NearPair& pair, const TouchLaw& law) {
  const double way = law.rolling * pair.round;
  return {law.rolling, pair.stick * way, pair.stick_damping * pair.round * std::sqrt(way)};
}

/// The moment of rolling resistance goes to one of the points.
inline void add_rolling(const NearPair& pair, const TouchLaw& law, const Vec3<double>& drawn,
                        const PointState& at, double push, Springs springs, Touch& out) {
  const RollingResistance<double> rolling = rolling_of(pair, law);
  const Vec3<double> turn = across(at.n, at.turn);
  out.moment = rolling.moment(drawn, turn, push);
  out.rolled_push = push;
  out.power += dot(out.moment, turn);
  if (springs == Springs::work) return;  // (U26)
  out.stored += rolling.stored(drawn);
  out.power += rolling.stiffness * dot(drawn, turn);
}

/// Slopes of the laws: the normal law on dual numbers; friction as far as it sticks. (U13)
inline void add_slopes(const NearPair& pair, const TouchLaw& law, const PointState& at,
                       ContactSlope& out) {
  const double rate = -dot(at.n, at.relative);
  const NormalLaw<double> known = normal_law(pair, law, at.stick);
  const NormalLaw<Dual> normal{Dual(known.stiffness), Dual(known.damping), known.hertz};
  const Dual deeper = normal.force(Dual(at.depth, 1.0), Dual(rate)),
             faster = normal.force(Dual(at.depth), Dual(rate, 1.0));
  out.stiffness_across = out.damping_across = 0.0;
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
  double power = 0.0, stored = 0.0, depth = 0.0;
  double let_go = 0.0;  ///< by springs of friction and rolling
  int count = 0;

  void add(const PairSums& other) {
    power += other.power;
    stored += other.stored;
    let_go += other.let_go;
    depth = std::max(depth, other.depth);
    count += other.count;
  }
};

}  // namespace treadle
