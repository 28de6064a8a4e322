#include "rest_row.hpp"

#include "../base/at.hpp"
#include "state_row.hpp"

namespace treadle {

KnownState known_at_rest(const Mechanism& m, const Equilibrium& rest) {
  const std::vector<double> still(at(m.model.nv()), 0.0);
  KnownState state{rest.t, rest.q, still, still, rest.lambda, m.functions_at(rest.t)};
  for (FunctionValue<double>& f : state.functions) f.rate = f.acceleration = 0.0;
  for (std::size_t z = 0; z < rest.states.size(); ++z)
    state.functions[m.functions.states()[z]] = {rest.states[z], 0.0, 0.0};
  return state;
}

std::vector<ShownValue> rest_row(const Mechanism& m, const Equilibrium& rest) {
  StateRow maker(m, {false, false, {"*"}});
  std::vector<double> row(maker.columns().size());
  maker.fill(known_at_rest(m, rest), row);
  std::vector<ShownValue> out;
  for (std::size_t k = 0; k < row.size(); ++k) {
    const std::string& group = maker.columns()[k].group;
    if (group == channel_group::coordinates || group == channel_group::forces ||
        group == channel_group::reactions || group == channel_group::outputs)
      out.push_back({maker.columns()[k], row[k]});
  }
  return out;
}

}  // namespace treadle
