// treadle bench MODEL: all solvers on the same states, proved and timed side by side.
#include "../src/acceleration/choose_solver.hpp"
#include "../src/base/text.hpp"
#include "../src/measuring/time_solvers.hpp"
#include "../src/solve/registry.hpp"
#include "../treadle.hpp"
#include "command.hpp"
#include "generated_solvers.hpp"
#include "interrupt.hpp"
#include "overview.hpp"
#include "parse.hpp"
#include "print.hpp"
#include "progress.hpp"
#include "report_error.hpp"
#include "set_option.hpp"
#include "words.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace treadle::cli {

namespace {

using nlohmann::ordered_json;

constexpr double most_seconds = 3600.0;

/// The options as they were typed.
struct BenchWords {
  std::string model;
  std::optional<std::string> solvers;
  double seconds = 2.0;
  std::vector<std::string> set;
  bool json = false, quiet = false;
};

std::vector<std::string> names_in(const std::optional<std::string>& list) {
  std::vector<std::string> names;
  if (!list) return names;
  for (std::size_t from = 0; from <= list->size();) {
    const std::size_t to = std::min(list->find(',', from), list->size());
    std::string name = list->substr(from, to - from);
    name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
    const std::vector<std::string> known = timed_names();
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw OptionError("--solver", "unknown solver '" + name + "'" + suggestion(name, known));
    names.push_back(std::move(name));
    from = to + 1;
  }
  return names;
}

double ratio_to(const BatchTimes& reference, const BatchTimes& own) {
  return own.median > 0.0 ? reference.median / own.median : 0.0;
}

std::string time_words(double nanoseconds) {
  return nanoseconds < 1e6 ? short_number(1e-3 * nanoseconds, 4) + " us"
                           : short_number(1e-6 * nanoseconds, 4) + " ms";
}

std::string spread_words(const BatchTimes& times) {
  const double percent = 50.0 * times.spread() / std::max(times.median, 1e-9);
  return "+-" + short_number(percent, percent < 100.0 ? 2 : 3) + " %";
}

std::string note_on(const SolverTime& entry) {
  return entry.multipliers ? "" : "without multipliers";
}

std::string times_text(const SolverTimes& times) {
  const SolverTime* reference = times.find(times.reference);
  std::vector<std::vector<std::string>> rows{
      {"solver", "solve", "", "ratio", "evaluation", "", "ratio", "error", ""}};
  const auto ratio = [&](BatchTimes SolverTime::*part, const SolverTime& entry) {
    return reference == nullptr ? "" : short_number(ratio_to(reference->*part, entry.*part), 3);
  };
  std::vector<std::vector<std::string>> refused;  // apart, since their words are long
  for (const SolverTime& entry : times.solvers) {
    if (!entry.refusal.empty()) {
      refused.push_back({entry.name, entry.refusal});
      continue;
    }
    const bool alone = entry.separable;
    rows.push_back({entry.name, alone ? time_words(entry.solve.median) : "",
                    alone ? spread_words(entry.solve) : "",
                    alone ? ratio(&SolverTime::solve, entry) : "", time_words(entry.whole.median),
                    spread_words(entry.whole), ratio(&SolverTime::whole, entry),
                    short_number(entry.error, 2), note_on(entry)});
  }
  return aligned(rows, 2) + aligned(refused, 2);
}

// One line for each solver: its steps with their times and shares.
std::string steps_text(const SolverTimes& times) {
  std::string text;
  for (const SolverTime& entry : times.solvers) {
    double sum = 0.0;
    for (const auto& [step, time] : entry.steps) sum += time;
    if (!(sum > 0.0)) continue;
    std::vector<std::vector<std::string>> rows(3);
    rows[0] = {entry.name};
    rows[1] = rows[2] = {""};
    for (const auto& [step, time] : entry.steps) {
      rows[0].push_back(step);
      rows[1].push_back(time_words(time));
      rows[2].push_back(short_number(100.0 * time / sum, 2) + " %");
    }
    text += aligned(rows, 2);
  }
  return text.empty() ? "" : "\nsteps of the solve, with a clock between them\n" + text;
}

std::string text_of(const Mechanism& mechanism, const SolverTimes& times) {
  std::string text = mechanism.description.name + ": " + size_words(mechanism) + "\n";
  text += counted(static_cast<long>(times.states), "state") + ", " +
          counted(times.rounds, "round") + " of batches in turn; medians and half the spread of " +
          "the middle half\n";
  if (!times.reference.empty())
    text += "ratios: time of " + times.reference + " over time of this one\n";
  return text + "\n" + times_text(times) + steps_text(times);
}

ordered_json json_of(const SolverTime& entry, const SolverTime* reference) {
  const auto number = [&](double value) {
    return entry.refusal.empty() ? ordered_json(value) : ordered_json(nullptr);
  };
  const auto ratio = [&](BatchTimes SolverTime::*part) {
    return reference == nullptr ? ordered_json(nullptr)
                                : number(ratio_to(reference->*part, entry.*part));
  };
  const auto alone = [&](ordered_json value) {
    return entry.separable ? std::move(value) : ordered_json(nullptr);
  };
  ordered_json object{{"solve_ns", alone(number(entry.solve.median))},
                      {"solve_ratio", alone(ratio(&SolverTime::solve))},
                      {"solve_spread", alone(number(entry.solve.spread()))},
                      {"solve_least_ns", alone(number(entry.solve.least))},
                      {"ns", number(entry.whole.median)},
                      {"ratio", ratio(&SolverTime::whole)},
                      {"spread", number(entry.whole.spread())},
                      {"least_ns", number(entry.whole.least)},
                      {"error", entry.error},
                      {"difference", entry.difference},
                      {"multipliers", entry.multipliers}};
  object["refusal"] = entry.refusal.empty() ? ordered_json(nullptr) : ordered_json(entry.refusal);
  ordered_json steps = ordered_json::object();
  for (const auto& [step, time] : entry.steps) steps[step] = time;
  object["steps"] = steps;
  return object;
}

ordered_json json_of(const Mechanism& mechanism, const SolverTimes& times) {
  const SolverTime* reference = times.find(times.reference);
  ordered_json solvers = ordered_json::object();
  for (const SolverTime& entry : times.solvers) solvers[entry.name] = json_of(entry, reference);
  ordered_json object{{"model", mechanism.description.name}, {"version", version()}};
  object["coordinates"] = mechanism.model.nv();
  object["constraints"] = mechanism.model.rows();
  object["states"] = times.states;
  object["unproved_states"] = times.unproved;
  object["rounds"] = times.rounds;
  object["reference"] =
      times.reference.empty() ? ordered_json(nullptr) : ordered_json(times.reference);
  object["solvers"] = solvers;
  return object;
}

std::string unproved_words(const SolverTimes& times) {
  return counted(times.unproved, "state") +
         " left out, where accelerations are not unique: " + times.why +
         (times.states > 0 ? "" : "; start in another position, nothing was measured");
}

int bench(const BenchWords& words) {
  if (!(words.seconds > 0.0 && words.seconds <= most_seconds)) {
    throw OptionError("--seconds", "give a number above 0 and at most " +
                                       short_number(most_seconds) + ", for example 5");
  }
  std::vector<std::string> names = names_in(words.solvers);
  TimingOptions options;
  options.seconds = words.seconds;
  const Mechanism mechanism = build_mechanism(read_model(words.model, overrides_of(words.set)));
  print_warnings(mechanism.warnings());
  options.methods = take_methods(mechanism, names);
  options.solvers = names;
  const InterruptGuard guard;
  ProgressBar bar(words.seconds, words.quiet);
  options.progress = [&](double gone) {
    bar.update(gone);
    return !InterruptGuard::requested();
  };
  const SolverTimes times = time_solvers(mechanism, options);
  bar.clear();
  if (words.json) {
    print_json(json_of(mechanism, times));
  } else {
    print(text_of(mechanism, times));
  }
  if (times.unproved > 0) print_warnings({unproved_words(times)});
  if (times.stopped) return interrupted;
  if (times.states == 0) return trouble;
  const bool wrong =
      std::any_of(times.solvers.begin(), times.solvers.end(),
                  [](const SolverTime& entry) { return entry.refusal.starts_with("wrong"); });
  return wrong ? trouble : done;
}

}  // namespace

Command add_bench(CLI::App& app) {
  CLI::App* parser =
      app.add_subcommand("bench", "Time all solvers side by side on the states of a model");
  const auto words = std::make_shared<BenchWords>();
  add_model_option(*parser, words->model);
  parser->add_option("--solver", words->solvers, "Some of " + listed(timed_names()))
      ->type_name("NAME,...");
  parser
      ->add_option("--seconds", words->seconds, "How long to measure, all together; 2 if not given")
      ->type_name("S");
  add_set_option(*parser, words->set);
  parser->add_flag("--json", words->json, "Print one JSON object instead of the tables");
  parser->add_flag("--quiet", words->quiet, "No progress bar");
  parser->footer(
      "Examples:\n"
      "  treadle bench models/hmmwv.json\n"
      "  treadle bench models/four_bar.json --solver topology,clustered --seconds 5\n"
      "  treadle bench models/hmmwv.json --json");
  return {parser, [words] { return bench(*words); }};
}

}  // namespace treadle::cli
