#include "reactions.hpp"

#include "../kinematics/tooth.hpp"
#include "../scalar/instantiate.hpp"

namespace treadle {

template <Real S>
void joint_reactions(const Model<S>& model, const PositionStage<S>& at,
                     const VelocityStage<S>& moving, const InertiaStage<S>& inertia,
                     const Loads<S>& loads, const LoopStage<S>& loops, std::span<const S> qdd,
                     std::span<const S> lambda, std::span<Motion<S>> accelerations,
                     std::span<Force<S>> out) {
  accelerate_bodies<S>(model, qdd, at, moving, accelerations);
  // what each body needs beyond what acts on it already (D8)
  for (std::size_t i = 0; i < model.links.size(); ++i)
    out[i] = inertia.own[i] * (accelerations[i] - moving.c[i]) - loads.body[i];
  // a loop pushes its "from" body with minus its wrench times the multiplier, and "to" with the
  // same    (L7)
  for (const LoopData<S>& loop : model.loops) {
    for (int r = 0; r < loop.row_count; ++r) {
      const auto k = static_cast<std::size_t>(loop.first_row + r);
      const Force<S> f{lambda[k] * loops.wrench[k].lin, lambda[k] * loops.wrench[k].ang};
      if (loop.from.body >= 0) out[static_cast<std::size_t>(loop.from.body)] += f;
      if (loop.to.body >= 0) out[static_cast<std::size_t>(loop.to.body)] -= f;
    }
    // what a wheel needs to stay where its mate pushes it away (L10)
    for (const Tooth<S>& tooth : loop.teeth) {
      const auto k = static_cast<std::size_t>(loop.first_row);
      const Force<S> f = tooth_force(tooth, at, loop.group, -lambda[k]);
      if (tooth.wheel.valid()) out[tooth.wheel.index()] -= f;
      if (tooth.mate.valid()) out[tooth.mate.index()] += f;
    }
  }
  for (std::size_t i = model.links.size(); i-- > 0;) {
    const int up = model.links[i].parent;
    if (up >= 0) out[static_cast<std::size_t>(up)] += out[i];
  }
}

#define TREADLE_INSTANTIATE(S)                                                               \
  template void joint_reactions<S>(const Model<S>&, const PositionStage<S>&,                 \
                                   const VelocityStage<S>&, const InertiaStage<S>&,          \
                                   const Loads<S>&, const LoopStage<S>&, std::span<const S>, \
                                   std::span<const S>, std::span<Motion<S>>, std::span<Force<S>>);
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
