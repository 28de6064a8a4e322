#include "recursion.hpp"

#include "../scalar/instantiate.hpp"
#include "ball.hpp"
#include "columns.hpp"

#include <algorithm>

namespace treadle {

namespace {

// A split that was taken over cannot be exchanged for another: it is kept while its pivots are not
// this much smaller than where one would look for a better one.
constexpr double patience = 1.0 / 16;

}  // namespace

template <Real S>
Recursion<S>::Recursion(const Model<double>& model, std::span<const int> vanishing)
    : Recursion(plan_recursion(model, vanishing), model.nv()) {}

template <Real S>
Recursion<S>::Recursion(RecursionPlan plan_of, int velocities)
    : plan_(std::move(plan_of)),
      carried_(plan_.carried),
      twins_(plan_.twin_roots.size()),
      felt_(at_(plan_.places)),
      a_(at_(plan_.places)),
      eliminated_(at_(velocities)) {
  for (const RecursionBlock& plan : plan_.blocks) {
    Block block(plan.shape);
    block.rank = plan.shape.equations;
    if (plan.rigid) {
      block.rigid.resize(plan.members.size());
      block.load.resize(plan.members.size());
    }
    block.border.resize(at_(plan.shape.interfaces) + 6);
    if (plan.shape.equations == 0) {
      const auto n = at_(plan.shape.coordinates);
      block.brought.mass.resize(n * n);
      block.brought.coupling.resize(n * 6);
      block.brought.added.resize(n);
    }
    blocks_.push_back(std::move(block));
  }
}

template <Real S>
void Recursion<S>::leave_out(std::span<const int> dependent) {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const std::vector<int>& rows = plan_.blocks[b].shape.rows;
    blocks_[b].rank = static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](int row) {
      return !std::binary_search(dependent.begin(), dependent.end(), row);
    }));
    blocks_[b].chosen = false;
  }
  const std::vector<int>& carried = plan_.carried.equations;
  carried_.expect_dependence(std::any_of(carried.begin(), carried.end(), [&](int row) {
    return std::binary_search(dependent.begin(), dependent.end(), row);
  }));
}

template <Real S>
void Recursion<S>::set_ranks(std::span<const int> ranks) {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    blocks_[b].rank = ranks[b];
    blocks_[b].chosen = false;
  }
}

template <Real S>
bool Recursion<S>::adopt(const Recursion<double>& other) {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    if (!other.blocks_[b].chosen) return false;
    blocks_[b].front.adopt(other.blocks_[b].front.split(), patience);
    blocks_[b].chosen = true;
  }
  return true;
}

// Force on a body when velocity and gravity have had their part. (D4)
template <Real S>
[[gnu::always_inline]] inline Force<S> Recursion<S>::own_force(const State& state, int body) {
  const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
  return state.loads == nullptr ? Force<S>{zero, zero} : state.loads->body[at_(body)];
}

// One plain joint, its coordinates eliminated one after the other. (R1) (R2)
template <Real S>
void Recursion<S>::joint(const State& state, const RecursionStep& step) {
  Felt& own = felt_[at_(step.place)];
  const CarriedPlan::Joint* const open =
      step.open < 0 ? nullptr : &plan_.carried.joints[at_(step.open)];
  if (step.carries_axes && open == nullptr) {  // a free root, its columns the unit motions
    Force<S> f = own.f;
    if (state.loads != nullptr) f += load(state.loads->joint.data() + step.v_at);
    a_[at_(step.place)] = motion_of(own.k, f);
    return;
  }
  ArticulatedInertia<S> k = own.k;
  Force<S> f = own.f;
  for (int a = 0; a < step.nv; ++a) {
    const Motion<S> b = column(state.at, step.carries_axes ? -1 - a : step.b_at + a);
    const Force<S> u = k * b;
    const S inverse = S(1.0) / dot(b, u);
    const S ratio = (joint_load(state, step.v_at + a) + dot(b, f)) * inverse;
    const Force<S> w{inverse * u.lin, inverse * u.ang};
    eliminated_[at_(step.v_at + a)] = {w, ratio, inverse};
    if (open != nullptr) carried_.pass(*open, a, b, u, inverse, ratio, state.phi);
    give_way(k, u, w);
    f.lin -= ratio * u.lin;
    f.ang -= ratio * u.ang;
  }
  if (step.parent < 0) return;
  Felt& up = felt_[at_(step.parent_place)];
  if (step.first_to_parent) {
    k += state.inertia.own[at_(step.parent)];
    up = {k, f + own_force(state, step.parent)};
    return;
  }
  up.k += k;
  up.f += f;
}

// Forces that go with unit accelerations of a member's joint, what its coordinates and those that
// carry it feel of them, and the force it carries itself. (R3)
template <Real S>
template <class K>
void Recursion<S>::gather(const State& state, const RecursionBlock& plan,
                          const RecursionBlock::Member& member, const K& k, const Force<S>& load,
                          ClusterFront<S>& front, std::size_t& slot) {
  const PositionStage<S>& at = state.at;
  const Link<S>& link = state.model.links[at_(member.body)];
  const int* const inner = plan.inner.data() + member.inner_at;
  const bool outside = plan.shape.outside > 0;
  const auto finish = [&](int b, const Force<S>& force, int first) {
    for (int c = first; c < member.inner_count; ++c)
      front.set_mass(slot++, dot(column(at, inner[c]), force));
    if (outside) store(force, front.coupling(member.first + b));
  };
  if (member.ball) {
    const Vec3<S>& p = at.x[at_(member.body)].p;
    const std::array<Force<S>, 3> forces = ball_forces(k, p, at.b.data() + link.b_at);
    for (int b = 0; b < 3; ++b) {
      front.force(member.first + b) = joint_load(state, link.v_at + b) + turning(p, load, b);
      for (int a = b; a < 3; ++a) front.set_mass(slot++, turning(p, forces[at_(b)], a));
      finish(b, forces[at_(b)], 3);
    }
    return;
  }
  for (int b = 0; b < member.count; ++b) {
    const Motion<S> motion = column(at, inner[b]);
    front.force(member.first + b) = joint_load(state, link.v_at + b) + dot(motion, load);
    finish(b, k * motion, b);
  }
}

// Inertia and forces of a block's bodies, and with them the front. (R3)
template <Real S>
bool Recursion<S>::collect(const State& state, std::size_t b) {
  const RecursionBlock& plan = plan_.blocks[b];
  Block& block = blocks_[b];
  if (!close(block, state.phi.data())) return false;
  std::size_t slot = 0;
  for (std::size_t m = 0; m < plan.members.size() && plan.rigid; ++m) {
    block.load[m] = own_force(state, plan.members[m].body);
    if (plan.members[m].carries) block.rigid[m] = state.inertia.own[at_(plan.members[m].body)];
  }
  for (std::size_t m = 0; m < plan.members.size(); ++m) {
    const RecursionBlock::Member& member = plan.members[m];
    const int up = state.model.links[at_(member.body)].parent;
    if (!plan.rigid) {
      const Felt& own = felt(member.body);
      gather(state, plan, member, own.k, own.f, block.front, slot);
      if (up < 0) continue;
      felt(up).k += own.k;
      felt(up).f += own.f;
      continue;
    }
    const Inertia<S>& k = member.carries ? block.rigid[m] : state.inertia.own[at_(member.body)];
    gather(state, plan, member, k, block.load[m], block.front, slot);
    if (member.parent >= 0) {
      block.rigid[at_(member.parent)] += k;
      block.load[at_(member.parent)] += block.load[m];
    } else if (up >= 0) {
      felt(up).k += k;
      felt(up).f += block.load[m];
    }
  }
  if (plan.shape.equations == 0) take_interfaces(plan, block, slot);
  if (!balance(block, state.phi.data()) || !block.front.reduce()) return false;
  hand_on(state, b);
  return true;
}

// What clusters brought to the interfaces of their root.
template <Real S>
void Recursion<S>::take_interfaces(const RecursionBlock& plan, Block& block, std::size_t gathered) {
  for (std::size_t s = 0; s < plan.shape.mass.size(); ++s) {
    const auto [i, j] = plan.shape.mass[s];
    const S& brought = block.brought.mass[at_(i * plan.shape.coordinates + j)];
    if (s < gathered) {
      block.front.add_mass(s, brought);
    } else {
      block.front.set_mass(s, brought);
    }
  }
  for (int j = 0; j < plan.shape.coordinates; ++j) {
    block.front.force(j) += block.brought.added[at_(j)];
    for (int r = 0; r < plan.shape.outside; ++r)
      block.front.coupling(j)[r] += block.brought.coupling[at_(6 * j + r)];
  }
}

template <Real S>
bool Recursion<S>::close(Block& block, const S* phi) {
  if constexpr (Decidable<S>) {
    if (block.chosen && block.front.close(phi)) return true;
    block.chosen = block.front.choose(block.rank, [&](int k) { return value(phi[k]); });
    return block.chosen && block.front.close(phi);
  } else if constexpr (std::is_same_v<S, Lanes>) {
    if (block.chosen && block.front.close(phi)) return true;
    for (int lane = 0; lane < Lanes::count; ++lane) {  // one that suits all lanes
      block.chosen = block.front.choose(block.rank, [&](int k) { return phi[k][lane]; });
      if (block.chosen && block.front.close(phi)) return true;
    }
    return false;
  } else {
    return block.front.close(phi);
  }
}

// A split that loses nothing with these inertias. (G5)
template <Real S>
bool Recursion<S>::balance(Block& block, const S* phi) {
  if (block.front.is_balanced()) return true;
  if constexpr (Decidable<S>) {
    return block.chosen = block.front.balance(block.rank, phi, [](const S& a) { return value(a); });
  } else if constexpr (std::is_same_v<S, Lanes>) {
    block.chosen = false;
    for (int lane = 0; lane < Lanes::count && !block.chosen; ++lane)
      block.chosen =
          block.front.balance(block.rank, phi, [lane](const Lanes& a) { return a[lane]; });
  }
  return block.chosen;
}

// Forces that remain of a block go to its root and to the interfaces there. (R4)
template <Real S>
void Recursion<S>::hand_on_forces(std::span<const S> gamma, std::size_t b) {
  const RecursionBlock& plan = plan_.blocks[b];
  Block& block = blocks_[b];
  const int ni = plan.shape.interfaces;
  std::fill(block.border.begin(), block.border.end(), S(0.0));
  block.front.forward(gamma.data(), block.border.data());
  if (plan.root >= 0) felt(plan.root).f += load(block.border.data() + ni);
  for (int i = 0; i < ni; ++i) {
    Brought& shared = blocks_[at_(plan.interface_block)].brought;
    shared.added[at_(plan.interfaces[at_(i)])] += block.border[at_(i)];
  }
}

// The same of its inertia. (R4)
template <Real S>
void Recursion<S>::hand_on(const State& state, std::size_t b) {
  const RecursionBlock& plan = plan_.blocks[b];
  Block& block = blocks_[b];
  const int ni = plan.shape.interfaces;
  hand_on_forces(state.gamma, b);
  if (plan.root >= 0) {
    Felt& root = felt(plan.root);
    for (int k = 0; k < block.front.independent(); ++k)
      give_way(root.k, load(block.front.border_row(k) + ni), load(block.front.scaled_row(k) + ni));
  }
  if (ni == 0) return;
  Brought& shared = blocks_[at_(plan.interface_block)].brought;
  const int n = plan_.blocks[at_(plan.interface_block)].shape.coordinates;
  for (int i = 0; i < ni; ++i) {
    const int own = plan.interfaces[at_(i)];
    for (int k = 0; k < ni; ++k) {
      const int other = plan.interfaces[at_(k)];
      if (own < other) continue;
      S sum = block.front.interface_mass()[std::max(i, k) * ni + std::min(i, k)];
      for (int u = 0; u < block.front.independent(); ++u)
        sum -= block.front.scaled_row(u)[i] * block.front.border_row(u)[k];
      shared.mass[at_(own * n + other)] += sum;
    }
    for (int r = 0; r < plan.shape.outside; ++r) {
      S sum = block.front.interface_coupling(i)[r];
      for (int u = 0; u < block.front.independent(); ++u)
        sum -= block.front.scaled_row(u)[i] * block.front.border_row(u)[ni + r];
      shared.coupling[at_(6 * own + r)] += sum;
    }
  }
}

// Acceleration of a body of a block that others stand on. (R5)
template <Real S>
void Recursion<S>::back(const State& state, int body, std::span<const S> qdd) {
  const Link<S>& link = state.model.links[at_(body)];
  const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
  Motion<S> a = link.parent < 0 ? Motion<S>{zero, zero} : moved(link.parent);
  for (int k = 0; k < link.nv; ++k) {
    const Motion<S> b = column(link, state.at, k);
    a.lin += qdd[at_(link.v_at + k)] * b.lin;
    a.ang += qdd[at_(link.v_at + k)] * b.ang;
  }
  moved(body) = a;
}

// Accelerations of one plain joint's coordinates and of its body. (R5)
template <Real S>
[[gnu::always_inline]] inline void Recursion<S>::back(const State& state, const RecursionStep& step,
                                                      std::span<S> qdd) {
  const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
  Motion<S>& own = a_[at_(step.place)];
  const CarriedPlan::Joint* const open =
      step.open < 0 ? nullptr : &plan_.carried.joints[at_(step.open)];
  if (step.carries_axes && open == nullptr) {
    store(Force<S>{own.lin, own.ang}, qdd.data() + step.v_at);
    return;
  }
  Motion<S> a = step.parent < 0 ? Motion<S>{zero, zero} : a_[at_(step.parent_place)];
  for (int k = step.nv; k-- > 0;) {
    const auto v = at_(step.v_at + k);
    const Motion<S> b = column(state.at, step.carries_axes ? -1 - k : step.b_at + k);
    qdd[v] = eliminated_[v].ratio - dot(a, eliminated_[v].scaled);
    if (open != nullptr) qdd[v] -= carried_.taken(*open, k);
    a.lin += qdd[v] * b.lin;
    a.ang += qdd[v] * b.ang;
  }
  own = a;
}

template <Real S>
void Recursion<S>::step_outward(const State& state, const RecursionStep& step, std::span<S> qdd,
                                std::span<S> lambda) {
  if (step.twins >= 0) {
    const int root = plan_.twin_roots[at_(step.twins)];
    if (root >= 0) twin_root(step.twins).motion = moved(root);
    return;
  }
  if (step.carried >= 0) {
    const CarriedPlan::Step& met = plan_.carried.steps[at_(step.carried)];
    carried_.back(met, state.gamma, met.body < 0 ? nullptr : &moved(met.body));
    return;
  }
  if (step.block < 0) {
    back(state, step, qdd);
    return;
  }
  const RecursionBlock& plan = plan_.blocks[at_(step.block)];
  Block& block = blocks_[at_(step.block)];
  const int ni = plan.shape.interfaces;
  for (int i = 0; i < ni; ++i) {
    const FrontShape& shared = plan_.blocks[at_(plan.interface_block)].shape;
    block.border[at_(i)] = qdd[at_(shared.positions[at_(plan.interfaces[at_(i)])])];
  }
  if (plan.root >= 0) {
    const Motion<S>& a = moved(plan.root);
    store(Force<S>{a.lin, a.ang}, block.border.data() + ni);
  }
  block.front.backward(block.border.data(), qdd.data());
  for (std::size_t m = plan.rigid ? 0 : plan.members.size(); m-- > 0;)  // innermost first
    back(state, plan.members[m].body, qdd);
  if (!lambda.empty() && plan.shape.equations > 0)
    block.front.multipliers(qdd.data(), block.border.data(), lambda.data());
}

// Root to leaves. (R5)
template <Real S>
void Recursion<S>::outward(const State& state, std::span<S> qdd, std::span<S> lambda) {
  each_outward([&](const RecursionStep& step) { step_outward(state, step, qdd, lambda); });
  if (!lambda.empty()) carried_.multipliers(lambda);
}

template <Real S>
void Recursion<S>::clear() {
  if (plan_.given >= 0) given() = {};
  carried_.clear();
  for (Block& block : blocks_) {
    const auto forget = [](std::vector<S>& a) { std::fill(a.begin(), a.end(), S(0.0)); };
    forget(block.brought.mass);
    forget(block.brought.coupling);
    forget(block.brought.added);
  }
}

template <Real S>
bool Recursion<S>::step_inward(const State& state, const RecursionStep& step) {
  for (int s = step.starts_at; s < step.starts_at + step.starts_count; ++s) {
    const int i = plan_.starts[at_(s)];
    felt(i) = {articulated(state.inertia.own[at_(i)]), own_force(state, i)};
  }
  if (step.twins >= 0) {
    const int root = plan_.twin_roots[at_(step.twins)];
    if (root < 0) return true;
    felt(root).k += twin_root(step.twins).felt.k;
    felt(root).f += twin_root(step.twins).felt.f;
  } else if (step.carried >= 0) {
    const CarriedPlan::Step& met = plan_.carried.steps[at_(step.carried)];
    Felt* const here = met.body < 0 ? nullptr : &felt(met.body);
    carried_.meet(met, state.wrench, state.gamma, here ? &here->k : nullptr,
                  here ? &here->f : nullptr);
  } else if (step.block < 0) {
    joint(state, step);
  } else {
    return collect(state, at_(step.block));
  }
  return true;
}

template <Real S>
Report Recursion<S>::no_split(const RecursionStep& step) const {
  Report report;
  report.trouble = Trouble::singular_constraint;
  const std::vector<int>& rows = plan_.blocks[at_(step.block)].shape.rows;
  report.index = rows.empty() ? -1 : rows.front();
  return report;
}

// A share goes on until it fails itself, whoever works on it and in whichever order.
template <Real S>
Report Recursion<S>::inward(const State& state) {
  const auto steps = [&](const std::vector<int>& list) {
    for (const int k : list) {
      if (!step_inward(state, plan_.steps[at_(k)])) return k;
    }
    return -1;
  };
  if (plan_.shares.empty()) {
    for (const RecursionStep& step : plan_.steps) {
      if (!step_inward(state, step)) return no_split(step);
    }
    return {};
  }
  share(crew_, static_cast<int>(plan_.shares.size()),
        [&](int s) { failed_[at_(s)] = steps(plan_.shares[at_(s)]); });
  for (const int k : failed_) {
    if (k >= 0) return no_split(plan_.steps[at_(k)]);
  }
  const int k = steps(plan_.trunk);
  return k < 0 ? Report{} : no_split(plan_.steps[at_(k)]);
}

template <Real S>
void Recursion<S>::work_with(const Team& team, const Model<double>& model) {
  crew_ = team.crew;
  cut_steps(model.links, team.bodies, plan_);
  if (plan_.shares.empty()) return;
  give_places(model.links, plan_);
  felt_.resize(at_(plan_.places));
  a_.resize(at_(plan_.places));
  failed_.assign(plan_.shares.size(), -1);
}

template <Real S>
Report Recursion<S>::solve(const State& state, std::span<S> qdd, std::span<S> lambda) {
  clear();
  const Report report = inward(state);
  if (report.ok()) outward(state, qdd, lambda);
  return report;
}

#define TREADLE_INSTANTIATE(S) template class Recursion<S>;
TREADLE_FOR_EACH_SCALAR_AND_LANES(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
