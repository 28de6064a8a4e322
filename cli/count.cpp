// treadle count MODEL: what one solve costs with each solver, in operations, step by step.
#include "../src/solve/count.hpp"
#include "../src/acceleration/choose_solver.hpp"
#include "../src/acceleration/step.hpp"
#include "../src/base/text.hpp"
#include "../src/generate/component_code.hpp"
#include "../src/measuring/time_jacobians.hpp"
#include "../src/solve/registry.hpp"
#include "../treadle.hpp"
#include "command.hpp"
#include "parse.hpp"
#include "print.hpp"
#include "report_error.hpp"
#include "set_option.hpp"
#include "words.hpp"

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

namespace treadle::cli {

namespace {

struct CountWords {
  std::string model;
  std::vector<std::string> set;
  bool json = false, jacobians = false;
};

struct Counts {
  int coordinates = 0, constraints = 0;
  std::vector<std::pair<std::string, SolverTally>> solvers;
  std::vector<std::pair<std::string, std::string>> left_out;  ///< with the reason
};

// Counting takes some ten nanoseconds for each operation.
constexpr double most_operations = 2e9;

// All solvers at the assembled start of the model, but for those that would take too long.
Counts count_all(const Mechanism& mechanism) {
  Counts counts{mechanism.model.nv(), mechanism.model.rows(), {}, {}};
  std::vector<std::string> names;
  for (const std::string& name : solver_names()) {
    const double operations = estimated_operations(mechanism, name);
    if (const std::string refusal = solver_refusal(name); !refusal.empty()) {
      counts.left_out.emplace_back(name, "left out: " + refusal);
    } else if (operations <= most_operations) {
      names.push_back(name);
    } else {
      counts.left_out.emplace_back(name, "left out: some " + short_number(operations, 1) +
                                             " operations would take too long to count");
    }
  }
  if (names.empty()) return counts;
  Workspace<double> w(mechanism.model, mechanism.functions.size());
  w.functions = mechanism.functions_at(0.0);
  assemble_equations<double>(mechanism.model, mechanism.forces, mechanism.start.q,
                             mechanism.start.v, w);
  for (const std::string& name : names) {
    counts.solvers.emplace_back(
        name, count_operations(name, *mechanism.model.pattern,
                               {w.matrix.diagonal, w.matrix.lower, w.loops.phi}, w.q_force, w.gamma,
                               mechanism.redundancy.rows, mechanism.redundancy.vanishing));
  }
  return counts;
}

bool by_library_alone(const SolverTally& tally) {
  return tally.library && operations(tally.total) == 0;
}

nlohmann::ordered_json json_of(const Tally& t) {
  return {{"add", t.add}, {"mul", t.mul}, {"div", t.div}, {"sqrt", t.sqrt}};
}

nlohmann::ordered_json json_of(const LibraryFacts& facts) {
  return {{"name", facts.library},
          {"operations", facts.operations},
          {"matrix_entries", facts.matrix},
          {"factor_entries", facts.entries},
          {"fill_in", facts.entries - facts.matrix}};
}

// What the library itself says of its factorization, which is no part of the tally.
std::string text_of(const LibraryFacts& facts) {
  const auto number = [](double x) { return short_number(x, 9); };
  return "factors by " + facts.library + ": " + number(facts.operations) + " operations, " +
         number(facts.entries) + " entries from " + number(facts.matrix) + " of the matrix\n";
}

nlohmann::ordered_json json_of(const Counts& counts) {
  nlohmann::ordered_json solvers = nlohmann::ordered_json::object();
  for (const auto& [name, tally] : counts.solvers) {
    nlohmann::ordered_json steps = nlohmann::ordered_json::object();
    for (const StepTally& s : tally.steps) steps[s.step] = json_of(s.tally);
    if (!by_library_alone(tally))
      solvers[name] = {{"steps", steps}, {"total", json_of(tally.total)}};
    if (tally.library) solvers[name]["library"] = json_of(*tally.library);
    if (!tally.report.ok()) solvers[name]["refused"] = true;
  }
  for (const auto& [name, reason] : counts.left_out) solvers[name] = {{"left_out", reason}};
  return {{"coordinates", counts.coordinates},
          {"constraints", counts.constraints},
          {"solvers", solvers}};
}

// One table for each solver: a column for each step, a row for each kind of operation.
std::string text_of(const Counts& counts) {
  std::string text = std::to_string(counts.coordinates) + " coordinates, " +
                     std::to_string(counts.constraints) +
                     " constraints; one factorization and one solve at the assembled start\n";
  const auto cell = [&](const std::string& word) {
    text += std::string(word.size() < 9 ? 9 - word.size() : 1, ' ') + word;
  };
  for (const auto& entry : counts.solvers) {
    const SolverTally& tally = entry.second;
    text += "\n" + entry.first;
    text += tally.report.ok() ? "\n" : " refuses this configuration: no usable pivot\n";
    if (tally.library) text += text_of(*tally.library);
    if (by_library_alone(tally)) continue;
    text += std::string(16, ' ');
    for (const StepTally& s : tally.steps) cell(s.step);
    cell("total");
    text += "\n";
    const auto line = [&](const std::string& word, long Tally::*kind) {
      text += word + std::string(16 - word.size(), ' ');
      for (const StepTally& s : tally.steps) cell(std::to_string(s.tally.*kind));
      cell(std::to_string(tally.total.*kind));
      text += "\n";
    };
    line("additions", &Tally::add);
    line("multiplications", &Tally::mul);
    line("divisions", &Tally::div);
    line("square roots", &Tally::sqrt);
  }
  for (const auto& [name, reason] : counts.left_out) text += "\n" + name + " " + reason + "\n";
  return text;
}

nlohmann::ordered_json json_of(const std::vector<JacobianCost>& costs) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for (const JacobianCost& c : costs) {
    if (c.failed) {
      object[c.kind] = nullptr;
    } else {
      object[c.kind] = {
          {"evaluation", c.jacobian}, {"factorization", c.factorization}, {"solution", c.solution}};
    }
  }
  return object;
}

std::string text_of(const std::vector<JacobianCost>& costs) {
  std::string text =
      "\nJacobians of implicit steps, in units of one evaluation of the accelerations (timed)\n" +
      std::string(24, ' ') + "Jacobian   factors  solution\n";
  for (const JacobianCost& c : costs) {
    text += c.kind + std::string(24 - c.kind.size(), ' ');
    if (c.failed) {
      text += "  not at the start of this model\n";
      continue;
    }
    for (const double x : {c.jacobian, c.factorization, c.solution}) {
      const std::string word = short_number(x, 3);
      text += std::string(word.size() < 8 ? 8 - word.size() : 1, ' ') + word + "  ";
    }
    text += "\n";
  }
  return text;
}

nlohmann::ordered_json json_of(const std::vector<ComponentCost>& costs) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ComponentCost& c : costs) {
    list.push_back({{"name", c.name},
                    {"alike", c.alike},
                    {"rows", c.rows},
                    {"columns", c.columns},
                    {"rank", c.rank},
                    {"filled_rows", c.filled_rows},
                    {"entries", c.entries},
                    {"dense", c.dense},
                    {"qr", flops_of(c.qr)},
                    {"moving_entries", c.moving_entries},
                    {"moving_qr", flops_of(c.moving_qr)},
                    {"routine", flops_of(c.routine)}});
  }
  return list;
}

// Table 1 of the paper on components.
std::string text_of(const std::vector<ComponentCost>& costs) {
  if (costs.empty()) return {};
  std::vector<std::vector<std::string>> rows{{"component", "alike", "A", "rank", "rows filled",
                                              "density", "dense QR", "generated QR", "density",
                                              "generated QR", "with D"}};
  for (const ComponentCost& c : costs) {
    const double all = static_cast<double>(c.rows) * c.columns;
    const auto density = [&](long entries) {
      return short_number(100.0 * static_cast<double>(entries) / all, 3) + " %";
    };
    rows.push_back({c.name, std::to_string(c.alike),
                    std::to_string(c.rows) + " x " + std::to_string(c.columns),
                    std::to_string(c.rank), std::to_string(c.filled_rows), density(c.entries),
                    short_number(c.dense, 9), std::to_string(flops_of(c.qr)),
                    density(c.moving_entries), std::to_string(flops_of(c.moving_qr)),
                    std::to_string(flops_of(c.routine))});
  }
  return "\ncomponents, bodies in absolute coordinates: operations of a dense Givens QR of A and "
         "of "
         "generated code, for bodies anywhere, then as this machine moves\n" +
         aligned(rows, 2);
}

int count(const CountWords& words) {
  const Mechanism mechanism = build_mechanism(read_model(words.model, overrides_of(words.set)));
  print_warnings(mechanism.warnings());
  const Counts counts = count_all(mechanism);
  const std::vector<ComponentCost> components = count_components(mechanism);
  std::vector<JacobianCost> costs;
  if (words.jacobians) costs = time_jacobians(mechanism, mechanism.description.simulation.step);
  if (words.json) {
    nlohmann::ordered_json object = json_of(counts);
    if (!components.empty()) object["components"] = json_of(components);
    if (words.jacobians) object["jacobians"] = json_of(costs);
    print_json(object);
  } else {
    print(text_of(counts) + text_of(components) + (words.jacobians ? text_of(costs) : ""));
  }
  return done;
}

}  // namespace

Command add_count(CLI::App& app) {
  CLI::App* parser =
      app.add_subcommand("count", "Count the operations of each solver, step by step");
  const auto words = std::make_shared<CountWords>();
  add_model_option(*parser, words->model);
  add_set_option(*parser, words->set);
  parser->add_flag("--jacobians", words->jacobians,
                   "Time the Jacobians of implicit integrators too, in units of one evaluation");
  parser->add_flag("--json", words->json, "Print one JSON object instead of the tables");
  parser->footer(
      "Examples:\n"
      "  treadle count models/hmmwv.json\n"
      "  treadle count models/hmmwv.json --jacobians\n"
      "  treadle count models/insulator/double_chain.json\n"
      "  treadle count models/four_bar.json --json");
  return {parser, [words] { return count(*words); }};
}

}  // namespace treadle::cli
