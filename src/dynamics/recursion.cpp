#include "recursion.hpp"

#include "../scalar/instantiate.hpp"

#include <algorithm>

namespace treadle {

namespace {

// A split that was taken over cannot be exchanged for another: it is kept while its pivots are not
// this much smaller than where one would look for a better one.
constexpr double patience = 1.0 / 16;

std::size_t at_(int i) { return static_cast<std::size_t>(i); }

template <Real S>
Motion<S> unit_motion(int k) {
  const auto one = [&](int i) { return S(i == k ? 1.0 : 0.0); };
  return {{one(0), one(1), one(2)}, {one(3), one(4), one(5)}};
}

template <Real S>
Motion<S> column(const Link<S>& link, const PositionStage<S>& at, int a) {
  return link.carries_axes ? unit_motion<S>(a) : at.b[at_(link.b_at + a)];
}

// Column of B that belongs to a block's coordinate.
template <Real S>
Motion<S> column(const PositionStage<S>& at, int place) {
  return place < 0 ? unit_motion<S>(-1 - place) : at.b[at_(place)];
}

template <Real S>
void store(const Force<S>& f, S* out) {
  out[0] = f.lin.x;
  out[1] = f.lin.y;
  out[2] = f.lin.z;
  out[3] = f.ang.x;
  out[4] = f.ang.y;
  out[5] = f.ang.z;
}

template <Real S>
Force<S> load(const S* in) {
  return {{in[0], in[1], in[2]}, {in[3], in[4], in[5]}};
}

}  // namespace

template <Real S>
Recursion<S>::Recursion(const Model<double>& model)
    : plan_(plan_recursion(model)),
      felt_(model.links.size()),
      scaled_(at_(model.nv())),
      ratio_(at_(model.nv())),
      a_(model.links.size()) {
  for (const RecursionBlock& plan : plan_.blocks) {
    Block block(plan.shape);
    const auto n = at_(plan.shape.coordinates), i = at_(plan.shape.interfaces);
    block.rank = plan.shape.equations;
    block.force.resize(n);
    if (plan.rigid) {
      block.rigid.resize(plan.bodies.size());
    } else {
      block.yielding.resize(plan.bodies.size());
    }
    block.load.resize(plan.bodies.size());
    block.right.resize(n);
    block.y.resize(n);
    block.border.resize(i + 6);
    block.rows.resize(at_(plan.shape.equations));
    block.mass.resize(n * n);
    block.coupling.resize(n * 6);
    block.added.resize(n);
    blocks_.push_back(std::move(block));
  }
}

template <Real S>
void Recursion<S>::leave_out(std::span<const int> dependent) {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const std::vector<int>& rows = plan_.blocks[b].rows;
    blocks_[b].rank = static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](int row) {
      return !std::binary_search(dependent.begin(), dependent.end(), row);
    }));
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

// One plain joint, its coordinates eliminated one after the other. (R1) (R2)
template <Real S>
void Recursion<S>::joint(const Model<S>& model, const PositionStage<S>& at, int body,
                         std::span<const S> joint_loads, std::span<Force<S>> carried) {
  const auto i = at_(body);
  const Link<S>& link = model.links[i];
  ArticulatedInertia<S>& felt = felt_[i];
  Force<S>& f = carried[i];
  for (int a = 0; a < link.nv; ++a) {
    const auto v = at_(link.v_at + a);
    const Motion<S> b = column(link, at, a);
    const Force<S> u = felt * b;
    const S inverse = S(1.0) / dot(b, u);
    const S ratio = (joint_loads[v] + dot(b, f)) * inverse;
    const Force<S> w{inverse * u.lin, inverse * u.ang};
    scaled_[v] = w;
    ratio_[v] = ratio;
    give_way(felt, u, w);
    f.lin -= ratio * u.lin;
    f.ang -= ratio * u.ang;
  }
  if (link.parent < 0) return;
  felt_[at_(link.parent)] += felt;
  carried[at_(link.parent)] += f;
}

// Forces that go with unit accelerations of a block's joints, and the forces its bodies carry,
// handed on to the root. (R3)
template <Real S>
template <class K>
void Recursion<S>::gather(const PositionStage<S>& at, std::size_t b, std::span<const S> joint_loads,
                          std::span<Force<S>> carried, std::vector<K>& inertia) {
  const RecursionBlock& plan = plan_.blocks[b];
  Block& block = blocks_[b];
  for (std::size_t m = 0; m < plan.bodies.size(); ++m) block.load[m] = carried[at_(plan.bodies[m])];
  const auto end = [&](std::size_t m) {
    return m + 1 < plan.first.size() ? at_(plan.first[m + 1]) : plan.positions.size();
  };
  for (std::size_t m = 0; m < plan.bodies.size(); ++m) {  // outermost first
    for (std::size_t j = at_(plan.first[m]); j < end(m); ++j) {
      const Motion<S> motion = column(at, plan.column[j]);
      block.force[j] = inertia[m] * motion;
      block.right[j] = joint_loads[at_(plan.positions[j])] + dot(motion, block.load[m]);
    }
    if (plan.parent[m] >= 0) {
      inertia[at_(plan.parent[m])] += inertia[m];
      block.load[at_(plan.parent[m])] += block.load[m];
    } else if (plan.root >= 0) {
      felt_[at_(plan.root)] += inertia[m];
      carried[at_(plan.root)] += block.load[m];
    }
  }
}

// Inertia and forces of a block's bodies, and with them the front. (R3)
template <Real S>
bool Recursion<S>::collect(const PositionStage<S>& at, const InertiaStage<S>& inertia,
                           std::size_t b, std::span<const S> joint_loads, std::span<const S> phi,
                           std::span<const S> gamma, std::span<Force<S>> carried) {
  const RecursionBlock& plan = plan_.blocks[b];
  Block& block = blocks_[b];
  if (plan.rigid) {
    for (std::size_t m = 0; m < plan.bodies.size(); ++m)
      block.rigid[m] = inertia.own[at_(plan.bodies[m])];
    gather(at, b, joint_loads, carried, block.rigid);
  } else {
    for (std::size_t m = 0; m < plan.bodies.size(); ++m)
      block.yielding[m] = felt_[at_(plan.bodies[m])];
    gather(at, b, joint_loads, carried, block.yielding);
  }
  const auto mass = block.front.mass();
  for (std::size_t s = 0; s < plan.mass.size(); ++s) {
    const RecursionBlock::Entry& e = plan.mass[s];
    mass[s] = e.inner < 0 ? S(0.0)
                          : dot(column(at, plan.column[at_(e.inner)]), block.force[at_(e.outer)]);
  }
  for (int j = 0; j < plan.shape.coordinates && plan.shape.outside > 0; ++j)
    store(block.force[at_(j)], block.front.coupling(j));
  if (plan.shape.equations == 0) {  // interfaces: what the clusters brought
    for (std::size_t s = 0; s < plan.mass.size(); ++s) {
      const auto [i, j] = plan.shape.mass[s];
      mass[s] += block.mass[at_(i * plan.shape.coordinates + j)];
    }
    for (int j = 0; j < plan.shape.coordinates; ++j) {
      block.right[at_(j)] += block.added[at_(j)];
      for (int r = 0; r < plan.shape.outside; ++r)
        block.front.coupling(j)[r] += block.coupling[at_(6 * j + r)];
    }
  }
  S* values = block.front.phi(0);
  for (const RecursionBlock::PhiValue& p : plan.phi) values[p.place] = phi[at_(p.value)];
  for (std::size_t r = 0; r < plan.rows.size(); ++r) block.rows[r] = gamma[at_(plan.rows[r])];
  if (!reduce(block)) return false;
  hand_on(b, carried);
  return true;
}

template <Real S>
bool Recursion<S>::reduce(Block& block) {
  if constexpr (Decidable<S>) {
    if (block.chosen && block.front.reduce()) return true;
    block.chosen = block.front.choose(block.rank);
    return block.chosen && block.front.reduce();
  } else {
    return block.front.reduce();
  }
}

// What remains of a block goes to its root and to the interfaces there. (R4)
template <Real S>
void Recursion<S>::hand_on(std::size_t b, std::span<Force<S>> carried) {
  const RecursionBlock& plan = plan_.blocks[b];
  Block& block = blocks_[b];
  const int ni = plan.shape.interfaces;
  std::fill(block.border.begin(), block.border.end(), S(0.0));
  block.front.forward(block.right.data(), block.rows.data(), block.border.data());
  if (plan.root >= 0) {
    for (int k = 0; k < block.front.independent(); ++k)
      give_way(felt_[at_(plan.root)], load(block.front.border_row(k) + ni),
               load(block.front.scaled_row(k) + ni));
    carried[at_(plan.root)] += load(block.border.data() + ni);
  }
  if (ni == 0) return;
  Block& shared = blocks_[at_(plan.interface_block)];
  const int n = plan_.blocks[at_(plan.interface_block)].shape.coordinates;
  for (int i = 0; i < ni; ++i) {
    const int own = plan.interfaces[at_(i)];
    shared.added[at_(own)] += block.border[at_(i)];
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

template <Real S>
Report Recursion<S>::solve(const Model<S>& model, const PositionStage<S>& at,
                           const InertiaStage<S>& inertia, std::span<const S> joint_loads,
                           std::span<const S> phi, std::span<const S> gamma,
                           std::span<Force<S>> carried, std::span<S> qdd, std::span<S> lambda) {
  for (const int i : plan_.yielding) felt_[at_(i)] = articulated(inertia.own[at_(i)]);
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    if (plan_.blocks[b].shape.equations > 0) continue;
    std::fill(blocks_[b].mass.begin(), blocks_[b].mass.end(), S(0.0));
    std::fill(blocks_[b].coupling.begin(), blocks_[b].coupling.end(), S(0.0));
    std::fill(blocks_[b].added.begin(), blocks_[b].added.end(), S(0.0));
  }
  for (const RecursionStep& step : plan_.steps) {
    if (step.block < 0) {
      joint(model, at, step.body, joint_loads, carried);
    } else if (!collect(at, inertia, at_(step.block), joint_loads, phi, gamma, carried)) {
      Report report;
      report.trouble = Trouble::singular_constraint;
      const std::vector<int>& rows = plan_.blocks[at_(step.block)].rows;
      report.index = rows.empty() ? -1 : rows.front();
      return report;
    }
  }
  // root to leaves (R5)
  const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
  for (std::size_t s = plan_.steps.size(); s-- > 0;) {
    const RecursionStep& step = plan_.steps[s];
    if (step.block < 0) {
      const Link<S>& link = model.links[at_(step.body)];
      Motion<S> a = link.parent < 0 ? Motion<S>{zero, zero} : a_[at_(link.parent)];
      for (int k = link.nv; k-- > 0;) {
        const auto v = at_(link.v_at + k);
        qdd[v] = ratio_[v] - dot(a, scaled_[v]);
        const Motion<S> b = column(link, at, k);
        a.lin += qdd[v] * b.lin;
        a.ang += qdd[v] * b.ang;
      }
      a_[at_(step.body)] = a;
      continue;
    }
    const RecursionBlock& plan = plan_.blocks[at_(step.block)];
    Block& block = blocks_[at_(step.block)];
    const int ni = plan.shape.interfaces;
    for (int i = 0; i < ni; ++i)
      block.border[at_(i)] = blocks_[at_(plan.interface_block)].y[at_(plan.interfaces[at_(i)])];
    if (plan.root >= 0) {
      const Motion<S>& a = a_[at_(plan.root)];
      store(Force<S>{a.lin, a.ang}, block.border.data() + ni);
    }
    block.front.backward(block.border.data(), block.y.data());
    for (std::size_t j = 0; j < plan.positions.size(); ++j)
      qdd[at_(plan.positions[j])] = block.y[j];
    for (std::size_t m = plan.rigid ? 0 : plan.bodies.size(); m-- > 0;) {  // innermost first
      const Link<S>& link = model.links[at_(plan.bodies[m])];
      Motion<S> a = link.parent < 0 ? Motion<S>{zero, zero} : a_[at_(link.parent)];
      for (int k = 0; k < link.nv; ++k) {
        const Motion<S> b2 = column(link, at, k);
        const S y = block.y[at_(plan.first[m] + k)];
        a.lin += y * b2.lin;
        a.ang += y * b2.ang;
      }
      a_[at_(plan.bodies[m])] = a;
    }
    if (lambda.empty() || plan.shape.equations == 0) continue;
    block.front.multipliers(block.y.data(), block.border.data(), block.rows.data());
    for (std::size_t r = 0; r < plan.rows.size(); ++r) lambda[at_(plan.rows[r])] = block.rows[r];
  }
  return {};
}

#define TREADLE_INSTANTIATE(S) template class Recursion<S>;
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
