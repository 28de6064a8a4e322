#include "checked_options.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../compiled/component_library.hpp"
#include "../integrate/registry.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr double most_rows = 1e8;

void check_options(const RunOptions& o) {
  const auto fail = [](const char* where, const std::string& message) {
    throw ModelError(where, message);
  };
  if (!(o.step > 0.0) || !std::isfinite(o.step))
    fail("simulation.step", "the step must be positive");
  if (!(o.duration >= 0.0)) fail("simulation.duration", "the duration must not be negative");
  if (!(o.duration >= o.start_time)) fail("simulation.duration", "the end lies before the start");
  if (o.output_interval && !(*o.output_interval > 0.0)) {
    fail("simulation.output_interval", "the output interval must be positive");
  }
  if (o.max_step && !(*o.max_step > 0.0))
    fail("simulation.max_step", "the longest step must be positive");
  if (!(o.rtol >= 0.0) || !std::isfinite(o.rtol))
    fail("simulation.rtol", "the relative tolerance must not be negative");
  if (!(o.atol > 0.0) || !std::isfinite(o.atol))
    fail("simulation.atol", "the absolute tolerance must be positive");
  if (std::isfinite(o.duration) && o.duration / o.step > 1e12)
    fail("simulation.step", "more than 1e12 steps; choose a longer step");
  if (!(o.spectral_radius >= 0.0 && o.spectral_radius <= 1.0))
    fail("simulation.spectral_radius", "the spectral radius lies between 0 and 1");
  if (o.output_interval && std::isfinite(o.duration) &&
      o.duration / *o.output_interval > most_rows) {
    fail("simulation.output_interval", "more than 1e8 rows; choose a longer interval");
  }
}

// Inside states of compiled parts are numbers without a meaning: they are integrated as such.
void check_compiled(const Mechanism& mechanism, const RunOptions& options) {
  if (mechanism.compiled.empty()) return;
  const std::string& part = mechanism.compiled.front().name;
  if (options.formulation != "component")
    throw ModelError("formulation", "part '" + part +
                                        "' is compiled: joint coordinates of its inside are not "
                                        "known; use --formulation component");
  if (options.ranks && options.ranks->size() > 1)
    throw ModelError("distribute", "part '" + part +
                                       "' is compiled and stays in one process; leave "
                                       "--distribute out");
  for (const CompiledPart& one : mechanism.compiled)
    if (options.integrator == "semi-implicit-euler" && one.library->table().drift == nullptr)
      throw ModelError("simulation.integrator",
                       "part '" + one.name +
                           "' was compiled by an older Treadle, which does not serve integrator "
                           "'semi-implicit-euler'; compile it again, or choose another one");
  if (is_implicit(options.integrator) && options.jacobian != "auto" &&
      options.jacobian != "differences")
    throw ModelError("simulation.jacobian", "Jacobian '" + options.jacobian +
                                                "' needs what is inside of part '" + part +
                                                "', which is compiled; use differences");
}

}  // namespace

ConstraintMethod method_of(const RunOptions& options) {
  ConstraintMethod method{};
  if (find_constraint_method(options.constraints, method)) return method;
  throw ModelError("simulation.constraints",
                   "unknown constraint method '" + options.constraints + "'" +
                       suggestion(options.constraints, constraint_method_names()));
}

JacobianKind jacobian_of(const RunOptions& options) {
  JacobianKind kind{};
  if (find_jacobian(options.jacobian, kind)) return kind;
  throw ModelError("simulation.jacobian", "unknown Jacobian '" + options.jacobian + "'" +
                                              suggestion(options.jacobian, jacobian_names()));
}

RunOptions checked(const Mechanism& mechanism, RunOptions options) {
  check_options(options);
  const std::vector<std::string>& formulations = formulation_names();
  if (std::find(formulations.begin(), formulations.end(), options.formulation) ==
      formulations.end())
    throw ModelError("formulation", "unknown formulation '" + options.formulation + "'" +
                                        suggestion(options.formulation, formulations));
  if (options.component_code && options.ranks && options.ranks->size() > 1)
    throw ModelError("distribute",
                     "processes share numeric components only; choose another solver than "
                     "'generated'");
  if (options.ranks && options.formulation != "component")
    throw ModelError(
        "distribute",
        "processes share the components of a hierarchy; ask for formulation component");
  method_of(options);
  jacobian_of(options);
  const bool by_components = options.formulation == "component";
  if (options.solver == "generated" &&
      (by_components ? !options.component_code : !options.evaluator)) {
    throw ModelError("simulation.solver",
                     "solver 'generated' needs compiled code; make it with try_generated or "
                     "make_component_code, or choose another solver");
  }
  check_compiled(mechanism, options);
  if (!mechanism.contacts.empty() && (options.evaluator || options.component_code))
    throw ModelError("simulation.solver",
                     "contacts cannot be part of generated code; choose another solver, for "
                     "example auto");
  return options;
}

}  // namespace treadle
