#include "forces.hpp"

#include "../scalar/instantiate.hpp"

namespace treadle {

template <Real S>
S apply_forces(const Forces<S>& forces, const ForceState<S>& s, std::span<Force<S>> body,
               std::span<S> joint) {
  for (S& f : joint) f = S(0.0);
  S power(0.0);
  for (const auto& law : forces.coordinates) {
    const auto v = static_cast<std::size_t>(law.v_at);
    const S lossy = law.dissipative(s.q, s.v, s.functions);
    joint[v] += law.conservative(s.q) + lossy;
    power += lossy * s.v[v];
  }
  for (const auto& spring : forces.springs) {
    if (spring.on) power += spring.apply(s.at, s.moving, s.functions, body);
  }
  for (const auto& bushing : forces.bushings) {
    if (bushing.on) power += bushing.apply(s.at, s.moving, body);
  }
  for (const auto& plane : forces.planes) {
    if (plane.on) power += plane.apply(s.at, s.moving, body);
  }
  for (const auto& applied : forces.applied) {
    if (!applied.on) continue;
    const auto i = static_cast<std::size_t>(applied.body);
    const Force<S> wrench = applied.wrench(s.at, s.functions);
    body[i] += wrench;
    power += dot(s.moving.v[i], wrench);
  }
  return power;
}

template <Real S>
ForceEnergy<S> force_energy(const Forces<S>& forces, const ForceState<S>& s) {
  ForceEnergy<S> sum{S(0.0), S(0.0)};
  for (const auto& law : forces.coordinates) {
    sum.stored += law.stored(s.q);
    sum.power += law.dissipative(s.q, s.v, s.functions) * s.v[static_cast<std::size_t>(law.v_at)];
  }
  for (const auto& spring : forces.springs) {
    if (!spring.on) continue;
    const auto line = spring.line(s.at, s.moving);
    sum.stored += spring.stored(line);
    sum.power += spring.power(line, s.functions);
  }
  for (const auto& bushing : forces.bushings) {
    if (!bushing.on) continue;
    const auto gap = bushing.gap(s.at, s.moving);
    sum.stored += bushing.stored(gap);
    sum.power += bushing.power(gap);
  }
  for (const auto& plane : forces.planes) {
    if (!plane.on) continue;
    const auto contact = plane.contact(s.at, s.moving);
    sum.stored += plane.stored(contact);
    sum.power += plane.power(contact);
  }
  for (const auto& applied : forces.applied) {
    if (!applied.on) continue;
    sum.power +=
        dot(s.moving.v[static_cast<std::size_t>(applied.body)], applied.wrench(s.at, s.functions));
  }
  return sum;
}

#define TREADLE_INSTANTIATE(S)                                                            \
  template S apply_forces<S>(const Forces<S>&, const ForceState<S>&, std::span<Force<S>>, \
                             std::span<S>);                                               \
  template ForceEnergy<S> force_energy<S>(const Forces<S>&, const ForceState<S>&);
TREADLE_FOR_EACH_SCALAR_AND_LANES(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
