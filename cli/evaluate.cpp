// treadle evaluate MODEL --states FILE.csv: accelerations, multipliers and energies at given
// states.
#include "../src/analyses/state_evaluator.hpp"
#include "../src/base/text.hpp"
#include "../treadle.hpp"
#include "channel_list.hpp"
#include "command.hpp"
#include "interrupt.hpp"
#include "output_path.hpp"
#include "parse.hpp"
#include "print.hpp"
#include "progress.hpp"
#include "report_error.hpp"
#include "set_option.hpp"
#include "state_notes.hpp"
#include "states.hpp"
#include "words.hpp"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace treadle::cli {

namespace {

/// The options as they were typed.
struct EvaluateWords {
  std::string model;
  std::optional<std::string> states, solver, out;
  std::vector<std::string> set;
  bool json = false, quiet = false;
};

struct Evaluation {
  std::vector<Column> columns;
  std::vector<std::vector<double>> rows;
  std::vector<std::string> troubles;  ///< rows whose accelerations could not be found
  std::string open_loops;             ///< which states violate the loops, and how much; "" for none
  std::string others;                 ///< states at which the solver was refused; "" for none
  std::vector<std::string> not_unique;  ///< columns of multipliers
  SolverChoice solver;
  bool stopped = false;
};

// Compiled code serves runs; single states need none.
std::vector<std::string> possible_solvers() {
  std::vector<std::string> names = solver_options();
  std::erase(names, "generated");
  return names;
}

std::string solver_in(const Mechanism& mechanism) {
  const std::string& name = mechanism.description.simulation.solver;
  return name == "generated" ? "auto" : name;
}

StateEvaluator evaluator_for(const Mechanism& mechanism, const EvaluateWords& words) {
  if (words.solver == "generated") {
    throw OptionError("--solver", "solver 'generated' serves runs only; take one of " +
                                      listed(possible_solvers()));
  }
  try {
    return {mechanism, words.solver.value_or(solver_in(mechanism))};
  } catch (const ModelError& error) {
    if (words.solver && error.where() == "simulation.solver")
      throw OptionError("--solver", error.what());
    throw;
  }
}

Evaluation evaluate_all(const Mechanism& mechanism, const GivenStates& states,
                        const EvaluateWords& words) {
  const InterruptGuard guard;
  StateEvaluator evaluator = evaluator_for(mechanism, words);
  ProgressBar bar(static_cast<double>(states.rows.size()), words.quiet);
  Evaluation result;
  result.solver = evaluator.solver_choice();
  const std::size_t first = states.has_time ? 1 : 0;
  if (states.has_time) result.columns.push_back({"time", "s", channel_group::time});
  result.columns.insert(result.columns.end(), evaluator.columns().begin(),
                        evaluator.columns().end());
  OpenLoops open(mechanism);
  for (const GivenState& state : states.rows) {
    if (InterruptGuard::requested()) {
      result.stopped = true;
      break;
    }
    std::vector<double> row(result.columns.size(), state.time);
    const Report report = evaluator.evaluate(state.time, state.x, std::span(row).subspan(first));
    if (!report.ok()) {
      result.troubles.push_back("line " + std::to_string(state.line) + ": " +
                                trouble_words(mechanism, report));
    }
    open.look_at(state, row);
    result.rows.push_back(std::move(row));
    bar.update(static_cast<double>(result.rows.size()));
  }
  result.open_loops = open.words();
  result.not_unique = evaluator.not_unique();
  result.others = answered_by_others(evaluator.methods());
  return result;
}

void write_csv(CsvWriter&& writer, const Evaluation& result) {
  for (const auto& row : result.rows) writer.row(row);
  writer.close();
}

nlohmann::ordered_json json_of(const Mechanism& mechanism, const Evaluation& result,
                               const std::vector<std::string>& notes) {
  nlohmann::ordered_json object;
  object["model"] = mechanism.description.name;
  object["solver"] = result.solver.name;
  object["solver_reason"] = (result.solver.chosen ? "auto: " : "") + result.solver.reason;
  object["columns"] = channels_json(result.columns);
  object["rows"] = result.rows;
  object["notes"] = notes;
  object["not_unique"] = result.not_unique;
  object["troubles"] = result.troubles;
  return object;
}

int evaluate(const EvaluateWords& words) {
  if (!words.states) {
    throw OptionError("--states",
                      "give the file with the states, as 'treadle run MODEL --out FILE.csv' "
                      "writes them");
  }
  if (words.out && is_standard_output(*words.out) && words.json)
    need_file("--out", *words.out, "--json prints there");
  if (words.out) {
    check_writable("--out", *words.out, words.model);
    check_output_path("--out", *words.out, *words.states, "the file of the states");
  }
  const FilesRead files;
  const Mechanism mechanism = build_mechanism(read_model(words.model, overrides_of(words.set)));
  if (words.out) check_not_read({{"--out", *words.out}}, files);
  print_warnings(mechanism.warnings());
  GivenStates states = read_states(mechanism, *words.states);
  const auto tell = [](const std::string& note) {
    std::cerr << "treadle: note: " << note << std::endl;
  };
  if (!words.solver && solver_in(mechanism) != mechanism.description.simulation.solver)
    states.notes.push_back("solver 'generated' of the model serves runs only, taken instead: auto");
  for (const std::string& note : states.notes) tell(note);
  const Evaluation result = evaluate_all(mechanism, states, words);
  if (!result.open_loops.empty()) {
    tell(result.open_loops);
    states.notes.push_back(result.open_loops);
  }
  if (!result.others.empty()) {
    tell(result.others);
    states.notes.push_back(result.others);
  }
  if (!result.not_unique.empty()) print_warnings({open_reactions_words(result.not_unique)});
  print_warnings(first_of(result.troubles));
  const std::string out = words.out.value_or(words.json ? "" : "-");
  if (!out.empty()) write_csv(CsvWriter::to(out, result.columns), result);
  if (words.json) {
    print_json(json_of(mechanism, result, states.notes));
  } else if (!is_standard_output(out) && !words.quiet) {
    print(mechanism.description.name + ": " +
          counted(static_cast<long>(result.rows.size()), "state") + " with solver " +
          solver_words(result.solver) + "\n  " + out + " (" +
          counted(static_cast<long>(result.columns.size()), "column") + ")\n");
  }
  if (result.stopped) return interrupted;
  return result.troubles.empty() ? done : trouble;
}

}  // namespace

Command add_evaluate(CLI::App& app) {
  CLI::App* parser = app.add_subcommand(
      "evaluate", "Accelerations, multipliers and energies at the states of a file");
  const auto words = std::make_shared<EvaluateWords>();
  add_model_option(*parser, words->model);
  parser
      ->add_option("--states", words->states,
                   "The states, columns by joint name as run --out writes them: elbow.q, elbow.v, "
                   "chassis.q.x, time")
      ->type_name("FILE.csv");
  parser->add_option("--solver", words->solver, "One of " + listed(possible_solvers()))
      ->type_name("NAME");
  parser->add_option("--out", words->out, "Write the table here instead of standard output")
      ->type_name("FILE.csv");
  add_set_option(*parser, words->set);
  parser->add_flag("--json", words->json, "Print one JSON object instead of the table");
  parser->add_flag("--quiet", words->quiet, "No progress bar and no summary");
  parser->footer(
      "Examples:\n"
      "  treadle run models/four_bar.json --until \"1 s\" --out motion.csv\n"
      "  treadle evaluate models/four_bar.json --states motion.csv --out accelerations.csv\n"
      "  treadle evaluate models/hmmwv.json --states motion.csv --solver gauss --json");
  return {parser, [words] { return evaluate(*words); }};
}

}  // namespace treadle::cli
