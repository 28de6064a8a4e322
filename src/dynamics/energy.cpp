#include "energy.hpp"

#include "../scalar/instantiate.hpp"

namespace treadle {

template <Real S>
S kinetic_energy(const Model<S>& model, const InertiaStage<S>& inertia,
                 const VelocityStage<S>& moving) {
  S sum(0.0);
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    sum += dot(moving.v[i], inertia.own[i] * moving.v[i]);
  }
  return S(0.5) * sum;
}

template <Real S>
S weight_energy(const Model<S>& model, const PositionStage<S>& at, const InertiaStage<S>& inertia) {
  S sum(0.0);
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Transform<S>& group = at.group[static_cast<std::size_t>(model.links[i].group)];
    const Vec3<S> moment = inertia.own[i].mass * group.p + group.r * inertia.own[i].moment;
    sum -= dot(model.gravity, moment);
  }
  return sum;
}

#define TREADLE_INSTANTIATE(S)                                                                    \
  template S kinetic_energy<S>(const Model<S>&, const InertiaStage<S>&, const VelocityStage<S>&); \
  template S weight_energy<S>(const Model<S>&, const PositionStage<S>&, const InertiaStage<S>&);
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
