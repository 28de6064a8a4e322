#include "choose_generated.hpp"

#include "../acceleration/choose_solver.hpp"
#include "../acceleration/twins.hpp"
#include "../base/text.hpp"
#include "../integrate/registry.hpp"
#include "../scalar/graph_limit.hpp"
#include "compile.hpp"
#include "emit_c.hpp"
#include "trace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

// The table of costs, in seconds, as measured on one machine (docs/theory/generate.md); what
// matters is the ratio of the last two to the first two.
constexpr double numeric_body = 200e-9, numeric_row = 100e-9;
constexpr double in_lanes = 1.5;  // what a set of equal branches costs more than one of them
constexpr double generated_statement = 0.3e-9;
constexpr double compile_start = 0.3, compile_statement = 0.4e-3;
// The prediction may be wrong by so much.
constexpr double safety = 2.0;
// Larger graphs take longer to look at than a person waits for an answer.
constexpr std::size_t most_nodes = 100'000;
// Tracing one operation and counting what is written, in seconds; it may take this part of what the
// run would take without it.
constexpr double trace_operation = 2e-6, part_of_run = 0.05;
// Steps that accuracy chooses are longer than `step`, as a rule by so much.
constexpr double usual_growth = 5.0;

// Passes over the bodies, and the factorization as far as the topology tells, up to the limit.
double seconds_to_trace(const Mechanism& m) {
  constexpr double of_body = 250.0;
  const double operations = of_body * static_cast<double>(m.model.links.size()) +
                            (m.model.rows() > 0 ? estimated_operations(m, "clustered") : 0.0);
  return trace_operation * std::min(operations, static_cast<double>(most_nodes));
}

// Equal branches are evaluated once for each set of lanes.
double numeric_cost(const Mechanism& m) {
  const auto cost = [](std::size_t bodies, int rows) {
    return numeric_body * static_cast<double>(bodies) + numeric_row * static_cast<double>(rows);
  };
  double sum = cost(m.model.links.size(), m.model.rows());
  for (const auto& set : find_twins(m, m.model).sets) {
    const Excerpt& first = set.front();
    sum -= (static_cast<double>(set.size()) - in_lanes) *
           cost(first.branch.bodies.size(), first.model.rows());
  }
  return sum;
}

}  // namespace

double GeneratedCosts::worthwhile() const {
  const double saving = numeric_seconds - generated_seconds;
  if (!refusal.empty() || !(saving > 0.0)) return std::numeric_limits<double>::infinity();
  return safety * compile_seconds / saving;
}

namespace {

GeneratedCosts traced_costs(const Mechanism& m) {
  GeneratedCosts costs;
  TraceOptions options;
  options.outputs.power = true;
  const std::optional<Program> evaluation = trace_first(m, options);
  if (!evaluation) {
    costs.refusal = "no method solves the equations at the start";
    return costs;
  }
  const CodeSize size = code_size(*evaluation, RoutineUse::automatic);
  costs.statements = size.statements;
  costs.written = size.written;
  if (const auto projection = trace_projection(m, options.method)) {
    costs.written += code_size(*projection, RoutineUse::automatic).written;
  }
  costs.numeric_seconds = numeric_cost(m);
  costs.generated_seconds = generated_statement * static_cast<double>(costs.statements);
  costs.compile_seconds = compile_start + compile_statement * static_cast<double>(costs.written);
  return costs;
}

}  // namespace

GeneratedCosts generated_costs(const Mechanism& m) {
  GeneratedCosts refused;
  if (!m.custom.empty()) {
    refused.refusal = "forces written in C++ cannot be part of it";
    return refused;
  }
  if (!m.contacts.empty()) {
    refused.refusal = "contacts cannot be part of it";
    return refused;
  }
  try {
    const GraphLimit limit(most_nodes);
    return traced_costs(m);
  } catch (const GraphTooLarge&) {
    refused.refusal = "more than " + short_number(static_cast<double>(most_nodes), 2) +
                      " operations are too many to look at each";
  }
  return refused;
}

double predicted_evaluations(const Mechanism& m, const RunOptions& options) {
  const std::string& name = options.integrator;
  double longest = options.step;
  if (is_adaptive(name))
    longest = std::min(usual_growth * longest, options.max_step.value_or(usual_growth * longest));
  const double rates = name == "rk4" ? 4.0 : name.find("euler") != std::string::npos ? 1.0 : 2.0;
  const double each = rates + (m.model.rows() > 0 ? 1.0 : 0.0);  // the projection
  return longest > 0.0 ? std::ceil(options.duration / longest) * each : 0.0;
}

GeneratedChoice choose_generated(const Mechanism& m, const RunOptions& options) {
  const double evaluations = predicted_evaluations(m, options);
  // too short a run, whatever the code would look like, or for looking at it
  const double run = evaluations * numeric_cost(m);
  if (run < safety * compile_start || part_of_run * run < seconds_to_trace(m)) return {};
  if (find_compiler().empty()) return {};
  const GeneratedCosts costs = generated_costs(m);
  if (evaluations < costs.worthwhile()) return {};
  const double saved = evaluations * (costs.numeric_seconds - costs.generated_seconds);
  return {true, short_number(evaluations, 3) + " evaluations save about " + short_number(saved, 2) +
                    " s, compiling takes about " + short_number(costs.compile_seconds, 2) + " s"};
}

std::string generated_words(const GeneratedCosts& costs) {
  if (!costs.refusal.empty()) return "none: " + costs.refusal;
  const double from = costs.worthwhile();
  const std::string size = std::to_string(costs.statements) + " statements; ";
  if (!std::isfinite(from)) return size + "the numeric core is as fast";
  return size + "auto compiles for a run of more than " + short_number(from, 2) + " evaluations";
}

}  // namespace treadle
