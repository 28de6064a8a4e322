// treadle linearize MODEL: the mechanism near a state as a linear system, with its modes.
#include "../src/linearize/linearize.hpp"

#include "../src/base/text.hpp"
#include "../src/linearize/known_motion.hpp"
#include "../src/statics/rest_row.hpp"
#include "../treadle.hpp"
#include "channel_list.hpp"
#include "command.hpp"
#include "interrupt.hpp"
#include "linear_files.hpp"
#include "mode_report.hpp"
#include "output_path.hpp"
#include "parse.hpp"
#include "print.hpp"
#include "report_error.hpp"
#include "set_option.hpp"
#include "start_from.hpp"
#include "state_notes.hpp"
#include "viewer.hpp"
#include "words.hpp"

#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace treadle::cli {

namespace {

struct LinearizeWords {
  std::string model;
  std::optional<std::string> at, out, channels, vary, report;
  std::vector<std::string> set;
  bool json = false, quiet = false;
};

/// What went wrong, with the code for it.
struct LinearTrouble {
  int code = trouble;
  Complaint complaint;
};

bool is_time(const std::string& word) {
  try {
    static_cast<void>(parse_quantity(word, dimension::time));
    return true;
  } catch (const UnitError&) {
    return false;
  }
}

std::vector<double> whole_state(const Mechanism& m, const std::vector<double>& q,
                                const std::vector<double>& v) {
  std::vector<double> x(q);
  x.insert(x.end(), v.begin(), v.end());
  const std::vector<double> states = m.functions.start_states();
  x.insert(x.end(), states.begin(), states.end());
  x.push_back(0.0);
  return x;
}

// The state that was asked for; trouble where there is none.
std::optional<LinearTrouble> find_point(const LinearizeWords& words, Mechanism& m,
                                        KnownState& point) {
  const auto stop = [] { return InterruptGuard::requested(); };
  const std::string at = words.at.value_or("0");
  if (at == "equilibrium") {
    const Equilibrium rest = find_equilibrium(m, {0.0, stop});
    if (rest.interrupted) return LinearTrouble{interrupted, {}};
    if (!rest.found) return LinearTrouble{trouble, {rest.message, rest.where, words.model}};
    point = known_at_rest(m, rest);
    return std::nullopt;
  }
  double t = 0.0;
  std::vector<double> x;
  if (is_time(at)) {
    t = parse_quantity(at, dimension::time);
    if (!(t >= 0.0)) throw OptionError("--at", "a time must not be negative");
    std::string message;
    x = t > 0.0 ? state_at(m, t, stop, message) : whole_state(m, m.start.q, m.start.v);
    if (stop()) return LinearTrouble{interrupted, {}};
    if (x.empty()) return LinearTrouble{trouble, {"--at " + at + ": " + message, "", words.model}};
  } else {
    t = start_from(at, m, "--at");
    x = whole_state(m, m.start.q, m.start.v);
  }
  const Report report = known_motion(m, t, x, point);
  if (!report.ok()) return LinearTrouble{trouble, {trouble_words(m, report), "", words.model}};
  return std::nullopt;
}

std::string eigenvalue_words(const std::complex<double>& value) {
  if (value.imag() == 0.0) return short_number(value.real(), 6);
  return short_number(value.real(), 6) + (value.imag() < 0.0 ? " - " : " + ") +
         short_number(std::fabs(value.imag()), 6) + "i";
}

std::string linear_text(const Mechanism& m, const Linearization& linear) {
  std::string text = m.description.name + ": " +
                     counted(static_cast<long>(linear.states.size()), "state") + ", " +
                     counted(static_cast<long>(linear.inputs.size()), "input") + ", " +
                     counted(static_cast<long>(linear.outputs.size()), "output") +
                     "\n  linearized: " + linear.what + "\n  states: ";
  std::vector<std::string> names;
  for (const LinearName& state : linear.states) names.push_back(state.name);
  text += listed(names) + "\n";
  std::vector<std::vector<std::string>> rows{
      {"eigenvalue (1/s)", "frequency (Hz)", "damping ratio", "moves most"}};
  for (const LinearMode& mode : linear.modes) {
    rows.push_back(
        {eigenvalue_words(mode.eigenvalue), mode.rigid ? "0" : short_number(mode.frequency_hz, 6),
         mode.rigid ? "nothing resists it" : short_number(mode.damping_ratio, 4), mode.words});
  }
  return text + "modes\n" + aligned(rows, 2);
}

struct Sweep {
  std::string name;
  std::vector<double> values;
  std::string unit;  ///< behind the numbers
};

// NAME=FROM:TO:COUNT; a unit behind TO belongs to both.
Sweep sweep_of(const std::string& word) {
  const auto wrong = [&]() -> OptionError {
    return {"--vary", "'" + word + "' is not NAME=FROM:TO:COUNT, like \"stiffness=100:900:9\""};
  };
  const std::size_t equals = word.find('='), first = word.find(':'),
                    second = word.find(':', first + 1);
  if (equals == std::string::npos || equals == 0 || first == std::string::npos ||
      second == std::string::npos)
    throw wrong();
  Sweep sweep;
  sweep.name = word.substr(0, equals);
  double from = 0.0, to = 0.0;
  long count = 0;
  try {
    std::size_t end = 0;
    from = std::stod(word.substr(equals + 1, first - equals - 1));
    const std::string last = word.substr(first + 1, second - first - 1);
    to = std::stod(last, &end);
    sweep.unit = last.substr(end);
    count = std::stol(word.substr(second + 1));
  } catch (const std::exception&) {
    throw wrong();
  }
  if (count < 1 || count > 100000) throw OptionError("--vary", "give a count from 1 to 100000");
  for (long k = 0; k < count; ++k)
    sweep.values.push_back(count == 1 ? from
                                      : from + (to - from) * static_cast<double>(k) /
                                                   static_cast<double>(count - 1));
  return sweep;
}

/// One model with its linear system.
struct Linearized {
  std::unique_ptr<Mechanism> mechanism;
  KnownState point;
  Linearization linear;
};

std::optional<LinearTrouble> linearize_one(const LinearizeWords& words,
                                           const std::vector<std::string>& set, bool warn,
                                           Linearized& out) {
  out.mechanism =
      std::make_unique<Mechanism>(build_mechanism(read_model(words.model, overrides_of(set))));
  if (warn) print_warnings(out.mechanism->warnings());
  if (auto failed = find_point(words, *out.mechanism, out.point)) return failed;
  try {
    out.linear =
        linearize(*out.mechanism, out.point, {false, false, channel_names(words.channels)});
  } catch (const ModelError& error) {
    if (error.where() == "channels") throw OptionError("--channels", error.what());
    throw;
  }
  if (out.linear.singular > 0) {
    return LinearTrouble{
        trouble,
        {"a singular position: " + counted(out.linear.singular, "direction") + " of the motion " +
             (out.linear.singular == 1 ? "is" : "are") +
             " free just here alone, where loops say less than elsewhere; small motions are no "
             "linear system there; change lengths, springs or loads so that it rests elsewhere",
         "", words.model}};
  }
  return std::nullopt;
}

int tell_trouble(const LinearizeWords& words, const LinearTrouble& failed) {
  if (failed.code == interrupted) return interrupted;
  std::cerr << to_text(failed.complaint) << std::endl;
  if (words.json) print_json({{"error", to_json(failed.complaint)}});
  return failed.code;
}

// Eigenvalues along a parameter: a row for each value.
int root_locus(const LinearizeWords& words) {
  const Sweep sweep = sweep_of(*words.vary);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::vector<std::vector<std::string>> rows{{sweep.name, "eigenvalues (1/s)"}};
  std::vector<LocusRow> locus;
  std::string name;
  for (std::size_t k = 0; k < sweep.values.size(); ++k) {
    std::vector<std::string> set = words.set;
    set.push_back(sweep.name + "=" + short_number(sweep.values[k], 17) + sweep.unit);
    Linearized one;
    if (const auto failed = linearize_one(words, set, k == 0, one)) {
      if (failed->code == interrupted) return interrupted;
      std::cerr << to_text({sweep.name + " = " + short_number(sweep.values[k]) + sweep.unit + ": " +
                                failed->complaint.message,
                            failed->complaint.where, words.model})
                << std::endl;
      list.push_back({{"value", sweep.values[k]}, {"error", failed->complaint.message}});
      continue;
    }
    name = one.mechanism->description.name;
    std::string all;
    for (const auto& value : one.linear.eigenvalues) {
      if (value.imag() < 0.0) continue;
      all += (all.empty() ? "" : "   ") + eigenvalue_words(value);
    }
    rows.push_back({short_number(sweep.values[k]) + sweep.unit, all});
    locus.push_back({sweep.values[k], one.linear.eigenvalues});
    list.push_back({{"value", sweep.values[k]}, {"eigenvalues", eigenvalues_json(one.linear)}});
  }
  if (words.out) write_text_file(*words.out, locus_bytes(*words.out, sweep.name, locus));
  if (words.json) {
    print_json({{"model", name}, {"vary", sweep.name}, {"unit", sweep.unit}, {"locus", list}});
  } else if (!words.quiet) {
    print(name + ": eigenvalues along " + sweep.name + "; of a pair the upper one\n" +
          aligned(rows, 2));
  }
  return locus.empty() ? trouble : done;
}

int linearize_command(const LinearizeWords& words) {
  const InterruptGuard guard;
  if (words.out) {
    need_file("--out", *words.out, "matrices are bytes");
    check_linear_path(*words.out, words.vary.has_value());
    check_writable("--out", *words.out, words.model);
  }
  if (words.report) {
    if (words.vary) throw OptionError("--report", "shows the modes of one model; leave out --vary");
    need_file("--report", *words.report, "the summary is printed there");
    need_viewer("--report");
    check_writable("--report", *words.report, words.model);
  }
  if (words.vary) return root_locus(words);
  const FilesRead files;
  Linearized one;
  const auto failed = linearize_one(words, words.set, true, one);
  if (words.out) check_not_read({{"--out", *words.out}}, files);
  if (failed) return tell_trouble(words, *failed);
  if (words.report)
    write_text_file(*words.report, mode_report(words.model, *one.mechanism, one.point, one.linear));
  if (words.out)
    write_text_file(*words.out,
                    linear_bytes(*words.out, one.mechanism->description.name, one.linear));
  if (words.json) {
    print_json(linear_json(one.mechanism->description.name, one.linear));
  } else if (!words.quiet) {
    print(linear_text(*one.mechanism, one.linear) +
          (words.out ? "  " + *words.out + "\n" : std::string()));
  }
  return done;
}

}  // namespace

Command add_linearize(CLI::App& app) {
  CLI::App* parser = app.add_subcommand(
      "linearize", "The mechanism near a state as a linear system: A, B, C, D, modes, root locus");
  const auto words = std::make_shared<LinearizeWords>();
  add_model_option(*parser, words->model);
  parser
      ->add_option(
          "--at", words->at,
          "Where: a time of its motion (0, the start, if not given), 'equilibrium', or the "
          "last row of a file that run wrote (.csv, .h5)")
      ->type_name("TIME|equilibrium|FILE");
  parser
      ->add_option("--out", words->out,
                   "Write matrices and names for MATLAB and Octave, for numpy, or as JSON; with "
                   "--vary the eigenvalues, also as .csv or as a picture")
      ->type_name("FILE.mat|.npz|.json");
  parser
      ->add_option("--channels", words->channels,
                   "Outputs y by name, separated by commas, as for treadle run; the outputs of the "
                   "model if not given, or its coordinates and velocities")
      ->type_name("LIST");
  parser
      ->add_option("--vary", words->vary,
                   "Root locus: eigenvalues for values of a parameter, \"stiffness=100:900 N/m:9\"")
      ->type_name("NAME=FROM:TO:COUNT");
  parser
      ->add_option("--report", words->report, "A page on which the modes move, one after the other")
      ->type_name("FILE.html");
  add_set_option(*parser, words->set);
  parser->add_flag("--json", words->json, "Print one JSON object instead of the summary");
  parser->add_flag("--quiet", words->quiet, "No summary");
  parser->footer(
      "Examples:\n"
      "  treadle linearize models/pendulum.json --at equilibrium\n"
      "  treadle linearize models/hmmwv.json --at equilibrium --out car.mat\n"
      "  treadle linearize models/four_bar.json --at \"0.5 s\" --channels crank_pivot.q --json\n"
      "  treadle linearize shaft.json --vary \"speed=0:300 rad/s:31\" --out locus.svg");
  return {parser, [words] { return linearize_command(*words); }};
}

}  // namespace treadle::cli
