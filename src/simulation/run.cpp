#include "run.hpp"

#include "../base/error.hpp"
#include "simulation.hpp"

#include <cmath>

namespace treadle {

std::string formulation_for(const Description& description) {
  for (const PartItem& part : description.parts) {
    if (!part.library.empty()) return "component";
  }
  return "joint";
}

const std::vector<std::string>& formulation_names() {
  static const std::vector<std::string> names{"joint", "component"};
  return names;
}

RunOptions options_of(const SimulationItem& item) {
  RunOptions options;
  options.duration = item.duration;
  options.step = item.step;
  options.output_interval = item.output_interval;
  options.max_step = item.max_step;
  options.rtol = item.rtol;
  options.atol = item.atol;
  options.integrator = item.integrator;
  options.solver = item.solver;
  options.constraints = item.constraints;
  options.jacobian = item.jacobian;
  options.spectral_radius = item.spectral_radius;
  options.sleeping = item.sleeping;
  return options;
}

RunResult run(const Mechanism& mechanism, const RunOptions& options, const Listener& listener) {
  if (!std::isfinite(options.duration))
    throw ModelError("simulation.duration", "the duration must be a number of seconds");
  Simulation simulation(mechanism, options, listener);
  while (simulation.step()) {
  }
  return simulation.finish();
}

}  // namespace treadle
