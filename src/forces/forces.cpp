#include "forces.hpp"

#include "../scalar/instantiate.hpp"

namespace treadle {

Forces<double> freeze_forces(const Description& d, const Model<double>& model, const Placement& p) {
  Forces<double> forces;
  for (const TreeBody& body : model.topology->bodies) {
    if (!body.item.valid()) continue;
    const JointItem& joint = d.joints[static_cast<std::size_t>(body.item.at)];
    if (!joint.uses_coordinate()) continue;
    forces.joint_springs.push_back({body.q_at, body.v_at, body.nv, joint.stiffness != 0.0, joint.stiffness,
                                    joint.rest, joint.damping});
  }
  for (const SpringItem& item : d.forces) {
    const PlacedBody from = p.find(item.from.body), to = p.find(item.to.body);
    if (!from.body.valid() && !to.body.valid()) continue;  // both on the ground: nothing to push
    PointSpring<double> spring;
    spring.group = model.links[static_cast<std::size_t>(from.body.valid() ? from.body.at : to.body.at)].group;
    spring.from = from.body.at;
    spring.to = to.body.at;
    spring.from_point = from.frame * to_vec(item.from.position);
    spring.to_point = to.frame * to_vec(item.to.position);
    spring.stiffness = item.stiffness;
    spring.damping = item.damping;
    spring.length = item.length.value_or(norm(p.design_point(item.from) - p.design_point(item.to)));
    forces.point_springs.push_back(spring);
  }
  return forces;
}

template <Real To>
Forces<To> cast(const Forces<double>& forces) {
  const auto vec = [](const Vec3<double>& a) { return Vec3<To>{To(a.x), To(a.y), To(a.z)}; };
  Forces<To> out;
  for (const auto& s : forces.joint_springs) {
    out.joint_springs.push_back(
        {s.q_at, s.v_at, s.nv, s.elastic, To(s.stiffness), To(s.rest), To(s.damping)});
  }
  for (const auto& s : forces.point_springs) {
    out.point_springs.push_back({s.group, s.from, s.to, vec(s.from_point), vec(s.to_point), To(s.stiffness),
                                 To(s.damping), To(s.length)});
  }
  return out;
}

template <Real S>
void apply_forces(const Model<S>& /*model*/, const Forces<S>& forces, std::span<const S> q, std::span<const S> v,
                  const PositionStage<S>& at, const VelocityStage<S>& moving, std::span<Force<S>> body,
                  std::span<S> joint) {
  const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
  for (Force<S>& f : body) f = {zero, zero};
  for (S& f : joint) f = S(0.0);
  for (const auto& spring : forces.joint_springs) spring.apply(q, v, joint);
  for (const auto& spring : forces.point_springs) spring.apply(at, moving, body);
}

template <Real S>
ForceEnergy<S> force_energy(const Model<S>& /*model*/, const Forces<S>& forces, std::span<const S> q,
                            std::span<const S> v, const PositionStage<S>& at, const VelocityStage<S>& moving) {
  ForceEnergy<S> sum{S(0.0), S(0.0)};
  for (const auto& spring : forces.joint_springs) {
    sum.stored += spring.stored(q);
    sum.power += spring.power(v);
  }
  for (const auto& spring : forces.point_springs) {
    sum.stored += spring.stored(at, moving);
    sum.power += spring.power(at, moving);
  }
  return sum;
}

#define TREADLE_INSTANTIATE(S)                                                                               \
  template Forces<S> cast<S>(const Forces<double>&);                                                         \
  template void apply_forces<S>(const Model<S>&, const Forces<S>&, std::span<const S>, std::span<const S>,   \
                                const PositionStage<S>&, const VelocityStage<S>&, std::span<Force<S>>,       \
                                std::span<S>);                                                               \
  template ForceEnergy<S> force_energy<S>(const Model<S>&, const Forces<S>&, std::span<const S>,             \
                                          std::span<const S>, const PositionStage<S>&,                       \
                                          const VelocityStage<S>&);
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
