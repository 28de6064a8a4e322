#include "forces.hpp"

#include "../scalar/instantiate.hpp"
#include "../scalar/side_by_side.hpp"

namespace treadle {

namespace {

template <class Force>
bool is_on(const Force& force) {
  if constexpr (requires { force.on; }) return force.on;
  return true;
}

// visit(force) for all that are on, kind after kind.
template <Real S, class F>
void for_each_force(const Forces<S>& forces, const F& visit) {
  for_each_field(
      [&](const auto& list) {
        for (const auto& force : list) {
          if (is_on(force)) visit(force);
        }
      },
      forces);
}

}  // namespace

template <Real S>
S apply_forces(const Forces<S>& forces, const ForceState<S>& s, const ForceSums<S>& sums) {
  for (S& f : sums.joint) f = S(0.0);
  S power(0.0);
  for_each_force(forces, [&](const auto& force) { power += force.apply(s, sums); });
  return power;
}

template <Real S>
ForceEnergy<S> force_energy(const Forces<S>& forces, const ForceState<S>& s) {
  ForceEnergy<S> sum{S(0.0), S(0.0)};
  for_each_force(forces, [&](const auto& force) { force.add_energy(s, sum); });
  return sum;
}

template <Real To>
Forces<To> cast(const Forces<double>& forces) {
  return cast_numbers<Forces<To>>(forces);
}

#define TREADLE_INSTANTIATE(S)                                                             \
  template S apply_forces<S>(const Forces<S>&, const ForceState<S>&, const ForceSums<S>&); \
  template ForceEnergy<S> force_energy<S>(const Forces<S>&, const ForceState<S>&);         \
  template Forces<S> cast<S>(const Forces<double>&);
TREADLE_FOR_EACH_SCALAR_AND_LANES(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
