// Who falls asleep and who wakes, between two steps. (U24, U25)
#include "contact_parts.hpp"

namespace treadle {

namespace {

bool is_held_by(const NearPair& pair, const StickPoint* sticks) {
  for (std::size_t k = 0; k < pair.count; ++k) {
    if (sticks[k].held) return true;
  }
  return false;
}

}  // namespace

void ContactForces::let_sleep(const Model<double>& model, const SleepingItem& rule,
                              bool forces_act) {
  Parts& p = *parts_;
  p.sleepers = std::make_unique<Sleepers>(p.near.plan(), model, rule, forces_act);
  p.near.let_sleep(*p.sleepers);
}

// Who rests stays awake as long as somebody who does not rest touches it.
bool ContactForces::choose_sleepers() {
  Parts& p = *parts_;
  if (!p.sleepers) return false;
  Sleepers& s = *p.sleepers;
  if (s.has_tired()) {
    const bool some = p.near.has_frozen();
    const std::size_t count = some ? p.near.active().size() : p.near.list().size();
    for (std::size_t k = 0; k < count; ++k) {
      const NearPair& pair = p.near.list()[some ? static_cast<std::size_t>(p.near.active()[k]) : k];
      const int a = p.near.shape(pair.a).body, b = p.near.shape(pair.b).body;
      const bool first = s.is_awake_and_moves(a), second = s.is_awake_and_moves(b);
      if (first == second || !is_held_by(pair, p.near.sticks(pair))) continue;
      s.keep_awake(first ? b : a);
    }
  }
  return s.will_change();
}

// The pair no longer acts on a body that sleeps on, or acts again: what holds it takes that over.
void ContactForces::Parts::shift(const NearPair& pair, const Wrench& w, double sign,
                                 const PositionStage<double>& at) {
  for (const bool second : {false, true}) {
    const int s = second ? pair.b : pair.a;
    const TouchShape& shape = near.shape(s);
    if (shape.body < 0) continue;
    Acting load;
    load.add(w, second);
    // in the axes and at the origin of the body, which are those of its group
    const Transform<double>& frame = at.group[static_cast<std::size_t>(shape.group)];
    const Vec3<double> arm = near.state(s).at.p - frame.p;
    sleepers->shift(shape.body,
                    {transpose_times(frame.r, load.force),
                     transpose_times(frame.r, load.moment + cross(arm, load.force))},
                    sign);
  }
}

void ContactForces::change_sleepers(const PositionStage<double>& at,
                                    const VelocityStage<double>& moving) {
  Parts& p = *parts_;
  p.near.place(at, moving, p.crew);
  for (NearPair& pair : p.near.list()) {
    const int a = p.near.shape(pair.a).body, b = p.near.shape(pair.b).body;
    const bool before = p.sleepers->is_frozen(a, b), after = p.sleepers->will_be_frozen(a, b);
    if (before == after || pair.count == 0) continue;
    Wrench w;
    PairSums sum;
    p.look_at<Memory::stays>(pair, sum, [&](const auto&... what) { AddToWrench{}(w, what...); });
    if (w.acts) p.shift(pair, w, after ? 1.0 : -1.0, at);
  }
  p.sleepers->change();
  p.near.list_active();
}

ContactFacts ContactForces::facts() const {
  Parts& p = *parts_;
  ContactFacts facts = p.facts;
  if (!p.near.has_frozen()) return facts;
  facts.asleep = p.sleepers->count();
  for (NearPair& pair : p.near.list()) {
    if (!p.near.is_frozen(pair)) continue;
    PairSums sum;
    p.look_at<Memory::stays>(pair, sum,
                             [&](const NearPair& /*pair*/, const Vec3<double>& /*at*/, double depth,
                                 const auto&... /*more*/) {
                               ++facts.count;
                               facts.penetration = std::max(facts.penetration, depth);
                             });
  }
  facts.most = std::max(facts.most, facts.count);
  return facts;
}

}  // namespace treadle
