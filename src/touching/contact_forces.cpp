#include "contact_forces.hpp"

#include "../contact/narrow_phase.hpp"
#include "contact_parts.hpp"
#include "contact_slopes.hpp"

namespace treadle {

ContactForces::ContactForces(const ContactPlan& plan) : parts_(std::make_unique<Parts>(plan)) {}
ContactForces::~ContactForces() = default;
void ContactForces::work_with(Crew* crew) { parts_->crew = crew; }
void ContactForces::settle_next() { parts_->settles_next = true; }
void ContactForces::count_springs_as_work() { parts_->springs = Springs::work; }
double ContactForces::lost() const {
  return parts_->lost + (parts_->sleepers ? parts_->sleepers->lost() : 0.0);
}
Sleepers* ContactForces::sleepers() { return parts_->sleepers.get(); }

Vec3<double> ContactForces::Parts::drawn_roll(const NearPair& pair, const Vec3<double>& n) {
  const RollPoint* const roll = near.roll(pair);
  return roll != nullptr && roll->held
             ? drawn_of(*roll, near.state(pair.a).at, near.state(pair.b).at, n)
             : Vec3<double>{};
}

Vec3<double> ContactForces::Parts::settle_roll(const NearPair& pair, const Vec3<double>& n,
                                               double push, PairSums& total) {
  RollPoint* const roll = near.roll(pair);
  if (roll == nullptr) return {};
  const RollingResistance<double> rolling =
      rolling_of(pair, near.plan().laws[static_cast<std::size_t>(pair.law)]);
  const Vec3<double> drawn = drawn_roll(pair, n), kept = rolling.kept(drawn, push);
  total.let_go += rolling.stored(drawn) - rolling.stored(kept);
  set_roll(*roll, near.state(pair.a).at, near.state(pair.b).at, kept);
  roll->held = push > 0.0;
  return kept;
}

// A step ended with this point: what friction keeps of its spring. The energy that is lost.
double ContactForces::Parts::settle_point(const NearPair& pair, const Vec3<double>& n,
                                          const ContactPoint& point, double push,
                                          StickPoint& stick) const {
  const TouchLaw& law = near.plan().laws[static_cast<std::size_t>(pair.law)];
  const Transform<double>&a = near.state(pair.a).at, &b = near.state(pair.b).at;
  if (!stick.held || !(law.friction > 0.0)) {
    stick = stick_at(point, a, b, stick.approach);
    stick.held = true;
    return 0.0;
  }
  return treadle::settle(stick, point, a, b, n, push,
                         Friction<double>{law.friction, pair.stick, pair.stick_damping});
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
    if (pair.count > 0) settle_roll(pair, {}, 0.0, total);
    pair.count = 0;
    near.remember(pair, {});
    return;
  }
  double pushed = 0.0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(manifold.count); ++i) {
    const ContactPoint& point = manifold.points[i];
    StickPoint& stick = known.points[i];
    const double rate = dot(manifold.normal, near.velocity_at(pair.a, point.place) -
                                                 near.velocity_at(pair.b, point.place));
    if (!(point.depth > 0.0)) {  // not yet, or no longer
      if (stick.held && near.plan().laws[static_cast<std::size_t>(pair.law)].friction > 0.0) {
        const Vec3<double> drawn = stretch_of(stick, a, b, manifold.normal);
        total.let_go += 0.5 * pair.stick * dot(drawn, drawn);
      }
      stick = stick_at(point, a, b, std::max(0.0, rate));
      look_for_waking(pair, point.depth, rate);
      continue;
    }
    ++total.count;
    total.depth = std::max(total.depth, point.depth);
    const double push =
        normal_law(pair, near.plan().laws[static_cast<std::size_t>(pair.law)], stick)
            .force(point.depth, rate);
    total.let_go += settle_point(pair, manifold.normal, point, push, stick);
    pushed += push;
  }
  settle_roll(pair, manifold.normal, pushed, total);
  near.remember(pair, manifold);
  pair.count = static_cast<unsigned char>(known.count);
  std::copy_n(known.points.begin(), static_cast<std::size_t>(known.count), near.sticks(pair));
}

void ContactForces::Parts::settle_now(const PairSums& total) {
  near.remember_poses();
  if (springs == Springs::store) lost += total.let_go;
  facts.count = total.count;
  facts.penetration = total.depth;
  facts.largest_penetration = std::max(facts.largest_penetration, total.depth);
  facts.most = std::max(facts.most, facts.count);
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
      if (shape.body < 0 || (sleepers && sleepers->rests(shape.body))) continue;
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
  PairSums total;
  if (p.crew == nullptr) {
    std::fill(p.acting.begin(), p.acting.end(), Acting{});
    total = p.go(nullptr, Scope::awake, AddToWrench{},
                 [&](std::size_t /*k*/, const NearPair& pair, const Wrench& w) {
                   p.acting[static_cast<std::size_t>(pair.a)].add(w, false);
                   p.acting[static_cast<std::size_t>(pair.b)].add(w, true);
                 });
  } else {
    p.wrenches.assign(p.near.list().size(), {});
    total =
        p.go(p.crew, Scope::awake, AddToWrench{},
             [&](std::size_t k, const NearPair& /*pair*/, const Wrench& w) { p.wrenches[k] = w; });
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
                           SlopeForm form, const std::function<void(const ContactSlope&)>& see) {
  Parts& p = *parts_;
  p.near.place(at, moving, p.crew);
  PointGeometry geometry(p.near);
  PushSlopes pushed;
  ContactSlope slope;
  const auto moves = [&](int shape) {  // who sleeps is as the ground is
    const int body = p.near.shape(shape).body;
    return p.sleepers && p.sleepers->is_asleep(body) ? -1 : body;
  };
  p.go(
      nullptr, Scope::awake,
      [&](Wrench& /*wrench*/, const NearPair& pair, const Vec3<double>& place, double /*depth*/,
          const Vec3<double>& /*arm_a*/, const Vec3<double>& /*arm_b*/, const Touch& touch,
          const PointState& point) {
        slope.body_a = moves(pair.a);
        slope.body_b = moves(pair.b);
        slope.place = place;
        slope.normal = point.n;
        slope.force = touch.force;
        slope.moment = touch.moment;
        if (form == SlopeForm::symmetric) {
          add_slopes(pair, p.near.plan().laws[static_cast<std::size_t>(pair.law)], point, slope);
        } else {
          add_full_slopes(
              pair, p.near, point, touch,
              form == SlopeForm::exact ? geometry.moves(pair, place, point) : held_moves(point.n),
              form, pushed, slope);
        }
        see(slope);
      },
      [](const auto&...) {});
}

std::span<const ContactSum> ContactForces::sums(const PositionStage<double>& at,
                                                const VelocityStage<double>& moving) {
  std::vector<ContactSum>& sums = parts_->sums;
  NearPairs& near = parts_->near;
  const ContactPlan& plan = near.plan();
  ContactSum none;
  none.gap = plan.skin;
  std::fill(sums.begin(), sums.end(), none);
  parts_->look(
      at, moving, nullptr,
      [&](const NearPair& pair, const Vec3<double>& /*place*/, double depth, const Touch& touch) {
        ContactSum& sum = sums[static_cast<std::size_t>(pair.law)];
        ++sum.count;
        if (touch.slips) ++sum.slipping;
        sum.penetration = std::max(sum.penetration, depth);
        sum.push += touch.push;
        // among bodies of both lists forces add up to nothing
        const bool forth = plan.meeting(pair.a, pair.b).first_is_of;
        if (!forth || !plan.meeting(pair.b, pair.a).first_is_of)
          sum.force += (forth ? -1.0 : 1.0) * touch.force;
      });
  Manifold manifold;
  for (const NearPair& pair : near.list()) {
    double& gap = sums[static_cast<std::size_t>(pair.law)].gap;
    if (near.touch_or_pass(pair, plan.skin, manifold)) gap = std::min(gap, -manifold.depth);
  }
  return sums;
}

void ContactForces::settle(const PositionStage<double>& at, const VelocityStage<double>& moving) {
  settle_next();
  parts_->near.place(at, moving, parts_->crew);
  parts_->go(
      parts_->crew, Scope::awake, [](const auto&...) {}, [](const auto&...) {});
}

void ContactForces::keep(Keep& keep) {
  Parts& p = *parts_;
  keep(p.sleepers, p.near, p.facts, p.lost, p.settles_next);
}

}  // namespace treadle
