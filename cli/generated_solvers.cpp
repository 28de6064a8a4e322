#include "generated_solvers.hpp"

#include "../src/base/error.hpp"
#include "../src/generate/choose_generated.hpp"
#include "../src/generate/component_code.hpp"
#include "../src/generate/generated.hpp"
#include "../src/solve/registry.hpp"
#include "print.hpp"

#include <algorithm>

namespace treadle::cli {

namespace {

void make_code(const Mechanism& mechanism, TraceMethod method, TimedMethod& entry) {
  GenerateOptions options;
  options.method = method;
  GenerateFacts facts;
  entry.evaluator = make_generated(mechanism, options, entry.refusal, &facts);
  if (!facts.note.empty()) print_warnings({facts.note});
}

struct Kind {
  const char* name;
  void (*make)(const Mechanism& mechanism, TimedMethod& entry);
};
constexpr Kind kinds[] = {
    {"generated-topology",
     [](const Mechanism& m, TimedMethod& entry) { make_code(m, TraceMethod::topology, entry); }},
    {"generated",
     [](const Mechanism& m, TimedMethod& entry) { make_code(m, TraceMethod::clustered, entry); }},
    {"component", [](const Mechanism&, TimedMethod& entry) { entry.by_components = true; }},
    {"generated-component", [](const Mechanism& m, TimedMethod& entry) {
       entry.by_components = true;
       entry.component_code = make_component_code(m);
     }}};

TimedMethod made(const Mechanism& mechanism, const Kind& kind) {
  TimedMethod entry;
  entry.name = kind.name;
  try {
    kind.make(mechanism, entry);
  } catch (const EnvironmentError& error) {
    entry.refusal = std::string("left out: ") + error.what();
  }
  return entry;
}

}  // namespace

std::vector<std::string> timed_names() {
  std::vector<std::string> names = solver_names();
  for (const Kind& kind : kinds) names.emplace_back(kind.name);
  return names;
}

std::vector<TimedMethod> take_methods(const Mechanism& mechanism, std::vector<std::string>& names) {
  std::vector<TimedMethod> list;
  const bool all = names.empty();
  for (const Kind& kind : kinds) {
    const auto asked = std::remove(names.begin(), names.end(), kind.name);
    if (!all && asked == names.end()) continue;
    names.erase(asked, names.end());
    list.push_back(made(mechanism, kind));
  }
  if (!all && names.empty()) names.emplace_back("gauss");
  return list;
}

void use_generated(const Mechanism& mechanism, RunOptions& options) {
  if (options.solver == "auto") {
    if (options.formulation != "joint") return;  // generated code is in joint coordinates
    const GeneratedChoice choice = choose_generated(mechanism, options);
    if (!choice.chosen) return;
    options.solver = "generated";
    options.evaluator_reason = choice.reason;
  }
  if (options.solver != "generated") return;
  if (options.formulation == "component") {
    try {
      options.component_code = make_component_code(mechanism);
    } catch (const EnvironmentError& error) {
      print_warnings({std::string("solver 'generated' is not available: ") + error.what() +
                      "; components are factored by the numeric core"});
      options.solver = "auto";
    }
    return;
  }
  std::string message;
  options.evaluator = try_generated(mechanism, options.constraints == "stabilized", message);
  if (options.evaluator && !message.empty()) print_warnings({message});
  if (options.evaluator) return;
  print_warnings({"solver 'generated' is not available: " + message + "; using 'auto'"});
  options.solver = "auto";
}

}  // namespace treadle::cli
