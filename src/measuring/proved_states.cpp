#include "proved_states.hpp"

#include "../acceleration/proof.hpp"
#include "../acceleration/single_states.hpp"
#include "../base/text.hpp"
#include "../integrate/fixed_step.hpp"
#include "../simulation/mechanism_system.hpp"
#include "step_timer.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr int most_states = 16;
constexpr int steps_between_states = 10;
constexpr double most_numbers = 2e7;  // in all stored equations together
constexpr int largest_ranked = 300;   // columns of an island: singular values take their cube

StateEquations equations_at(const Mechanism& m, double t, std::span<const double> x) {
  const auto nq = static_cast<std::size_t>(m.model.nq()),
             nv = static_cast<std::size_t>(m.model.nv());
  const auto q = x.first(nq), v = x.subspan(nq, nv);
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(t);
  assemble_equations<double>(m.model, m.forces, q, v, w);
  return {t,
          {q.begin(), q.end()},
          {v.begin(), v.end()},
          w.matrix.diagonal,
          w.matrix.lower,
          w.loops.phi,
          w.q_force,
          w.gamma};
}

// The start and states along the mechanism's own motion, as far as it gets in a tenth of the time.
std::vector<StateEquations> states_along(const Mechanism& m, double seconds) {
  MechanismSystem system(m, "auto", ConstraintMethod::closest, m.description.simulation.step);
  const auto integrator = make_integrator("rk4", system);
  const double step = m.description.simulation.step, end = now() + 0.1 * seconds;
  std::vector<double> x = system.start();
  std::vector<StateEquations> states{equations_at(m, 0.0, x)};
  const double numbers = static_cast<double>(states[0].lower.size() + states[0].phi.size() +
                                             5 * states[0].diagonal.size());
  const int count = std::clamp(static_cast<int>(most_numbers / (numbers + 1.0)), 1, most_states);
  for (int k = 1; static_cast<int>(states.size()) < count && now() < end; ++k) {
    if (!integrator->step(system, step * (k - 1), step, x).ok()) break;
    if (k % steps_between_states == 0) states.push_back(equations_at(m, step * k, x));
  }
  return states;
}

bool can_be_ranked(const Mechanism& m) {
  for (const ScaledIsland& island : scaled_islands(m.model, m.redundancy.rows)) {
    if (island.columns() > largest_ranked) return false;
  }
  return true;
}

std::string words_of(const Mechanism& m, const Report& report, double t) {
  const std::string at = "at t = " + short_number(t, 6) + " s ";
  if (report.trouble == Trouble::singular_position)
    return at + m.row_name(report.index) + " says nothing new: a singular position";
  return at + "no answer can be proved";
}

}  // namespace

ProvedStates::ProvedStates(const Mechanism& mechanism, double seconds) {
  std::vector<StateEquations> states = states_along(mechanism, seconds);
  if (!can_be_ranked(mechanism)) {
    equations = std::move(states);
    return;
  }
  Accelerations list(mechanism, {.method = ConstraintMethod::closest, .single_states = true});
  const double length = length_scale(mechanism.model);
  for (StateEquations& e : states) {
    const Answer answer = list.find_proved({.t = e.time, .q = e.q, .v = e.v});
    if (!answer.ok()) {
      if (unproved++ == 0) why = words_of(mechanism, answer.report, e.time);
      continue;
    }
    accelerations.push_back(list.workspace().qdd);
    rounding.push_back(rounding_at_rest(mechanism.model, length, list.workspace()));
    equations.push_back(std::move(e));
  }
}

bool ProvedStates::agrees(std::size_t state, std::span<const double> qdd) const {
  double most = 0.0, off = 0.0;
  for (std::size_t k = 0; k < qdd.size(); ++k) {
    if (!std::isfinite(qdd[k])) return false;
    if (accelerations.empty()) continue;
    most = std::max(most, std::fabs(accelerations[state][k]));
    off = std::max(off, std::fabs(qdd[k] - accelerations[state][k]));
  }
  const double rest = accelerations.empty() ? 0.0 : rounding[state];
  return off <= SingleStates::most_allowed * most + rest;
}

}  // namespace treadle
