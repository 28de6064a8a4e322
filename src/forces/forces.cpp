#include "forces.hpp"

#include "../scalar/instantiate_dual.hpp"
#include "../scalar/side_by_side.hpp"

namespace treadle {

namespace {

// visit(force, gate) for all, kind after kind; gate is nullptr where no event switches it.
template <Real S, class F>
void for_each_force(const Forces<S>& forces, const ForceState<S>& s, const F& visit) {
  for_each_field(
      [&](const auto& list) {
        for (const auto& force : list) {
          const S* gate = nullptr;
          if constexpr (requires { force.gate; }) {
            if (force.gate.valid()) gate = &s.functions[force.gate.index()].value;
          }
          visit(force, gate);
        }
      },
      forces);
}

}  // namespace

template <Real S>
S apply_forces(const Forces<S>& forces, const ForceState<S>& s, const ForceSums<S>& sums) {
  for (S& f : sums.joint) f = S(0.0);
  S power(0.0);
  for_each_force(forces, s, [&](const auto& force, const S* gate) {
    if (gate == nullptr) {
      power += force.apply(s, sums);
    } else {
      power += *gate * force.apply(s, {sums.body, sums.joint, sums.rates, gate});
    }
  });
  return power;
}

template <Real S>
ForceEnergy<S> force_energy(const Forces<S>& forces, const ForceState<S>& s) {
  ForceEnergy<S> sum{S(0.0), S(0.0)};
  for_each_force(forces, s, [&](const auto& force, const S* gate) {
    if (gate == nullptr) return force.add_energy(s, sum);
    ForceEnergy<S> own{S(0.0), S(0.0)};
    force.add_energy(s, own);
    sum.stored += *gate * own.stored;
    sum.power += *gate * own.power;
  });
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
TREADLE_FOR_EACH_SCALAR_LANES_AND_DUAL(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
