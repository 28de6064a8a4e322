// Another right-hand side with factors that are there: only forces go inwards. (R11)
#include "recursion.hpp"

#include "../scalar/instantiate.hpp"
#include "ball.hpp"
#include "columns.hpp"

#include <algorithm>

namespace treadle {

// One plain joint. (R1)
template <Real S>
void Recursion<S>::joint_again(const State& state, const RecursionStep& step) {
  const Felt& own = felt_[at_(step.place)];
  if (step.carries_axes) {  // its place is its own, so what it felt is still there
    a_[at_(step.place)] = motion_of(own.k, own.f);
    return;
  }
  Force<S> f = own.f;
  for (int a = 0; a < step.nv; ++a) {
    Eliminated& e = eliminated_[at_(step.v_at + a)];
    const S along = dot(state.at.b[at_(step.b_at + a)], f);
    e.ratio = along * e.inverse;
    f.lin -= along * e.scaled.lin;
    f.ang -= along * e.scaled.ang;
  }
  if (step.parent < 0) return;
  Felt& up = felt_[at_(step.parent_place)];
  if (step.first_to_parent) {
    up.f = f;
  } else {
    up.f += f;
  }
}

template <Real S>
void Recursion<S>::collect_again(const State& state, std::size_t b) {
  const RecursionBlock& plan = plan_.blocks[b];
  Block& block = blocks_[b];
  for (const RecursionBlock::Member& member : plan.members) {
    for (int k = 0; k < member.count && plan.rigid; ++k)
      block.front.force(member.first + k) = S(0.0);
    if (plan.rigid) continue;
    const Force<S> f = felt(member.body).f;
    for (int k = 0; k < member.count; ++k) {
      block.front.force(member.first + k) =
          member.ball ? turning(state.at.x[at_(member.body)].p, f, k)
                      : dot(column(state.at, plan.inner[at_(member.inner_at + k)]), f);
    }
    const int up = state.model.links[at_(member.body)].parent;
    if (up >= 0) felt(up).f += f;
  }
  for (int j = 0; j < plan.shape.coordinates && plan.shape.equations == 0; ++j)
    block.front.force(j) += block.brought.added[at_(j)];
  hand_on_forces(state.gamma, b);
}

template <Real S>
void Recursion<S>::clear_forces() {
  const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
  if (plan_.given >= 0) given().f = {zero, zero};
  for (Block& block : blocks_)
    std::fill(block.brought.added.begin(), block.brought.added.end(), S(0.0));
}

template <Real S>
void Recursion<S>::step_again(const State& state, const RecursionStep& step) {
  const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
  for (int s = step.starts_at; s < step.starts_at + step.starts_count; ++s)
    felt(plan_.starts[at_(s)]).f = {zero, zero};
  if (step.twins >= 0) {
    const int root = plan_.twin_roots[at_(step.twins)];
    if (root >= 0) felt(root).f += twin_root(step.twins).felt.f;
  } else if (step.block < 0) {
    joint_again(state, step);
  } else {
    collect_again(state, at_(step.block));
  }
}

template <Real S>
void Recursion<S>::inward_again(const State& state) {
  each_inward([&](const RecursionStep& step) { step_again(state, step); });
}

template <Real S>
void Recursion<S>::solve_again(const State& state, std::span<S> qdd) {
  clear_forces();
  inward_again(state);
  outward(state, qdd, {});
}

#define TREADLE_INSTANTIATE(S)                                         \
  template void Recursion<S>::solve_again(const State&, std::span<S>); \
  template void Recursion<S>::clear_forces();                          \
  template void Recursion<S>::inward_again(const State&);
TREADLE_FOR_EACH_SCALAR_AND_LANES(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
