#include "lane_accelerations.hpp"

#include "../base/at.hpp"
#include "../spatial/cast.hpp"
#include "pack.hpp"

#include <algorithm>

namespace treadle {

namespace {

Motion<Lanes> same_in_all(const Motion<double>& a) {
  return {cast_vec<Lanes>(a.lin), cast_vec<Lanes>(a.ang)};
}

// The first in lanes of the mask, the second in others.
Vec3<Lanes> either(const Lanes::Mask& m, const Vec3<double>& a, const Vec3<double>& b) {
  return {select(m, Lanes(a.x), Lanes(b.x)), select(m, Lanes(a.y), Lanes(b.y)),
          select(m, Lanes(a.z), Lanes(b.z))};
}

Vec3<Lanes> either(const Lanes::Mask& m, const Vec3<double>& a, const Vec3<Lanes>& b) {
  return {select(m, Lanes(a.x), b.x), select(m, Lanes(a.y), b.y), select(m, Lanes(a.z), b.z)};
}

Motion<Lanes> either(const Lanes::Mask& m, const Motion<double>& a, const Motion<double>& b) {
  return {either(m, a.lin, b.lin), either(m, a.ang, b.ang)};
}

template <class Other>
Transform<Lanes> either(const Lanes::Mask& m, const Transform<double>& a, const Other& b) {
  return {{either(m, a.r.x, b.r.x), either(m, a.r.y, b.r.y), either(m, a.r.z, b.r.z)},
          either(m, a.p, b.p)};
}

Vec3<double> sum_of(const Vec3<Lanes>& a, int lanes) {
  return {a.x.sum(lanes), a.y.sum(lanes), a.z.sum(lanes)};
}

Sym3<double> sum_of(const Sym3<Lanes>& a, int lanes) {
  return {a.xx.sum(lanes), a.yy.sum(lanes), a.zz.sum(lanes),
          a.xy.sum(lanes), a.xz.sum(lanes), a.yz.sum(lanes)};
}

void add_lanes(const std::vector<Lanes>& from, int lanes, std::vector<double>& to) {
  for (std::size_t k = 0; k < from.size(); ++k) to[k] += from[k].sum(lanes);
}

template <class Number>
Lanes gather(const std::array<int, Lanes::count>& places, const Number& number) {
  return Lanes(Lanes::Numbers{number(at(places[0])), number(at(places[1])), number(at(places[2])),
                              number(at(places[3]))});
}

void gather_all(const std::vector<std::array<int, Lanes::count>>& places,
                std::span<const double> from, std::vector<Lanes>& to) {
  for (std::size_t k = 0; k < to.size(); ++k)
    to[k] = gather(places[k], [from](std::size_t i) { return from[i]; });
}

void set_lane(Vec3<Lanes>& to, int lane, const Vec3<double>& from) {
  to.x.set(lane, from.x);
  to.y.set(lane, from.y);
  to.z.set(lane, from.z);
}

void set_lane(Transform<Lanes>& to, int lane, const Transform<double>& from) {
  set_lane(to.r.x, lane, from.r.x);
  set_lane(to.r.y, lane, from.r.y);
  set_lane(to.r.z, lane, from.r.z);
  set_lane(to.p, lane, from.p);
}

}  // namespace

LaneAccelerations::Set::Set(const std::vector<Excerpt>& excerpts)
    : lanes(static_cast<int>(excerpts.size())),
      known(excerpts.front().known.size()),
      model(pack_models(excerpts)),
      forces(pack_forces(excerpts)),
      recursion(excerpts.front().plan, model.nv()),
      work(model, excerpts.front().functions.size(), false),
      q(at(model.nq())),
      v(at(model.nv())),
      right(at(model.rows())),
      missing(model),
      q_from(q.size()),
      v_from(v.size()),
      rows_from(right.size()),
      functions_from(excerpts.front().functions.size()),
      own(v.size(), 0) {
  recursion.set_ranks(excerpts.front().ranks);
  const auto place = [](std::vector<From>& from, std::size_t l, int to, int numbers,
                        const int* in) {
    for (int k = 0; k < numbers; ++k) from[at(to + k)][l] = in[k];
  };
  const Excerpt& first = excerpts.front();
  for (const int body : first.known) {
    Known& one = bodies.emplace_back();
    one.body = body;
    one.instead = first.branch.root;
  }
  for (std::size_t l = 0; l < Lanes::count; ++l) {
    const Excerpt& e = excerpts[l < excerpts.size() ? l : 0];
    const std::size_t lacking = known - e.known.size();  // interfaces that it does not have
    for (std::size_t k = 0; k < known; ++k) bodies[k].has.bits[l] = k < e.known.size() ? -1 : 0;
    for (std::size_t i = 0; i < model.links.size(); ++i) {
      const Excerpt& from = i < known ? first : e;
      const Link<double>&to = first.model.links[i],
            &link = from.model.links[i < known ? i : i - lacking];
      place(q_from, l, to.q_at, first.q_counts[i], from.q.data() + link.q_at);
      place(v_from, l, to.v_at, to.nv, from.v.data() + link.v_at);
    }
    place(rows_from, l, 0, static_cast<int>(rows_from.size()), e.rows.data());
    place(functions_from, l, 0, static_cast<int>(functions_from.size()), e.functions.data());
    group[l] = e.group;
  }
  for (std::size_t i = known; i < model.links.size(); ++i)
    std::fill_n(own.begin() + model.links[i].v_at, model.links[i].nv, 1);
}

LaneAccelerations::LaneAccelerations(Twins twins, std::span<const int> dependent,
                                     std::size_t functions, double length)
    : twins_(std::move(twins)),
      recursion_(twins_.rest.plan, twins_.rest.model.nv()),
      work_(twins_.rest.model, functions, false),
      length_(length),
      missing_(twins_.rest.model) {
  recursion_.leave_out(dependent);
  sets_.reserve(twins_.sets.size());
  for (const auto& set : twins_.sets) sets_.emplace_back(set);
  went_well_.assign(sets_.size(), 1);
}

std::unique_ptr<LaneAccelerations> LaneAccelerations::make(const Mechanism& mechanism,
                                                           const Model<double>& model) {
  Twins twins = find_twins(mechanism, model);
  if (twins.sets.empty()) return nullptr;
  std::unique_ptr<LaneAccelerations> lanes(
      new LaneAccelerations(std::move(twins), mechanism.redundancy.rows, mechanism.functions.size(),
                            length_scale(mechanism.model)));
  lanes->has_states_ = !mechanism.functions.states().empty();
  return lanes;
}

// The motion of root and interfaces. A branch without an interface sees its root instead, which
// moves with none of the interface's coordinates.
void LaneAccelerations::tell_known(Set& set, std::size_t k) {
  const Link<Lanes>& link = set.model.links[k];
  const Set::Known& known = set.bodies[k];
  const std::size_t i = at(known.body);
  const PositionStage<double>& at_ = work_.position;
  const VelocityStage<double>& moving = work_.velocity;
  const Lanes::Mask& has = known.has;
  const Motion<double> none{};
  set.work.loads.body[k] = {};  // of its forces the set knows only its own
  if (known.instead >= 0) {
    const std::size_t other = at(known.instead);
    set.work.position.x[k] = either(has, at_.x[i], at_.x[other]);
    set.work.velocity.v[k] = either(has, moving.v[i], moving.v[other]);
    set.work.velocity.c[k] = either(has, moving.c[i], moving.c[other]);
  } else {  // the ground, in the group of each lane
    set.work.position.x[k] = either(has, at_.x[i], set.work.position.world[0]);
    set.work.velocity.v[k] = either(has, moving.v[i], none);
    set.work.velocity.c[k] = either(has, moving.c[i], none);
  }
  if (link.watched)
    set.work.velocity.seen[k] = {either(has, moving.seen[i].v, none),
                                 either(has, moving.seen[i].c, none)};
  const int from = twins_.rest.model.links[i].b_at;
  for (int a = 0; a < link.nv; ++a)
    set.work.position.b[at(link.b_at + a)] = either(has, at_.b[at(from + a)], none);
}

// What a set must know of the rest: its own coordinates, and all that is known from there.
void LaneAccelerations::tell(std::span<const double> q, std::span<const double> v, Set& set) {
  gather_all(set.q_from, q, set.q);
  gather_all(set.v_from, v, set.v);
  PositionStage<Lanes>& at_set = set.work.position;
  at_set.group[0] = cast_frame<Lanes>(work_.position.group[at(set.group[0])]);
  at_set.world[0] = cast_frame<Lanes>(work_.position.world[at(set.group[0])]);
  for (int l = 1; l < Lanes::count; ++l) {
    const std::size_t g = at(set.group[at(l)]);
    if (set.group[at(l)] == set.group[0]) continue;
    set_lane(at_set.group[0], l, work_.position.group[g]);
    set_lane(at_set.world[0], l, work_.position.world[g]);
  }
  for (std::size_t k = 0; k < set.known; ++k) tell_known(set, k);
  for (std::size_t k = 0; k < set.functions_from.size(); ++k) {
    const auto part = [&](double FunctionValue<double>::*one) {
      return gather(set.functions_from[k], [&](std::size_t f) { return work_.functions[f].*one; });
    };
    set.work.functions[k] = {part(&FunctionValue<double>::value),
                             part(&FunctionValue<double>::rate),
                             part(&FunctionValue<double>::acceleration)};
  }
}

// From the leaves of all branches of a set to their root. (R6)
bool LaneAccelerations::reduce(std::size_t t, std::span<const double> q,
                               std::span<const double> v) {
  Set& set = sets_[t];
  Workspace<Lanes>& w = set.work;
  tell(q, v, set);
  prepare_bodies<Lanes>(set.model, set.q, set.v, w, {set.known, set.model.links.size()});
  prepare_loads<Lanes>(set.model, set.forces, set.q, set.v, w);
  set.recursion.clear();
  const bool on_body = twins_.sets[t].front().branch.root >= 0;
  if (on_body) set.recursion.given().f = w.loads.body[0];
  if (!set.recursion.inward({set.model, w.position, w.inertia, &w.loads, w.loops.phi, w.gamma})
           .ok())
    return false;
  return true;
}

template <class F>
bool LaneAccelerations::each_set(const F& f) {
  share_pieces(crew_, static_cast<int>(sets_.size()),
               [&](int t) { went_well_[at(t)] = f(at(t)) ? 1 : 0; });
  return std::find(went_well_.begin(), went_well_.end(), 0) == went_well_.end();
}

// Sums over the lanes, for the root and its interfaces.
void LaneAccelerations::hand_on(std::size_t t) {
  Set& set = sets_[t];
  const int n = set.lanes;
  const Excerpt& first = twins_.sets[t].front();
  hand_on_forces(t);
  if (first.branch.root >= 0) {
    const auto& k = set.recursion.given().k;
    recursion_.twin_root(static_cast<int>(t)).felt.k = {
        sum_of(k.linear, n),
        {sum_of(k.mixed.x, n), sum_of(k.mixed.y, n), sum_of(k.mixed.z, n)},
        sum_of(k.angular, n)};
  }
  if (first.interface_block < 0) return;
  const auto& from = set.recursion.brought(first.interface_block);
  auto& to = recursion_.brought(first.branch.interface_block);
  add_lanes(from.mass, n, to.mass);
  add_lanes(from.coupling, n, to.coupling);
}

void LaneAccelerations::hand_on_forces(std::size_t t) {
  Set& set = sets_[t];
  const Excerpt& first = twins_.sets[t].front();
  if (first.branch.root >= 0) {
    const Force<Lanes>& f = set.recursion.given().f;
    recursion_.twin_root(static_cast<int>(t)).felt.f = {sum_of(f.lin, set.lanes),
                                                        sum_of(f.ang, set.lanes)};
  }
  if (first.interface_block < 0) return;
  add_lanes(set.recursion.brought(first.interface_block).added, set.lanes,
            recursion_.brought(first.branch.interface_block).added);
}

// What a set leaves of the forces, along its own coordinates; what it does to known bodies and
// along their coordinates is theirs. (P6)
bool LaneAccelerations::is_balanced(Set& set, std::span<const double> qdd) {
  Workspace<Lanes>& w = set.work;
  MissingForces<Lanes>& missing = set.missing;
  for (std::size_t k = 0; k < set.v.size(); ++k) {
    const Set::From& from = set.v_from[k];
    w.qdd[k] = Lanes(
        Lanes::Numbers{qdd[at(from[0])], qdd[at(from[1])], qdd[at(from[2])], qdd[at(from[3])]});
  }
  const BodyRange own{set.known, set.model.links.size()};
  const Motion<double> none{};
  for (std::size_t k = 0; k < set.known; ++k) {
    const Set::Known& known = set.bodies[k];
    missing.moved[k] = either(known.has, missing_.moved[at(known.body)],
                              known.instead >= 0 ? missing_.moved[at(known.instead)] : none);
    w.carried[k] = w.loads.body[k];
  }
  std::fill(missing.force.begin(), missing.force.end(), Lanes(0.0));
  std::fill(missing.size.begin(), missing.size.end(), Lanes(0.0));
  missing.felt = {Lanes(missing_.felt.force), Lanes(missing_.felt.moment)};
  missing_on_bodies<Lanes>(set.model, w.position, w.inertia, w.loads,
                           along_columns<Lanes>(set.model, w.qdd, 0, w), missing.moved, w.carried,
                           missing.felt, own);
  carry_to_joints<Lanes>(set.model, w.position, w.loads, w.carried, missing.force, own);
  start_sizes<Lanes>(set.model, w, missing, own);
  take_carried<Lanes>(set.model, w, missing);
  for (std::size_t k = 0; k < set.known; ++k) {
    const Set::Known& known = set.bodies[k];
    for (int l = 0; l < set.lanes; ++l) {
      const int to = known.has.bits[at(l)] != 0 ? known.body : known.instead;
      const Force<Lanes>& f = w.carried[k];
      if (to >= 0)
        work_.carried[at(to)] += Force<double>{{f.lin.x[l], f.lin.y[l], f.lin.z[l]},
                                               {f.ang.x[l], f.ang.y[l], f.ang.z[l]}};
    }
  }
  for (std::size_t k = 0; k < set.v.size(); ++k) {
    if (set.own[k] != 0 && !is_nothing(missing.force[k], missing.size[k])) return false;
  }
  return true;
}

bool LaneAccelerations::is_balanced(std::span<const double> qdd) {
  const Remainder& rest = twins_.rest;
  missing_.felt = {};
  const auto along = along_columns<double>(rest.model, qdd, 0, work_);
  for (const BodyRange& range : rest.bodies)
    missing_on_bodies<double>(rest.model, work_.position, work_.inertia, work_.loads, along,
                              missing_.moved, work_.carried, missing_.felt, range);
  for (Set& set : sets_) {
    if (!is_balanced(set, qdd)) return false;
  }
  // along all other coordinates, with what the sets have left there
  for (std::size_t r = rest.bodies.size(); r-- > 0;) {
    carry_to_joints<double>(rest.model, work_.position, work_.loads, work_.carried, missing_.force,
                            rest.bodies[r]);
    start_sizes<double>(rest.model, work_, missing_, rest.bodies[r]);
  }
  take_carried<double>(rest.model, work_, missing_);
  for (const Set& set : sets_) {
    for (std::size_t k = 0; k < set.v.size(); ++k) {
      for (int l = 0; l < set.lanes && set.own[k] == 0; ++l) {
        missing_.force[at(set.v_from[k][at(l)])] += set.missing.force[k][l];
        missing_.size[at(set.v_from[k][at(l)])] += set.missing.size[k][l];
      }
    }
  }
  for (const BodyRange& range : rest.bodies) {
    const Link<double>&first = rest.model.links[range.first],
          &last = rest.model.links[range.last - 1];
    for (int k = std::min(first.v_at, last.v_at);
         k < std::max(first.v_at + first.nv, last.v_at + last.nv); ++k) {
      if (!is_nothing(missing_.force[at(k)], missing_.size[at(k)])) return false;
    }
  }
  return true;
}

// From the root to the leaves of all branches of a set.
void LaneAccelerations::lead(std::size_t t, std::span<const Lanes> gamma,
                             std::span<const double> qdd, std::span<Lanes> lambda) {
  Set& set = sets_[t];
  Workspace<Lanes>& w = set.work;
  for (std::size_t k = 0; k < set.v.size(); ++k) {
    if (set.own[k] == 0) w.qdd[k] = Lanes(qdd[at(set.v_from[k][0])]);
  }
  if (twins_.sets[t].front().branch.root >= 0)
    set.recursion.given_motion() = same_in_all(recursion_.twin_root(static_cast<int>(t)).motion);
  set.recursion.outward({set.model, w.position, w.inertia, &w.loads, w.loops.phi, gamma}, w.qdd,
                        lambda);
}

// What its branches found, among all.
void LaneAccelerations::spread(const Set& set, std::span<double> qdd) {
  for (std::size_t k = 0; k < set.v.size(); ++k) {
    for (int l = 0; l < set.lanes && set.own[k] != 0; ++l)
      qdd[at(set.v_from[k][at(l)])] = set.work.qdd[k][l];
  }
}

bool LaneAccelerations::expand(std::size_t t, bool prove, std::span<double> qdd) {
  Set& set = sets_[t];
  Workspace<Lanes>& w = set.work;
  lead(t, w.gamma, qdd, prove ? std::span<Lanes>(w.lambda) : std::span<Lanes>());
  turn_back<Lanes>(set.model, w.position, w.qdd);
  if (!loops_are_met<Lanes>(set.model, length_, set.v, w.qdd, w)) return false;
  spread(set, qdd);
  return true;
}

// (R11), with the places of the evaluation.
void LaneAccelerations::solve_again(std::span<const double> right, std::span<double> x) {
  recursion_.clear_forces();
  each_set([&](std::size_t t) {
    Set& set = sets_[t];
    const Workspace<Lanes>& w = set.work;
    gather_all(set.rows_from, right, set.right);
    set.recursion.clear_forces();
    set.recursion.inward_again({set.model, w.position, w.inertia, nullptr, w.loops.phi, set.right});
    return true;
  });
  for (std::size_t t = 0; t < sets_.size(); ++t) hand_on_forces(t);
  const Recursion<double>::State state{twins_.rest.model, work_.position,  work_.inertia,
                                       nullptr,           work_.loops.phi, right};
  recursion_.inward_again(state);
  recursion_.outward(state, x, {});
  each_set([&](std::size_t t) {
    Set& set = sets_[t];
    lead(t, set.right, x, {});
    turn_back<Lanes>(set.model, set.work.position, set.work.qdd);
    spread(set, x);
    return true;
  });
  turn_back<double>(twins_.rest.model, work_.position, x);
}

RefusalReason LaneAccelerations::accelerate(std::span<const double> q, std::span<const double> v,
                                            std::span<const FunctionValue<double>> functions,
                                            bool prove, std::span<double> qdd,
                                            std::span<double> rates, double& power) {
  if (rest_.goes_on()) return RefusalReason::resting;
  std::copy(functions.begin(), functions.end(), work_.functions.begin());
  const RefusalReason refusal = try_lanes(q, v, prove, qdd, power);
  rest_.tell(refusal == RefusalReason::none);
  if (refusal == RefusalReason::none && has_states_) tell_rates(rates);
  return refusal;
}

// Rates of states of forces, from wherever the forces were evaluated.
void LaneAccelerations::tell_rates(std::span<double> rates) const {
  std::copy(work_.rates.begin(), work_.rates.end(), rates.begin());
  for (const Set& set : sets_) {
    for (std::size_t k = 0; k < set.functions_from.size(); ++k) {
      for (int l = 0; l < set.lanes; ++l)
        rates[at(set.functions_from[k][at(l)])] = set.work.rates[k][l];
    }
  }
}

RefusalReason LaneAccelerations::try_lanes(std::span<const double> q, std::span<const double> v,
                                           bool prove, std::span<double> qdd, double& power) {
  const Remainder& rest = twins_.rest;
  place_groups<double>(rest.model, q, work_.position);
  for (const BodyRange& range : rest.bodies) prepare_bodies<double>(rest.model, q, v, work_, range);
  prepare_loads<double>(rest.model, rest.forces, q, v, work_);
  recursion_.clear();
  power = work_.power;
  if (!each_set([&](std::size_t t) { return reduce(t, q, v); })) return RefusalReason::pivot;
  for (std::size_t t = 0; t < sets_.size(); ++t) {
    hand_on(t);
    power += sets_[t].work.power.sum(sets_[t].lanes);
  }
  const Recursion<double>::State state{rest.model,   work_.position,  work_.inertia,
                                       &work_.loads, work_.loops.phi, work_.gamma};
  if (!recursion_.inward(state).ok()) return RefusalReason::pivot;
  recursion_.outward(state, qdd, prove ? std::span<double>(work_.lambda) : std::span<double>());
  if (!each_set([&](std::size_t t) { return expand(t, prove, qdd); })) return RefusalReason::loops;
  turn_back<double>(rest.model, work_.position, qdd);
  if (!loops_are_met<double>(rest.model, length_, v, qdd, work_)) return RefusalReason::loops;
  return prove && !is_balanced(qdd) ? RefusalReason::balance : RefusalReason::none;
}

}  // namespace treadle
