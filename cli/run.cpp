// treadle run MODEL: simulate, write the motion, a record or a report, print a summary.
#include "../src/base/text.hpp"
#include "../src/describe/units.hpp"
#include "../src/integrate/registry.hpp"
#include "../src/io/reading/files_read.hpp"
#include "../src/io/reading/read_with_figures.hpp"
#include "../src/io/tables/text_file.hpp"
#include "../src/simulation/mechanism_system.hpp"
#include "../src/statics/start_at_rest.hpp"
#include "../treadle.hpp"
#include "channel_list.hpp"
#include "command.hpp"
#include "company.hpp"
#include "figure_words.hpp"
#include "findings.hpp"
#include "generated_solvers.hpp"
#include "interrupt.hpp"
#include "output_path.hpp"
#include "parse.hpp"
#include "phase_line.hpp"
#include "print.hpp"
#include "recorded_run.hpp"
#include "report_error.hpp"
#include "run_summary.hpp"
#include "run_words.hpp"
#include "set_option.hpp"
#include "start_from.hpp"
#include "words.hpp"

#include <charconv>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace treadle::cli {

namespace {

double seconds(const char* option, const std::string& text) {
  try {
    return parse_quantity(text, dimension::time);
  } catch (const UnitError& error) {
    throw OptionError(option, error.what());
  }
}

double pure_number(const char* option, const std::string& text) {
  try {
    return parse_quantity(text, dimension::none);
  } catch (const UnitError& error) {
    throw OptionError(option, error.what());
  }
}

// 0: as many as pay.
int thread_count(const std::string& text) {
  constexpr int most = 256;
  if (text == "auto") return 0;
  int threads = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, fault] = std::from_chars(text.data(), end, threads);
  if (fault != std::errc() || rest != end || threads < 1 || threads > most) {
    throw OptionError("--threads", "'" + text + "' is no number of threads; give 1 to " +
                                       std::to_string(most) + ", or auto");
  }
  return threads;
}

RunOptions options_for(const RunWords& words, const SimulationItem& item) {
  RunOptions options = options_of(item);
  if (words.until) options.duration = seconds("--until", *words.until);
  if (words.step) options.step = seconds("--step", *words.step);
  if (words.max_step) options.max_step = seconds("--max-step", *words.max_step);
  if (words.rtol) options.rtol = pure_number("--rtol", *words.rtol);
  if (words.atol) options.atol = pure_number("--atol", *words.atol);
  if (words.output_interval) {
    options.output_interval = seconds("--output-interval", *words.output_interval);
  }
  options.integrator = words.integrator.value_or(options.integrator);
  // steps of one length are done in one time
  if (words.realtime && !words.integrator && is_adaptive(options.integrator))
    options.integrator = "semi-implicit-euler";
  options.solver = words.solver.value_or(options.solver);
  options.formulation = words.formulation.value_or(options.formulation);
  if (words.threads) options.threads = thread_count(*words.threads);
  options.constraints = words.constraints.value_or(options.constraints);
  options.jacobian = words.jacobian.value_or(options.jacobian);
  if (words.spectral_radius)
    options.spectral_radius = pure_number("--spectral-radius", *words.spectral_radius);
  options.channels = {words.bodies, words.reactions, channel_names(words.channels)};
  return options;
}

RealtimePlan realtime_for(const RunWords& words, const RunOptions& options) {
  RealtimePlan plan;
  plan.on = words.realtime;
  for (const auto& [option, given] : {std::pair{"--exchange", words.exchange.has_value()},
                                      {"--watchdog", words.watchdog.has_value()}})
    if (given && !plan.on) throw OptionError(option, "belongs to --realtime; give that too");
  if (!plan.on) return plan;
  if (is_adaptive(options.integrator)) {
    throw OptionError("--integrator",
                      "'" + options.integrator +
                          "' chooses its steps, so nobody knows how long one "
                          "takes; --realtime needs fixed steps: semi-implicit-euler, "
                          "implicit-euler or rk4");
  }
  plan.exchange = words.exchange.value_or(plan.exchange);
  if (words.watchdog) plan.options.watchdog = seconds("--watchdog", *words.watchdog);
  if (!(plan.options.watchdog > 0.0)) throw OptionError("--watchdog", "must be positive");
  return plan;
}

CheckpointPlan checkpoints_for(const RunWords& words, const RunOptions& options,
                               const FilesRead& files) {
  CheckpointPlan plan{
      words.checkpoint.value_or(""), words.resume.value_or(""), 0.1 * options.duration, {}};
  if (words.every) plan.every = seconds("--every", *words.every);
  if (words.every && !(plan.every > 0.0)) throw OptionError("--every", "must be positive");
  if (plan.to.empty() && plan.from.empty()) return plan;
  std::vector<std::string> written = words.input;
  if (words.out) written.emplace_back("out");
  if (words.record) written.emplace_back("record");
  if (words.report) written.emplace_back("report");
  if (words.start_from) written.push_back("from " + short_number(options.start_time, 17));
  plan.owner = {build_name(), files.fingerprint(words.model, overrides_of(words.set)),
                options_fingerprint(options, written)};
  return plan;
}

std::vector<std::pair<std::string, double>> inputs_for(const RunWords& words,
                                                       const Mechanism& mechanism) {
  std::vector<std::pair<std::string, double>> inputs;
  const std::vector<Input>& all = mechanism.functions.inputs();
  for (const std::string& word : words.input) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      throw OptionError("--input", "'" + word + "' is not NAME=VALUE");
    const std::string name = word.substr(0, equals);
    const int at = mechanism.functions.find_input(name);
    if (at < 0) {
      std::vector<std::string> known;
      for (const Input& input : all) known.push_back(input.name);
      throw OptionError("--input", "unknown input '" + name + "'" + suggestion(name, known));
    }
    try {
      inputs.emplace_back(name, parse_quantity(word.substr(equals + 1),
                                               all[static_cast<std::size_t>(at)].dimension));
    } catch (const UnitError& error) {
      throw OptionError("--input", "input '" + name + "': " + error.what());
    }
  }
  return inputs;
}

RunOutputs outputs_for(const RunWords& words, const RunOptions& options, const FilesRead& files) {
  RunOutputs outputs{words.out.value_or(""),
                     words.record.value_or(""),
                     words.report.value_or(""),
                     options.channels,
                     {}};
  if (!outputs.whole()) return outputs;
  const Overrides overrides = overrides_of(words.set);
  outputs.origin = {read_text_file(words.model),
                    words.model,
                    version(),
                    {},
                    files.fingerprint(words.model, overrides)};
  for (const auto& [name, value] : overrides) {
    outputs.origin.options.emplace_back("--set " + name, value);
  }
  return outputs;
}

// A wrong value that came from the command line is the option's fault, not the file's.
[[noreturn]] void blame_option(const RunWords& words, const ModelError& error) {
  const struct {
    const char* where;
    const char* option;
    bool given;
  } places[] = {
      {"simulation.duration", "--until", words.until.has_value()},
      {"simulation.step", "--step", words.step.has_value()},
      {"simulation.max_step", "--max-step", words.max_step.has_value()},
      {"simulation.rtol", "--rtol", words.rtol.has_value()},
      {"simulation.atol", "--atol", words.atol.has_value()},
      {"simulation.output_interval", "--output-interval", words.output_interval.has_value()},
      {"simulation.integrator", "--integrator", words.integrator.has_value()},
      {"simulation.solver", "--solver", words.solver.has_value()},
      {"formulation", "--formulation", words.formulation.has_value()},
      {"threads", "--threads", words.threads.has_value()},
      {"simulation.constraints", "--constraints", words.constraints.has_value()},
      {"simulation.jacobian", "--jacobian", words.jacobian.has_value()},
      {"simulation.spectral_radius", "--spectral-radius", words.spectral_radius.has_value()},
      {"channels", "--channels", words.channels.has_value()}};
  for (const auto& place : places) {
    if (place.given && error.where() == place.where) throw OptionError(place.option, error.what());
  }
  throw;
}

struct Ending {
  ExitCode code = done;
  std::optional<Complaint> complaint;
};

Ending ending_of(const RunWords& words, const RunResult& result,
                 const std::optional<std::string>& lost) {
  if (lost) return {environment_failed, Complaint{*lost, "", ""}};
  if (result.end == RunEnd::trouble) {
    return {trouble, Complaint{result.message, result.where, words.model}};
  }
  return {result.end == RunEnd::interrupted ? interrupted : done, std::nullopt};
}

int list_channels(const RunWords& words, const Mechanism& mechanism) {
  const std::vector<Column> channels = all_channels(mechanism);
  if (words.json) {
    print_json({{"channels", channels_json(channels)}});
  } else {
    print(channels_text(channels));
  }
  return done;
}

void begin_at(const std::string& path, Mechanism& mechanism, RunOptions& options) {
  options.start_time = start_from(path, mechanism);
  if (options.duration > options.start_time) return;
  throw OptionError("--until", "the run in '" + path + "' ended at " +
                                   short_number(options.start_time) +
                                   " s; give a later time to go on to");
}

// The equilibrium that the file asks for as the start; what is wrong where there is none.
std::optional<Complaint> begin_at_rest(const RunWords& words, Mechanism& mechanism) {
  const InterruptGuard guard;
  const Equilibrium rest =
      start_at_rest(mechanism, {0.0, [] { return InterruptGuard::requested(); }});
  if (rest.interrupted) return Complaint{"interrupted", "", ""};
  if (!rest.found)
    return Complaint{"\"start\": \"equilibrium\": " + rest.message, rest.where, words.model};
  for (const std::string& along : rest.words_of(ModeKind::unstable))
    print_warnings({"the equilibrium at the start is not stable; it runs away along " + along});
  return std::nullopt;
}

// All that processes of one run have to have alike.
std::string whole_fingerprint(const RunWords& words, const RunOptions& options,
                              const FilesRead& files) {
  std::vector<std::string> more = words.input;
  more.push_back(build_name());
  more.push_back(files.fingerprint(words.model, overrides_of(words.set)));
  more.push_back(short_number(options.start_time, 17));
  return options_fingerprint(options, more);
}

int simulate(const RunWords& words, Company* company = nullptr) {
  if (company == nullptr || !company->is_silent()) check_outputs(words);
  const FilesRead files;
  PhaseLine phase(words.quiet);
  phase.say("reading the model");
  auto [description, figures] = read_with_figures(words.model, overrides_of(words.set));
  if (words.list_channels) description.events.clear();  // which may look for one that is not there
  check_not_read(files_written(words), files);
  RunOptions options = options_for(words, description.simulation);
  if (!words.formulation) options.formulation = formulation_for(description);
  if (company != nullptr) check_distribution(words, options);
  phase.say("assembling");
  Mechanism mechanism = build_mechanism(description);
  if (words.list_channels) return list_channels(words, mechanism);
  if (words.start_from) {
    begin_at(*words.start_from, mechanism, options);
  } else if (description.simulation.start == "equilibrium" && !words.resume) {
    phase.say("looking for the equilibrium");
    if (const auto failed = begin_at_rest(words, mechanism)) {
      if (failed->message == "interrupted") return interrupted;
      std::cerr << to_text(*failed) << std::endl;
      if (words.json) print_json({{"error", to_json(*failed)}});
      return trouble;
    }
  }
  phase.say("looking for what is hardly meant");
  const std::vector<Finding> findings = examine(mechanism, options);
  phase.end();
  print_warnings(all_warnings(mechanism, findings));

  {
    PhaseLine choice(words.quiet);
    choice.say("choosing a solver");
    use_generated(mechanism, options);
  }
  RecordedRun record(outputs_for(words, options, files), words.quiet);
  if (words.channels) record.keep_last_row();
  if (words.ranges || has_course(mechanism.description)) record.keep_ranges();
  record.set_checkpoints(checkpoints_for(words, options, files));
  record.set_inputs(inputs_for(words, mechanism));
  record.set_figures(std::move(figures));
  record.set_realtime(realtime_for(words, options));
  if (company != nullptr) {
    record.set_company(company, whole_fingerprint(words, options, files));
    options.ranks = company->ranks();
  }
  RunResult result;
  try {
    result = record(mechanism, options);
  } catch (const ModelError& error) {
    blame_option(words, error);
  }

  print_warnings(result.warnings);
  const Ending ending = ending_of(words, result, record.lost());
  if (ending.complaint) std::cerr << to_text(*ending.complaint) << std::endl;
  if (ending.code == interrupted) {
    std::cerr << "treadle: interrupted at t = " << short_number(result.time)
              << " s; what was computed is kept" << std::endl;
  }
  if (words.json) {
    nlohmann::ordered_json object = summary_json(mechanism, options, result, record.motion());
    std::vector<std::string> warnings = all_warnings(mechanism, findings);
    warnings.insert(warnings.end(), result.warnings.begin(), result.warnings.end());
    object["warnings"] = warnings;
    object["findings"] = findings_json(findings);
    if (record.realtime()) object["realtime"] = realtime_json(*record.realtime());
    object["channels"] = channels_json(record.columns(), record.last_row());
    if (!record.ranges().empty()) object["ranges"] = record.ranges().json();
    if (!record.figures().empty()) object["figures"] = figures_json(record.figures());
    if (ending.complaint) object["error"] = to_json(*ending.complaint);
    print_json(object);
  } else if (!words.quiet) {
    const bool on_screen = words.out == "-" || words.report == "-";
    std::string summary = summary_text(mechanism, options, result, record.motion());
    summary += figures_text(record.figures());
    summary += record.ranges().text(mechanism.description);
    if (record.realtime()) summary += realtime_text(*record.realtime());
    print_beside(summary, on_screen);
  }
  return ending.code;
}

}  // namespace

Command add_run(CLI::App& app) {
  CLI::App* parser = app.add_subcommand("run", "Simulate a model and print a summary");
  const auto words = std::make_shared<RunWords>();
  const auto value = [&](const char* name, std::optional<std::string>& text, const char* type,
                         const std::string& help) {
    parser->add_option(name, text, help)->type_name(type);
  };
  add_model_option(*parser, words->model);
  value("--until", words->until, "T", "How long to simulate: 5, \"5 s\", \"200 ms\"");
  value("--step", words->step, "H",
        "Step of integrators with fixed steps, and time between rows: 0.001, \"1 ms\"");
  value("--output-interval", words->output_interval, "DT",
        "Time between rows; --step if not given");
  value("--rtol", words->rtol, "R", "Error that a step may make, as a share: 1e-8");
  value("--atol", words->atol, "A", "Error allowed besides, in SI units and radians: 1e-8");
  value("--max-step", words->max_step, "H",
        "Longest step of adaptive integrators; accuracy alone decides if not given");
  value("--integrator", words->integrator, "NAME", "One of " + listed(integrator_names()));
  value("--solver", words->solver, "NAME", "One of " + listed(solver_options()));
  value("--formulation", words->formulation, "NAME",
        "How accelerations are found: joint (joint coordinates) or component (a hierarchy of the "
        "parts of the model, or of pieces that Treadle cuts)");
  value("--threads", words->threads, "N|auto",
        "Threads that work on an evaluation, 1 if not given; auto: as many as pay. Results do not "
        "depend on it");
  value("--distribute", words->distribute, "mpi",
        "With --formulation component: the processes that mpirun has started share the "
        "components; the first one writes files. Results do not depend on how many there are");
  value("--constraints", words->constraints, "NAME",
        "How loops are kept closed: " + listed(constraint_method_names()));
  value("--jacobian", words->jacobian, "NAME",
        "What implicit integrators know of stiff forces: " + listed(jacobian_names()));
  value("--spectral-radius", words->spectral_radius, "R",
        "What generalized-alpha leaves of the fastest vibrations in a step, 0 to 1: 0.8");
  parser
      ->add_option(
          "--out", words->out,
          "Write the motion: time, coordinates, velocities; or the outputs of the model; - is "
          "standard output")
      ->type_name("FILE.csv");
  parser
      ->add_option("--report", words->report, "Write one page to look at: motion, plots, structure")
      ->type_name("FILE.html");
  parser->add_option("--record", words->record, "Write the whole run for report, h5py or MATLAB")
      ->type_name("FILE.h5");
  add_set_option(*parser, words->set);
  parser->add_option("--input", words->input, "Value of an input from the start on, with its unit")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  value("--checkpoint", words->checkpoint, "FILE", "Save the state of the run now and then");
  value("--every", words->every, "T",
        "Simulated time between two states; a tenth of the run if not given");
  value("--resume", words->resume, "FILE",
        "Go on from a saved state, with the same model, options and outputs; ends with the same "
        "numbers as a run that was never stopped");
  parser->add_flag("--realtime", words->realtime,
                   "In step with the clock, inputs and outputs exchanged with another process each "
                   "step; fixed steps only");
  value("--exchange", words->exchange, "HOW",
        "With --realtime: udp:PORT on this machine (udp:48100 if not given), shm:NAME, or none");
  value("--watchdog", words->watchdog, "T",
        "With --realtime: inputs that stop coming for longer end the run with code 1; 100 ms if "
        "not given");
  value("--start-from", words->start_from, "FILE",
        "Begin where a record (.h5), or a CSV file with all coordinates, ends; --until is the time "
        "of the end");
  parser->add_flag("--bodies", words->bodies, "Add position and orientation of every body");
  parser->add_flag("--reactions", words->reactions,
                   "Add force and moment in every joint and constraint; where redundant "
                   "equations leave a choice, a warning names them and the smallest are given");
  value(
      "--channels", words->channels, "LIST",
      "Columns by name, separated by commas; 'tip' takes tip.x and all other tip.*; * and ? stand "
      "for any letters");
  parser->add_flag("--list-channels", words->list_channels,
                   "Print all channels of the model and end");
  parser->add_flag("--ranges", words->ranges,
                   "Say the least and greatest value of every output (always, with cones)");
  parser->add_flag("--json", words->json, "Print one JSON object instead of the summary");
  parser->add_flag("--quiet", words->quiet, "No progress bar and no summary");
  parser->footer(
      "Examples:\n"
      "  treadle run models/four_bar.json\n"
      "  treadle run models/four_bar.json --until \"5 s\" --step \"0.5 ms\" --out motion.csv\n"
      "  treadle run models/four_bar.json --list-channels\n"
      "  treadle run models/four_bar.json --out m.csv --channels 'crank_p*.q,energy.*'\n"
      "  treadle run models/double_wishbone.json --report corner.html\n"
      "  treadle run models/quadruped.json --record quadruped.h5\n"
      "  treadle run models/hmmwv.json --until \"1 h\" --checkpoint hour.state --every \"1 min\"\n"
      "  treadle run models/hmmwv.json --until \"1 h\" --resume hour.state\n"
      "  treadle run models/hmmwv.json --realtime --step \"1 ms\" --channels 'chassis*'\n"
      "  treadle run model.json --set \"length=300 mm\" --set mass=2\n"
      "  mpirun -n 2 treadle run models/hmmwv/corners.json --formulation component --distribute "
      "mpi\n"
      "  treadle run models/slider_crank.json --integrator semi-implicit-euler --json");
  return {parser, [words] {
            if (!words->distribute) return simulate(*words);
            return run_together(*words->distribute, words->model,
                                [&](Company& company) { return simulate(*words, &company); });
          }};
}

}  // namespace treadle::cli
