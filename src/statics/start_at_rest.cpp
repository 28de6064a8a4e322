#include "start_at_rest.hpp"

#include "../acceleration/accelerations.hpp"

#include <algorithm>

namespace treadle {

Equilibrium start_at_rest(Mechanism& mechanism, const EquilibriumOptions& options) {
  Equilibrium rest = find_equilibrium(mechanism, options);
  if (!rest.found) return rest;
  mechanism.start.q = rest.q;
  std::fill(mechanism.start.v.begin(), mechanism.start.v.end(), 0.0);
  Accelerations closing(mechanism, {"auto", ConstraintMethod::closest, 1.0, nullptr, true});
  closing.set_time(options.t, rest.states);
  std::vector<double> q = rest.q, v = mechanism.start.v;
  if (closing.project(options.t, q, v).ok()) {
    mechanism.start.q = q;
    mechanism.start.v = v;
  }
  return rest;
}

}  // namespace treadle
