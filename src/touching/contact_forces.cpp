#include "contact_forces.hpp"

#include "../contact/narrow_phase.hpp"
#include "contact_point.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

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

}  // namespace

struct ContactForces::Parts {
  explicit Parts(const ContactPlan& plan)
      : near(plan), acting(plan.shapes.size()), sums(plan.laws.size()) {}

  template <class See>
  void see_point(const NearPair& pair, const TouchLaw& law, const Vec3<double>& place,
                 const PointState& point, PairSums& total, const See& see) const;
  template <Memory memory, class See>
  void look_at_single(NearPair& pair, const Vec3<double>& n, double depth,
                      const Vec3<double>& place, PairSums& total, const See& see);
  template <Memory memory, class See>
  void look_at(NearPair& pair, PairSums& total, const See& see);
  bool manifold_of(const NearPair& pair, double margin, Manifold& manifold, PairMemory& now) const;
  void settle_many(NearPair& pair, PairSums& total);
  double settle_point(const NearPair& pair, const Vec3<double>& n, const ContactPoint& point,
                      StickPoint& stick) const;
  /// All pairs in pieces. see(wrench, ...) of each point; take(number, pair, wrench) of each pair
  /// whose wrench acts.
  template <Memory memory, class See, class Take>
  PairSums all(Crew* who, const See& see, const Take& take);
  /// The same, with the memory as it has been asked for.
  template <class See, class Take>
  PairSums go(Crew* who, const See& see, const Take& take);
  /// see(pair, place, depth, touch) of each point that touches in a state.
  template <class See>
  PairSums look(const PositionStage<double>& at, const VelocityStage<double>& moving, Crew* who,
                const See& see);
  void gather(const PositionStage<double>& at, std::span<Force<double>> body);

  NearPairs near;
  Crew* crew = nullptr;
  std::vector<Acting> acting;
  std::vector<Wrench> wrenches;  ///< by pair, where threads share them
  std::vector<PairSums> pieces;
  std::vector<ContactSum> sums;
  ContactFacts facts;
  double lost = 0.0;
  bool settles_next = false;
};

ContactForces::ContactForces(const ContactPlan& plan) : parts_(std::make_unique<Parts>(plan)) {}
ContactForces::~ContactForces() = default;
void ContactForces::work_with(Crew* crew) { parts_->crew = crew; }
void ContactForces::settle_next() { parts_->settles_next = true; }
double ContactForces::lost() const { return parts_->lost; }
const ContactFacts& ContactForces::facts() const { return parts_->facts; }

// The laws at one point.
template <class See>
[[gnu::always_inline]] inline void ContactForces::Parts::see_point(
    const NearPair& pair, const TouchLaw& law, const Vec3<double>& place, const PointState& point,
    PairSums& total, const See& see) const {
  const Touch touch = touch_at(pair, law, point);
  total.power += touch.power;
  total.stored += touch.stored;
  see(pair, place, point.depth, place - near.state(pair.a).at.p, place - near.state(pair.b).at.p,
      touch, point);
}

// A step ended with this point: what friction keeps of its spring. The energy that is lost.
double ContactForces::Parts::settle_point(const NearPair& pair, const Vec3<double>& n,
                                          const ContactPoint& point, StickPoint& stick) const {
  const TouchLaw& law = near.plan().laws[static_cast<std::size_t>(pair.law)];
  const Transform<double>&a = near.state(pair.a).at, &b = near.state(pair.b).at;
  if (!stick.held) {
    stick = stick_at(point, a, b, stick.approach);
    stick.held = true;
    return 0.0;
  }
  const double rate =
      dot(n, near.velocity_at(pair.a, point.place) - near.velocity_at(pair.b, point.place));
  const double push = normal_law(pair, law, stick, rate).force(point.depth, rate);
  return treadle::settle(stick, point, a, b, n, push,
                         Friction<double>{law.friction, pair.stick, pair.stick_damping});
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
      if (pair.count > 0 && stick.held) {
        const Vec3<double> drawn = stretch_of(stick, a, b, n);
        total.lost += 0.5 * pair.stick * dot(drawn, drawn);
      }
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
    if (stick.held) {
      const Friction<double> friction{law.friction, pair.stick, pair.stick_damping};
      const Vec3<double> drawn = stretch_of(stick, a, b, n);
      const double rate = -dot(n, relative);
      now.stretch = friction.kept(drawn, normal_law(pair, law, stick, rate).force(depth, rate));
      total.lost += friction.stored(drawn) - friction.stored(now.stretch);
    }
    stick.held = true;
    set_ends(stick, point, a, b, now.stretch);
    return see_point(pair, law, place, now, total, see);
  }
  if (!touches) return;
  const StickPoint fresh{{}, {}, approach, 0, false};
  const StickPoint& known = pair.count == 0 ? fresh : stick;
  see_point(pair, law, place,
            {known, n, depth, relative, second.ang - first.ang,
             known.held ? stretch_of(known, a, b, n) : Vec3<double>{}},
            total, see);
}

// Points of any pair, and the memory of each.
bool ContactForces::Parts::manifold_of(const NearPair& pair, double margin, Manifold& manifold,
                                       PairMemory& now_known) const {
  const Transform<double>&a = near.state(pair.a).at, &b = near.state(pair.b).at;
  if (!near.touch_or_pass(pair, margin, manifold)) return false;
  const StickPoint* const old = near.sticks(pair);
  if (manifold.count == 1 && pair.count == 1 && old->feature == manifold.points[0].feature) {
    now_known.count = 1;
    now_known.points[0] = *old;
    return true;
  }
  PairMemory before;
  before.count = pair.count;
  std::copy_n(old, pair.count, before.points.begin());
  std::array<double, Manifold::most> approach{};
  for (std::size_t k = 0; k < static_cast<std::size_t>(manifold.count); ++k) {
    const Vec3<double>& at = manifold.points[k].place;
    approach[k] = std::max(
        0.0, dot(manifold.normal, near.velocity_at(pair.a, at) - near.velocity_at(pair.b, at)));
  }
  carry_over(before, manifold, a, b, near.plan().skin, approach, now_known);
  return true;
}

void ContactForces::Parts::settle_many(NearPair& pair, PairSums& total) {
  const Transform<double>&a = near.state(pair.a).at, &b = near.state(pair.b).at;
  Manifold manifold;
  PairMemory known;
  if (!manifold_of(pair, near.plan().skin, manifold, known)) {
    pair.count = 0;
    near.remember(pair, {});
    return;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(manifold.count); ++i) {
    const ContactPoint& point = manifold.points[i];
    StickPoint& stick = known.points[i];
    if (!(point.depth > 0.0)) {  // not yet, or no longer
      if (stick.held) {
        const Vec3<double> drawn = stretch_of(stick, a, b, manifold.normal);
        total.lost += 0.5 * pair.stick * dot(drawn, drawn);
      }
      const double rate = dot(manifold.normal, near.velocity_at(pair.a, point.place) -
                                                   near.velocity_at(pair.b, point.place));
      stick = stick_at(point, a, b, std::max(0.0, rate));
      continue;
    }
    ++total.count;
    total.depth = std::max(total.depth, point.depth);
    total.lost += settle_point(pair, manifold.normal, point, stick);
  }
  near.remember(pair, manifold);
  pair.count = static_cast<unsigned char>(known.count);
  std::copy_n(known.points.begin(), static_cast<std::size_t>(known.count), near.sticks(pair));
}

template <Memory memory, class See>
[[gnu::always_inline]] inline void ContactForces::Parts::look_at(NearPair& pair, PairSums& total,
                                                                 const See& see) {
  const ShapeState &a = near.state(pair.a), &b = near.state(pair.b);
  const Narrow narrow = near.is_quick(pair) ? Narrow::any : pair.narrow;
  if (narrow == Narrow::spheres) {  // (U1)
    const Vec3<double> d = b.at.p - a.at.p;
    const double square = dot(d, d), reach = a.radius + b.radius;
    if (!(square < reach * reach) && pair.count == 0 &&
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
    for (std::size_t i = 0; i < static_cast<std::size_t>(manifold.count); ++i) {
      const ContactPoint& point = manifold.points[i];
      if (!(point.depth > 0.0)) continue;
      const StickPoint& stick = known.points[i];
      see_point(pair, near.plan().laws[static_cast<std::size_t>(pair.law)], point.place,
                {stick, manifold.normal, point.depth,
                 near.velocity_at(pair.b, point.place) - near.velocity_at(pair.a, point.place),
                 b.ang - a.ang,
                 stick.held ? stretch_of(stick, a.at, b.at, manifold.normal) : Vec3<double>{}},
                total, see);
    }
  }
}

// Sums of pieces first, so that they are the same for any number of threads.
template <Memory memory, class See, class Take>
PairSums ContactForces::Parts::all(Crew* who, const See& see, const Take& take) {
  const std::span<NearPair> list = near.list();
  const std::size_t count = (list.size() + taken_together - 1) / taken_together;
  pieces.assign(count, {});
  share(who, static_cast<int>(count), [&](int p) {
    const std::size_t first = static_cast<std::size_t>(p) * taken_together,
                      last = std::min(list.size(), first + taken_together);
    PairSums sum;
    for (std::size_t k = first; k < last; ++k) {
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
PairSums ContactForces::Parts::go(Crew* who, const See& see, const Take& take) {
  if (!settles_next) return all<Memory::stays>(who, see, take);
  settles_next = false;
  const PairSums total = all<Memory::settles>(who, see, take);
  near.remember_poses();
  lost += total.lost;
  facts.count = total.count;
  facts.penetration = total.depth;
  facts.largest_penetration = std::max(facts.largest_penetration, total.depth);
  facts.most = std::max(facts.most, facts.count);
  return total;
}

template <class See>
PairSums ContactForces::Parts::look(const PositionStage<double>& at,
                                    const VelocityStage<double>& moving, Crew* who,
                                    const See& see) {
  near.place(at, moving, who);
  return go(
      who,
      [&](Wrench& /*wrench*/, const NearPair& pair, const Vec3<double>& place, double depth,
          const Vec3<double>& /*arm_a*/, const Vec3<double>& /*arm_b*/, const Touch& touch,
          const PointState& /*point*/) { see(pair, place, depth, touch); },
      [](const auto&...) {});
}

// Each end into its own group.
void ContactForces::Parts::gather(const PositionStage<double>& at, std::span<Force<double>> body) {
  const std::vector<TouchShape>& shapes = near.plan().shapes;
  const std::size_t n = shapes.size(), count = (n + taken_together - 1) / taken_together;
  // a body's shapes stand together, and stay in one piece
  const auto begins = [&](std::size_t piece) {
    std::size_t s = std::min(n, piece * taken_together);
    while (s > 0 && s < n && shapes[s].body >= 0 && shapes[s].body == shapes[s - 1].body) ++s;
    return s;
  };
  share(crew, static_cast<int>(count), [&](int p) {
    const std::size_t first = begins(static_cast<std::size_t>(p)),
                      last = begins(static_cast<std::size_t>(p) + 1);
    for (std::size_t s = first; s < last; ++s) {
      const TouchShape& shape = shapes[s];
      if (shape.body < 0) continue;
      if (crew != nullptr) {
        acting[s] = {};
        for (const int twice : near.of_shape(s)) {
          const Wrench& w = wrenches[static_cast<std::size_t>(twice / 2)];
          if (w.acts) acting[s].add(w, twice % 2 != 0);
        }
      }
      const Transform<double>& world = at.world[static_cast<std::size_t>(shape.group)];
      Force<double>& f = body[static_cast<std::size_t>(shape.body)];
      f.ang += world.r * acting[s].moment;
      const Vec3<double> force = world.r * acting[s].force;
      f.lin += force;
      if (!shape.is_body) f.ang += cross(world * near.state(static_cast<int>(s)).at.p, force);
    }
  });
}

double ContactForces::apply(const PositionStage<double>& at, const VelocityStage<double>& moving,
                            std::span<Force<double>> body) {
  Parts& p = *parts_;
  p.near.place(at, moving, p.crew);
  const auto see =
      [](Wrench & w, const NearPair& /*pair*/, const Vec3<double>& /*place*/, double /*depth*/,
         const Vec3<double>& arm_a, const Vec3<double>& arm_b, const Touch& touch,
         const PointState& /*point*/) __attribute__((always_inline)) {
    w.force += touch.force;
    w.moment_a -= cross(arm_a, touch.force) + touch.moment;
    w.moment_b += cross(arm_b, touch.force) + touch.moment;
    w.acts = true;
  };
  PairSums total;
  if (p.crew == nullptr) {
    std::fill(p.acting.begin(), p.acting.end(), Acting{});
    total = p.go(nullptr, see, [&](std::size_t /*k*/, const NearPair& pair, const Wrench& w) {
      p.acting[static_cast<std::size_t>(pair.a)].add(w, false);
      p.acting[static_cast<std::size_t>(pair.b)].add(w, true);
    });
  } else {
    p.wrenches.assign(p.near.list().size(), {});
    total = p.go(p.crew, see, [&](std::size_t k, const NearPair& /*pair*/, const Wrench& w) {
      p.wrenches[k] = w;
    });
  }
  p.gather(at, body);
  return total.power;
}

double ContactForces::stored(const PositionStage<double>& at, const VelocityStage<double>& moving) {
  return parts_->look(at, moving, parts_->crew, [](const auto&...) {}).stored;
}

void ContactForces::visit(const PositionStage<double>& at, const VelocityStage<double>& moving,
                          const std::function<void(const ContactView&)>& see) {
  const NearPairs& near = parts_->near;
  parts_->look(
      at, moving, nullptr,
      [&](const NearPair& pair, const Vec3<double>& place, double depth, const Touch& touch) {
        see({near.shape(pair.a).body, near.shape(pair.b).body, place, touch.force, depth});
      });
}

void ContactForces::slopes(const PositionStage<double>& at, const VelocityStage<double>& moving,
                           const std::function<void(const ContactSlope&)>& see) {
  Parts& p = *parts_;
  p.near.place(at, moving, p.crew);
  p.go(
      nullptr,
      [&](Wrench& /*wrench*/, const NearPair& pair, const Vec3<double>& place, double /*depth*/,
          const Vec3<double>& /*arm_a*/, const Vec3<double>& /*arm_b*/, const Touch& /*touch*/,
          const PointState& point) {
        ContactSlope slope;
        slope.body_a = p.near.shape(pair.a).body;
        slope.body_b = p.near.shape(pair.b).body;
        slope.place = place;
        slope.normal = point.n;
        add_slopes(pair, p.near.plan().laws[static_cast<std::size_t>(pair.law)], point, slope);
        see(slope);
      },
      [](const auto&...) {});
}

std::span<const ContactSum> ContactForces::sums(const PositionStage<double>& at,
                                                const VelocityStage<double>& moving) {
  std::vector<ContactSum>& sums = parts_->sums;
  std::fill(sums.begin(), sums.end(), ContactSum{});
  const ContactPlan& plan = parts_->near.plan();
  parts_->look(
      at, moving, nullptr,
      [&](const NearPair& pair, const Vec3<double>& /*place*/, double depth, const Touch& touch) {
        ContactSum& sum = sums[static_cast<std::size_t>(pair.law)];
        ++sum.count;
        sum.penetration = std::max(sum.penetration, depth);
        sum.push += touch.push;
        // among bodies of both lists forces add up to nothing
        const bool forth = plan.meeting(pair.a, pair.b).first_is_of;
        if (!forth || !plan.meeting(pair.b, pair.a).first_is_of)
          sum.force += (forth ? -1.0 : 1.0) * touch.force;
      });
  return sums;
}

void ContactForces::settle(const PositionStage<double>& at, const VelocityStage<double>& moving) {
  settle_next();
  stored(at, moving);
}

void ContactForces::keep(Keep& keep) {
  Parts& p = *parts_;
  keep(p.near, p.facts, p.lost, p.settles_next);
}

}  // namespace treadle
