// What a run's contacts consist of, and the loops over pairs: of ContactForces only.
#pragma once

#include "contact_forces.hpp"
#include "contact_point.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

struct Acting {
  Vec3<double> force{}, moment{};

  void add(const Wrench& w, bool second) {
    if (second) {
      force += w.force;
      moment += w.moment_b;
    } else {
      force -= w.force;
      moment += w.moment_a;
    }
  }
};

/// Whether the memory is brought up to date before forces are found.
enum class Memory { stays, settles };

/// All pairs, or those that somebody awake belongs to.
enum class Scope { all, awake };

// What a point does to both shapes of its pair.
struct AddToWrench {
  [[gnu::always_inline]] void operator()(Wrench& w, const NearPair& /*pair*/,
                                         const Vec3<double>& /*place*/, double /*depth*/,
                                         const Vec3<double>& arm_a, const Vec3<double>& arm_b,
                                         const Touch& touch, const PointState& /*point*/) const {
    w.force += touch.force;
    w.moment_a -= cross(arm_a, touch.force) + touch.moment;
    w.moment_b += cross(arm_b, touch.force) + touch.moment;
    w.acts = true;
  }
};

/// The spring of rolling resistance of a pair, what its points push together so far, and whether
/// the one in hand is the last of them.
struct Rolled {
  Vec3<double> drawn{};
  bool is_last = true;
  double push = 0.0;
};

struct ContactForces::Parts {
  explicit Parts(const ContactPlan& plan)
      : near(plan), acting(plan.shapes.size()), sums(plan.laws.size()) {}

  template <class See>
  void see_point(const NearPair& pair, const TouchLaw& law, const Vec3<double>& place,
                 const PointState& point, Rolled& rolled, PairSums& total, const See& see) const;
  /// How far the spring of rolling resistance is drawn.
  [[nodiscard]] Vec3<double> drawn_roll(const NearPair& pair, const Vec3<double>& n);
  /// The same at the end of a step, at which it is cut; without a push nothing is left.
  Vec3<double> settle_roll(const NearPair& pair, const Vec3<double>& n, double push,
                           PairSums& total);
  template <Memory memory, class See>
  void look_at_single(NearPair& pair, const Vec3<double>& n, double depth,
                      const Vec3<double>& place, PairSums& total, const See& see);
  template <Memory memory, class See>
  void look_at(NearPair& pair, PairSums& total, const See& see);
  bool manifold_of(const NearPair& pair, double margin, Manifold& manifold, PairMemory& now) const;
  void settle_many(NearPair& pair, PairSums& total);
  double settle_point(const NearPair& pair, const Vec3<double>& n, const ContactPoint& point,
                      double push, StickPoint& stick) const;
  /// All pairs in pieces. see(wrench, ...) of each point; take(number, pair, wrench) of each pair
  /// whose wrench acts.
  template <Memory memory, class See, class Take>
  PairSums all(Crew* who, Scope scope, const See& see, const Take& take);
  /// The same, with the memory as it has been asked for.
  template <class See, class Take>
  PairSums go(Crew* who, Scope scope, const See& see, const Take& take);
  void settle_now(const PairSums& total);
  /// see(pair, place, depth, touch) of each point that touches in a state.
  template <class See>
  PairSums look(const PositionStage<double>& at, const VelocityStage<double>& moving, Crew* who,
                const See& see);
  void look_for_waking(const NearPair& pair, double depth, double speed) {
    if (sleepers && depth < 0.0)
      sleepers->approach(near.shape(pair.a).body, near.shape(pair.b).body, depth, speed);
  }
  void shift(const NearPair& pair, const Wrench& w, double sign, const PositionStage<double>& at);
  void gather(const PositionStage<double>& at, std::span<Force<double>> body);

  NearPairs near;
  std::unique_ptr<Sleepers> sleepers;
  Crew* crew = nullptr;
  std::vector<Acting> acting;
  std::vector<Wrench> wrenches;  ///< by pair, where threads share them
  std::vector<PairSums> pieces;
  std::vector<ContactSum> sums;
  ContactFacts facts;
  double lost = 0.0;
  bool settles_next = false;
  Springs springs = Springs::store;
};

// The laws at one point.
template <class See>
[[gnu::always_inline]] inline void ContactForces::Parts::see_point(
    const NearPair& pair, const TouchLaw& law, const Vec3<double>& place, const PointState& point,
    Rolled& rolled, PairSums& total, const See& see) const {
  Touch touch = touch_at(pair, law, point, springs);
  rolled.push += touch.push;
  if (rolled.is_last && law.rolling > 0.0)
    add_rolling(pair, law, rolled.drawn, point, rolled.push, springs, touch);
  total.power += touch.power;
  total.stored += touch.stored;
  see(pair, place, point.depth, place - near.state(pair.a).at.p, place - near.state(pair.b).at.p,
      touch, point);
}

// Pairs with a single point, which is either there or not.
template <Memory memory, class See>
[[gnu::always_inline]] inline void ContactForces::Parts::look_at_single(
    NearPair& pair, const Vec3<double>& n, double depth, const Vec3<double>& place, PairSums& total,
    const See& see) {
  StickPoint& stick = *near.sticks(pair);
  const ShapeState &first = near.state(pair.a), &second = near.state(pair.b);
  const Transform<double>&a = first.at, &b = second.at;
  const TouchLaw& law = near.plan().laws[static_cast<std::size_t>(pair.law)];
  const Vec3<double> relative =
      second.lin + cross(second.ang, place - b.p) - first.lin - cross(first.ang, place - a.p);
  const double approach = std::max(0.0, -dot(n, relative));
  const bool touches = depth > 0.0;
  if constexpr (memory == Memory::settles) {
    if (!touches) {
      look_for_waking(pair, depth, approach);
      if (pair.count > 0 && stick.held && law.friction > 0.0) {
        const Vec3<double> drawn = stretch_of(stick, a, b, n);
        total.let_go += 0.5 * pair.stick * dot(drawn, drawn);
      }
      if (pair.count > 0) settle_roll(pair, n, 0.0, total);
      stick.held = false;
      stick.approach = approach;
      pair.count = law.bounce > 0.0 && depth > -near.plan().skin ? 1 : 0;
      return;
    }
    if (pair.count == 0) stick = {{}, {}, approach, 0, false};
    pair.count = 1;
    ++total.count;
    total.depth = std::max(total.depth, depth);
    const ContactPoint point{place, depth, 0};
    PointState now{stick, n, depth, relative, second.ang - first.ang, {}};
    const double rate = -dot(n, relative);
    const double push = normal_law(pair, law, stick).force(depth, rate);
    if (stick.held && law.friction > 0.0) {
      const Friction<double> friction{law.friction, pair.stick, pair.stick_damping};
      const Vec3<double> drawn = stretch_of(stick, a, b, n);
      now.stretch = friction.kept(drawn, push);
      total.let_go += friction.stored(drawn) - friction.stored(now.stretch);
    }
    stick.held = true;
    set_ends(stick, point, a, b, now.stretch);
    Rolled rolled{settle_roll(pair, n, push, total)};
    return see_point(pair, law, place, now, rolled, total, see);
  }
  if (!touches) return;
  Rolled rolled{drawn_roll(pair, n)};
  const StickPoint fresh{{}, {}, approach, 0, false};
  const StickPoint& known = pair.count == 0 ? fresh : stick;
  see_point(pair, law, place,
            {known, n, depth, relative, second.ang - first.ang,
             known.held ? stretch_of(known, a, b, n) : Vec3<double>{}},
            rolled, total, see);
}

template <Memory memory, class See>
[[gnu::always_inline]] inline void ContactForces::Parts::look_at(NearPair& pair, PairSums& total,
                                                                 const See& see) {
  const ShapeState &a = near.state(pair.a), &b = near.state(pair.b);
  const Narrow narrow = near.is_quick(pair) ? Narrow::any : pair.narrow;
  if (narrow == Narrow::spheres) {  // (U1)
    const Vec3<double> d = b.at.p - a.at.p;
    const double square = dot(d, d), reach = a.radius + b.radius;
    if (!(square < reach * reach) && pair.count == 0 && !sleepers &&
        near.plan().laws[static_cast<std::size_t>(pair.law)].bounce == 0.0)
      return;
    const double apart = std::sqrt(square), depth = reach - apart;
    const Vec3<double> n = apart > 1e-150 ? (1.0 / apart) * d : b.at.r.z;
    look_at_single<memory>(pair, n, depth, a.at.p + (a.radius - 0.5 * depth) * n, total, see);
  } else if (narrow == Narrow::sphere_plane) {
    const Vec3<double> n = -b.at.r.z;
    const double depth = dot(n, a.at.p - b.at.p) + a.radius;
    look_at_single<memory>(pair, n, depth, a.at.p + (a.radius - 0.5 * depth) * n, total, see);
  } else {
    if constexpr (memory == Memory::settles) settle_many(pair, total);
    Manifold manifold;
    PairMemory known;
    if (!manifold_of(pair, 0.0, manifold, known)) return;
    const auto count = static_cast<std::size_t>(manifold.count);
    std::size_t last = count;
    for (std::size_t i = 0; i < count; ++i) {
      if (manifold.points[i].depth > 0.0) last = i;
    }
    Rolled rolled{drawn_roll(pair, manifold.normal), false};
    for (std::size_t i = 0; i < count; ++i) {
      const ContactPoint& point = manifold.points[i];
      if (!(point.depth > 0.0)) continue;
      rolled.is_last = i == last;
      const StickPoint& stick = known.points[i];
      see_point(pair, near.plan().laws[static_cast<std::size_t>(pair.law)], point.place,
                {stick, manifold.normal, point.depth,
                 near.velocity_at(pair.b, point.place) - near.velocity_at(pair.a, point.place),
                 b.ang - a.ang,
                 stick.held ? stretch_of(stick, a.at, b.at, manifold.normal) : Vec3<double>{}},
                rolled, total, see);
    }
  }
}

// Sums of pieces first, so that they are the same for any number of threads.
template <Memory memory, class See, class Take>
PairSums ContactForces::Parts::all(Crew* who, Scope scope, const See& see, const Take& take) {
  const std::span<NearPair> list = near.list();
  const bool some = scope == Scope::awake && near.has_frozen();
  const std::span<const int> active = near.active();
  const std::size_t size = some ? active.size() : list.size(),
                    count = (size + taken_together - 1) / taken_together;
  pieces.assign(count, {});
  share(who, static_cast<int>(count), [&](int p) {
    const std::size_t first = static_cast<std::size_t>(p) * taken_together,
                      last = std::min(size, first + taken_together);
    PairSums sum;
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t k = some ? static_cast<std::size_t>(active[i]) : i;
      Wrench wrench;
      look_at<memory>(
          list[k],
          sum, [&](const auto&... what) __attribute__((always_inline)) { see(wrench, what...); });
      if (wrench.acts) take(k, list[k], wrench);
    }
    pieces[static_cast<std::size_t>(p)] = sum;
  });
  PairSums total;
  for (const PairSums& piece : pieces) total.add(piece);
  return total;
}

template <class See, class Take>
PairSums ContactForces::Parts::go(Crew* who, Scope scope, const See& see, const Take& take) {
  if (!settles_next) return all<Memory::stays>(who, scope, see, take);
  settles_next = false;
  if (scope == Scope::all && near.has_frozen()) {  // what sleeps has settled
    settle_now(all<Memory::settles>(
        who, Scope::awake, [](const auto&...) {}, [](const auto&...) {}));
    return all<Memory::stays>(who, scope, see, take);
  }
  const PairSums total = all<Memory::settles>(who, scope, see, take);
  settle_now(total);
  return total;
}

template <class See>
PairSums ContactForces::Parts::look(const PositionStage<double>& at,
                                    const VelocityStage<double>& moving, Crew* who,
                                    const See& see) {
  near.place(at, moving, who);
  return go(
      who, Scope::all,
      [&](Wrench& /*wrench*/, const NearPair& pair, const Vec3<double>& place, double depth,
          const Vec3<double>& /*arm_a*/, const Vec3<double>& /*arm_b*/, const Touch& touch,
          const PointState& /*point*/) { see(pair, place, depth, touch); },
      [](const auto&...) {});
}

}  // namespace treadle
