#include "contact_forces.hpp"

#include "../contact/material.hpp"
#include "../contact/narrow_phase.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

constexpr double stick_share = 0.8;     // of the normal stiffness (U12)
constexpr double stick_ratio = 0.3;     // of critical damping, across the normal (U12)
constexpr double hertz_depth = 1e-3;    // of the radius at which Hertz's slope is taken (U12)
constexpr double rolling_speed = 0.05;  // rad/s, below which rolling resistance fades (U11)

double squared(const Vec3<double>& a) { return dot(a, a); }

}  // namespace

ContactForces::ContactForces(const ContactPlan& plan)
    : plan_(plan),
      poses_(plan.shapes.size()),
      found_at_(plan.shapes.size()),
      gone_(plan.shapes.size()),
      moving_(plan.shapes.size()),
      acting_(plan.shapes.size()),
      bounds_(plan.shapes.size()),
      sums_(plan.laws.size()) {
  for (std::size_t s = 0; s < poses_.size(); ++s) poses_[s] = plan.shapes[s].at;
}

void ContactForces::place(const PositionStage<double>& at, const VelocityStage<double>& moving) {
  for (std::size_t s = 0; s < poses_.size(); ++s) {
    const TouchShape& shape = plan_.shapes[s];
    if (shape.body < 0) continue;
    const auto b = static_cast<std::size_t>(shape.body);
    const Transform<double>& group = at.group[static_cast<std::size_t>(shape.group)];
    const Transform<double> inside = at.x[b] * shape.at;
    poses_[s] = group * inside;
    moving_[s].lin = group.r * point_velocity(moving.v[b], inside.p);
    moving_[s].ang = group.r * moving.v[b].ang;
  }
  if (settled_.empty()) remember_poses();
  most_gone_ = 0.0;
  for (std::size_t s = 0; s < poses_.size(); ++s) {
    if (plan_.shapes[s].body < 0) continue;
    gone_[s] = norm(poses_[s].p - settled_[s].p);
    most_gone_ = std::max(most_gone_, gone_[s]);
  }
  if (!has_pairs_ || is_far()) find_pairs();
}

// Whether a point of a shape may have gone half the skin since pairs were looked for.
bool ContactForces::is_far() const {
  const double most = 0.5 * plan_.skin;
  for (std::size_t s = 0; s < poses_.size(); ++s) {
    const TouchShape& shape = plan_.shapes[s];
    if (shape.body < 0) continue;
    const Transform<double>&now = poses_[s], &then = found_at_[s];
    double gone = squared(now.p - then.p);
    if (shape.reach > 0.0) {
      const double turned =
          squared(now.r.x - then.r.x) + squared(now.r.y - then.r.y) + squared(now.r.z - then.r.z);
      const double way = std::sqrt(gone) + shape.reach * std::sqrt(turned);
      gone = way * way;
    }
    if (!(gone <= most * most)) return true;
  }
  return false;
}

ContactForces::Pair ContactForces::make_pair(int a, int b) const {
  const TouchShape &first = plan_.shapes[static_cast<std::size_t>(a)],
                   &second = plan_.shapes[static_cast<std::size_t>(b)];
  const Meeting& meeting = plan_.meeting(a, b);
  const TouchLaw& law = plan_.laws[static_cast<std::size_t>(meeting.law)];
  Pair pair{a, b, meeting.law, meeting.first_is_of, {}, {}};
  const double bend = curvature(first.shape) + curvature(second.shape);
  // two flat ones: as if they were as round as the skin is thin
  const double round = bend > 0.0 ? bend : 1.0 / (5.0 * plan_.skin);
  pair.normal.hertz = law.hertz;
  pair.normal.stiffness = law.hertz ? hertz_stiffness(law.modulus, round) : law.stiffness;
  pair.normal.damping = law.damping;
  pair.friction.coefficient = law.friction;
  const double slope =
      law.hertz ? 1.5 * pair.normal.stiffness * std::sqrt(hertz_depth / round) : law.stiffness;
  pair.friction.stiffness = law.stick_stiffness > 0.0 ? law.stick_stiffness : stick_share * slope;
  const double inverse = first.inverse_mass + second.inverse_mass;
  pair.friction.damping =
      inverse > 0.0 ? 2.0 * stick_ratio * std::sqrt(pair.friction.stiffness / inverse) : 0.0;
  return pair;
}

// All pairs within the skin, and what was remembered of them.
void ContactForces::find_pairs() {
  has_pairs_ = true;
  for (std::size_t s = 0; s < poses_.size(); ++s) {
    bounds_[s] = bounds_of(plan_.shapes[s].shape, poses_[s], 0.5 * plan_.skin);
    if (gone_[s] > plan_.skin)  // all that it may have met on its way (U21)
      bounds_[s] =
          both(bounds_[s], bounds_of(plan_.shapes[s].shape, settled_[s], 0.5 * plan_.skin));
  }
  found_at_ = poses_;
  new_pairs_.clear();
  new_memory_.clear();
  std::size_t old = 0;
  // what is behind what it went through is still with it, however far (U21)
  const auto pass_over = [&](const IndexPair& end) {
    for (; old < pairs_.size() && IndexPair{pairs_[old].a, pairs_[old].b} < end; ++old) {
      if (!(squared(memory_[old].way) > 0.0)) continue;
      new_pairs_.push_back(pairs_[old]);
      new_memory_.push_back(memory_[old]);
    }
  };
  Manifold manifold;
  for (const IndexPair& near : broad_.pairs(bounds_)) {
    if (plan_.meeting(near.a, near.b).law < 0) continue;
    const auto a = static_cast<std::size_t>(near.a), b = static_cast<std::size_t>(near.b);
    const TouchShape &first = plan_.shapes[a], &second = plan_.shapes[b];
    if (first.body == second.body) continue;
    manifold.choice = 0;
    manifold.last_count = 0;
    if (!touch(first.shape, poses_[a], second.shape, poses_[b], plan_.skin, manifold) &&
        !is_quick(near.a, near.b))
      continue;
    if (!plan_.joined.empty() && std::binary_search(plan_.joined.begin(), plan_.joined.end(),
                                                    std::pair(std::min(first.body, second.body),
                                                              std::max(first.body, second.body))))
      continue;
    pass_over(near);
    new_pairs_.push_back(make_pair(near.a, near.b));
    const bool known = old < pairs_.size() && pairs_[old].a == near.a && pairs_[old].b == near.b;
    new_memory_.push_back(known ? memory_[old] : PairMemory{});
    if (known) ++old;
  }
  pass_over({std::numeric_limits<int>::max(), 0});
  pairs_.swap(new_pairs_);
  memory_.swap(new_memory_);
}

Vec3<double> ContactForces::velocity_at(int shape, const Vec3<double>& place) const {
  const auto s = static_cast<std::size_t>(shape);
  return moving_[s].lin + cross(moving_[s].ang, place - poses_[s].p);
}

bool ContactForces::look(std::size_t pair, double margin, Manifold& manifold,
                         PairMemory& now) const {
  const Pair& p = pairs_[pair];
  const auto a = static_cast<std::size_t>(p.a), b = static_cast<std::size_t>(p.b);
  const PairMemory& old = memory_[pair];
  if (!touch_or_pass(p, old, margin, manifold)) return false;
  if (manifold.count == 1 && old.count == 1 &&
      old.points[0].feature == manifold.points[0].feature) {
    now.count = 1;
    now.points[0] = old.points[0];
    return true;
  }
  std::array<double, Manifold::most> approach{};
  for (std::size_t k = 0; k < static_cast<std::size_t>(manifold.count); ++k) {
    const Vec3<double>& at = manifold.points[k].place;
    approach[k] = std::max(0.0, dot(manifold.normal, velocity_at(p.a, at) - velocity_at(p.b, at)));
  }
  carry_over(old, manifold, poses_[a], poses_[b], plan_.skin, approach, now);
  return true;
}

NormalLaw<double> ContactForces::law_of(const Pair& pair, const StickPoint& stick) const {
  NormalLaw<double> normal = pair.normal;
  const TouchLaw& law = plan_.laws[static_cast<std::size_t>(pair.law)];
  if (law.bounce > 0.0) normal.damping = law.bounce / std::max(stick.approach, law.resting_speed);
  return normal;
}

ContactForces::Touch ContactForces::touch_at(const Pair& pair, const Manifold& manifold,
                                             const ContactPoint& point,
                                             const StickPoint& stick) const {
  const Vec3<double>& n = manifold.normal;
  const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
  const Vec3<double> relative = velocity_at(pair.b, point.place) - velocity_at(pair.a, point.place);
  const double rate = -dot(n, relative);
  const NormalLaw<double> normal = law_of(pair, stick);
  Touch out;
  out.push = normal.force(point.depth, rate);
  out.force = out.push * n;
  out.stored = normal.stored(point.depth);
  out.power = -normal.lost_power(point.depth, rate);
  if (pair.friction.coefficient > 0.0) {
    const Vec3<double> stretch =
        stick.held ? stretch_of(stick, poses_[a], poses_[b], n) : Vec3<double>{};
    const Vec3<double> speed = across(n, relative);
    const Vec3<double> pull = pair.friction.pull(stretch, speed, out.push).force;
    out.force += pull;
    out.stored += pair.friction.stored(stretch);
    out.power += dot(pull + pair.friction.stiffness * stretch, speed);  // (U10)
  }
  const double arm = plan_.laws[static_cast<std::size_t>(pair.law)].rolling;
  if (arm > 0.0) {
    const RollingResistance<double> rolling{arm, rolling_speed};
    const Vec3<double> turn = moving_[b].ang - moving_[a].ang;
    out.moment = rolling.moment(n, turn, out.push);
    out.power += dot(out.moment, turn);
  }
  return out;
}

template <class Visit>
void ContactForces::for_each_touch(const Visit& visit) const {
  Manifold manifold;
  PairMemory now;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    if (!look(k, 0.0, manifold, now)) continue;
    for (std::size_t i = 0; i < static_cast<std::size_t>(manifold.count); ++i) {
      const ContactPoint& point = manifold.points[i];
      if (point.depth > 0.0)
        visit(pairs_[k], manifold, point, touch_at(pairs_[k], manifold, point, now.points[i]));
    }
  }
}

double ContactForces::apply(const PositionStage<double>& at, const VelocityStage<double>& moving,
                            std::span<Force<double>> body) {
  place(at, moving);
  std::fill(acting_.begin(), acting_.end(), Acting{});
  double power = 0.0;
  for_each_touch([&](const Pair& pair, const Manifold& /*manifold*/, const ContactPoint& point,
                     const Touch& touch) {
    Acting &a = acting_[static_cast<std::size_t>(pair.a)],
           &b = acting_[static_cast<std::size_t>(pair.b)];
    const auto arm = [&](int shape) {
      return point.place - poses_[static_cast<std::size_t>(shape)].p;
    };
    b.force += touch.force;
    b.moment += cross(arm(pair.b), touch.force) + touch.moment;
    a.force -= touch.force;
    a.moment -= cross(arm(pair.a), touch.force) + touch.moment;
    power += touch.power;
  });
  // each end into its own group
  for (std::size_t s = 0; s < acting_.size(); ++s) {
    const TouchShape& shape = plan_.shapes[s];
    if (shape.body < 0) continue;
    const Transform<double>& world = at.world[static_cast<std::size_t>(shape.group)];
    Force<double> f = force_at(world * poses_[s].p, world.r * acting_[s].force);
    f.ang += world.r * acting_[s].moment;
    body[static_cast<std::size_t>(shape.body)] += f;
  }
  return power;
}

double ContactForces::stored(const PositionStage<double>& at, const VelocityStage<double>& moving) {
  place(at, moving);
  double sum = 0.0;
  for_each_touch([&](const Pair& /*pair*/, const Manifold& /*manifold*/,
                     const ContactPoint& /*point*/, const Touch& touch) { sum += touch.stored; });
  return sum;
}

std::span<const ContactSum> ContactForces::sums(const PositionStage<double>& at,
                                                const VelocityStage<double>& moving) {
  place(at, moving);
  std::fill(sums_.begin(), sums_.end(), ContactSum{});
  for_each_touch([&](const Pair& pair, const Manifold& /*manifold*/, const ContactPoint& point,
                     const Touch& touch) {
    ContactSum& sum = sums_[static_cast<std::size_t>(pair.law)];
    ++sum.count;
    sum.penetration = std::max(sum.penetration, point.depth);
    sum.push += touch.push;
    sum.force += (pair.first_is_of ? -1.0 : 1.0) * touch.force;
  });
  return sums_;
}

void ContactForces::settle(const PositionStage<double>& at, const VelocityStage<double>& moving) {
  place(at, moving);
  facts_.count = 0;
  Manifold manifold;
  PairMemory now;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const Pair& pair = pairs_[k];
    PairMemory& memory = memory_[k];
    if (!look(k, plan_.skin, manifold, now)) {
      memory = {};
      continue;
    }
    const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
    for (std::size_t i = 0; i < static_cast<std::size_t>(manifold.count); ++i) {
      const ContactPoint& point = manifold.points[i];
      StickPoint& stick = now.points[i];
      const double rate =
          dot(manifold.normal, velocity_at(pair.a, point.place) - velocity_at(pair.b, point.place));
      if (!(point.depth > 0.0)) {  // not yet, or no longer
        if (stick.held)
          lost_ += pair.friction.stored(stretch_of(stick, poses_[a], poses_[b], manifold.normal));
        stick = stick_at(point, poses_[a], poses_[b], std::max(0.0, rate));
        continue;
      }
      ++facts_.count;
      facts_.largest_penetration = std::max(facts_.largest_penetration, point.depth);
      if (!stick.held) {
        stick = stick_at(point, poses_[a], poses_[b], stick.approach);
        stick.held = true;
        continue;
      }
      const double push = law_of(pair, stick).force(point.depth, rate);
      lost_ +=
          treadle::settle(stick, point, poses_[a], poses_[b], manifold.normal, push, pair.friction);
    }
    memory.choice = manifold.choice;
    memory.way = is_quick(pair.a, pair.b) || squared(memory.way) > 0.0 ? way_to_keep(pair, manifold)
                                                                       : Vec3<double>{};
    memory.count = now.count;
    std::copy_n(now.points.begin(), static_cast<std::size_t>(now.count), memory.points.begin());
  }
  facts_.most = std::max(facts_.most, facts_.count);
  remember_poses();
}

void ContactForces::keep(Keep& keep) {
  std::vector<IndexPair> known;
  for (const Pair& pair : pairs_) known.push_back({pair.a, pair.b});
  keep(has_pairs_, known, memory_, found_at_, settled_, facts_, lost_);
  if (!keep.restoring()) return;
  pairs_.clear();
  for (const IndexPair& pair : known) pairs_.push_back(make_pair(pair.a, pair.b));
}

}  // namespace treadle
