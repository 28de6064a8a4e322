#include "known_motion.hpp"

#include "../simulation/mechanism_system.hpp"
#include "../simulation/simulation.hpp"

namespace treadle {

Report known_motion(const Mechanism& m, double t, std::span<const double> x, KnownState& out) {
  MechanismSystem system(m, "auto", ConstraintMethod::closest, 1.0, nullptr, true);
  const Report report = system.accelerate_proved(t, x);
  const Workspace<double>& w = system.stages();
  const auto q = system.q(x), v = system.v(x);
  out = {t,
         std::vector<double>(q.begin(), q.end()),
         std::vector<double>(v.begin(), v.end()),
         w.qdd,
         w.lambda,
         w.functions};
  return report;
}

std::vector<double> state_at(const Mechanism& m, double t, const std::function<bool()>& stop,
                             std::string& message) {
  RunOptions options = options_of(m.description.simulation);
  options.duration = t;
  options.rtol = options.atol = 1e-10;
  options.output_interval = t;
  options.solver = "auto";
  options.channels.names = {"time"};
  Listener listener;
  listener.progress = [&](double) { return !stop || !stop(); };
  Simulation simulation(m, options, listener);
  const bool reached = simulation.advance_to(t);
  const auto x = simulation.state();
  if (reached || simulation.time() >= t * (1.0 - 1e-12)) return {x.begin(), x.end()};
  const RunResult result = simulation.finish();
  message = result.message.empty() ? "the run ended at " + std::to_string(result.time) + " s"
                                   : result.message;
  return {};
}

}  // namespace treadle
