#include "run_summary.hpp"

#include "../src/base/text.hpp"
#include "../src/integrate/registry.hpp"
#include "../treadle.hpp"
#include "overview.hpp"
#include "words.hpp"

#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

namespace treadle::cli {

namespace {

using nlohmann::ordered_json;

const char* status_word(RunEnd end) {
  switch (end) {
    case RunEnd::done:
      return "done";
    case RunEnd::interrupted:
      return "interrupted";
    case RunEnd::trouble:
      break;
  }
  return "trouble";
}

// A size that is judged, not computed with.
std::string rough(double value) {
  return std::isfinite(value) ? short_number(value, 2) : "not finite";
}

std::string drift_words(double drift) {
  return rough(drift) + (std::isfinite(drift) ? " of the largest kinetic energy" : "");
}

// Three digits, without an exponent where a person would write none.
std::string ratio_words(double ratio) {
  if (ratio < 1e3 || ratio > 1e12) return short_number(ratio, 3);
  const double unit = std::pow(10.0, std::floor(std::log10(ratio)) - 2.0);
  return short_number(std::round(ratio / unit) * unit, 15);
}

// `clustered (auto: 1788 operations against 8442 of topology)`, or the name that was asked for.
std::string solver_of(const RunResult& result) {
  return result.solver_reason.starts_with("auto")
             ? result.solver + " (" + result.solver_reason + ")"
             : result.solver;
}

// `; implicit from 0.02 s on, adams from 1.5 s on`: the first few changes of integrator 'auto'.
std::string changes_words(const RunResult& result) {
  constexpr std::size_t shown = 4;
  std::string text;
  for (std::size_t i = 0; i < result.changes.size() && i < shown; ++i) {
    text += (i == 0 ? "; " : ", ") +
            std::string(result.changes[i].implicit ? "implicit" : "adams") + " from " +
            short_number(result.changes[i].time, 4) + " s on";
  }
  return result.changes.size() > shown ? text + ", ..." : text;
}

std::string steps_words(const RunOptions& options, const RunResult& result) {
  std::string text = std::to_string(result.steps);
  if (result.steps > 0) {
    const double length = (result.time - result.start_time) / static_cast<double>(result.steps);
    text += " of " +
            (length < 1.0 ? short_number(1e3 * length, 4) + " ms" : short_number(length, 4) + " s");
  }
  if (is_adaptive(options.integrator)) {
    text += " in the mean (" + short_number(1e3 * result.smallest_step, 2) + " to " +
            short_number(1e3 * result.largest_step, 2) + " ms), " +
            counted(result.evaluations, "evaluation");
  }
  text += " with " + options.integrator + ", solver " + solver_of(result);
  if (options.formulation != "joint") text += ", formulation " + options.formulation;
  if (options.ranks) text += " on " + counted(options.ranks->size(), "process", "processes");
  text += changes_words(result);
  if (!result.jacobian.empty() && result.newton.evaluations > 0) {
    text += ", " + counted(result.failures, "refused step") + "; Jacobian " + result.jacobian +
            ": " + counted(result.newton.evaluations, "evaluation") + ", " +
            counted(result.newton.factorizations, "factorization") + ", " +
            counted(result.newton.iterations, "iteration");
  }
  if (result.refused_answers > 0 || result.singular_values > 0) {
    text += "; " + std::to_string(result.refused_answers) + " answers not proved, " +
            std::to_string(result.singular_values) + " found by singular values";
  }
  if (result.fallbacks > 0)
    text += " (" + std::to_string(result.fallbacks) + " evaluations left to the numeric core)";
  return text + ", constraints " + options.constraints;
}

// `2 (half way at 0.104719755 s, ...)`: the first few of them.
std::string events_words(const RunResult& result) {
  constexpr std::size_t shown = 6;
  std::string text = std::to_string(result.events.size()) + ":";
  for (std::size_t i = 0; i < result.events.size() && i < shown; ++i)
    text += (i > 0 ? ", " : " ") + result.events[i].name + " at " +
            short_number(result.events[i].time, 9) + " s";
  return result.events.size() > shown ? text + ", ..." : text;
}

const char* action_word(EventAction action) {
  static constexpr std::array<const char*, 4> words{"stop", "record", "switch on", "switch off"};
  return words[static_cast<std::size_t>(action)];
}

ordered_json events_json(const RunResult& result) {
  ordered_json list = ordered_json::array();
  for (const EventRecord& event : result.events)
    list.push_back(
        {{"name", event.name}, {"time", event.time}, {"action", action_word(event.action)}});
  return list;
}

// null where no implicit step was asked for.
// Numbers that processes sent each other in the whole run.
ordered_json processes_json(const RunOptions& options, const ComponentTraffic& traffic) {
  if (!options.ranks) return nullptr;
  return {
      {"count", options.ranks->size()}, {"borders", traffic.borders}, {"solves", traffic.solves},
      {"repeats", traffic.repeats},     {"up", traffic.up},           {"down", traffic.down},
      {"gathered", traffic.gathered}};
}

ordered_json jacobian_json(const RunResult& result) {
  if (result.jacobian.empty()) return nullptr;
  return {{"kind", result.jacobian},
          {"evaluations", result.newton.evaluations},
          {"factorizations", result.newton.factorizations},
          {"iterations", result.newton.iterations},
          {"matrix_entries", result.jacobian_fill.matrix},
          {"factor_entries", result.jacobian_fill.factors},
          {"patterns", result.jacobian_fill.plans}};
}

std::string simulated_words(const RunOptions& options, const RunResult& result) {
  std::string reached = short_number(result.time) + " s";
  if (result.start_time > 0.0) reached += " from " + short_number(result.start_time) + " s on";
  if (result.end == RunEnd::done) return reached;
  return reached + " of " + short_number(options.duration) + " s (" + status_word(result.end) + ")";
}

std::string wall_words(const RunResult& result) {
  std::string text = short_number(result.wall_seconds, 3) + " s";
  const double factor = result.real_time_factor;
  if (!(factor > 0.0)) return text;
  text += ", real-time factor " + short_number(factor, 3) + ": ";
  return factor < 1.0 ? text + ratio_words(1.0 / factor) + " times faster than real time"
                      : text + ratio_words(factor) + " times slower than real time";
}

// `median 2.04 us, 99.9 % within 3.1 us, worst 31 us`
std::string step_words(const StepSeconds& step) {
  const auto micro = [](double seconds) { return short_number(1e6 * seconds, 3) + " us"; };
  return "median " + micro(step.median) + ", 99.9 % within " + micro(step.p999) + ", worst " +
         micro(step.worst);
}

constexpr const char* not_whole = " could not be written to its end";

std::string motion_words(const WrittenMotion& motion) {
  if (motion.path.empty()) return "not written; --out FILE.csv or --report FILE.html writes it";
  if (motion.failed("--out")) return motion.path + not_whole;
  const std::string where = motion.path == "-" ? "standard output" : motion.path;
  return where + " (" + counted(motion.rows, "row") + ", " + counted(motion.columns, "column") +
         ")";
}

// `2: at 0.1789, 0.9866 s; 4 switches, 1 repartition`
std::string passages_words(const RunResult& result) {
  const std::vector<double>& times = result.singular_times;
  std::string text = std::to_string(times.size()) + ": at ";
  for (std::size_t i = 0; i < times.size() && i < 6; ++i)
    text += (i == 0 ? "" : ", ") + short_number(times[i], 5);
  text += times.size() > 6 ? ", ... s" : " s";
  return text + "; " + counted(result.switches, "switch", "switches") + ", " +
         counted(result.repartitions, "repartition");
}

// A number for one coordinate, an array for several.
// `{"lanes": {"answered": 800, "projected": 0, "refused": {"pivot": 3}}}`, in their order.
ordered_json method_counts(const std::vector<MethodCount>& methods) {
  ordered_json object = ordered_json::object();
  for (const MethodCount& m : methods) {
    ordered_json refused = ordered_json::object();
    for (std::size_t k = 0; k < refusal_kinds; ++k) {
      const long count = m.refused[k] + m.not_projected[k];
      if (count > 0) refused[refusal_word(static_cast<RefusalReason>(k))] = count;
    }
    object[m.name] = {
        {"answered", m.answered}, {"projected", m.projected}, {"refused", std::move(refused)}};
  }
  return object;
}

ordered_json by_joint(const std::map<std::string, std::vector<double>>& values) {
  ordered_json object = ordered_json::object();
  for (const auto& [joint, numbers] : values) {
    if (numbers.size() == 1) {
      object[joint] = numbers.front();
    } else {
      object[joint] = numbers;
    }
  }
  return object;
}

ordered_json parameters_json(const Description& description) {
  ordered_json object = ordered_json::object();
  for (const ParameterItem& item : description.parameters)
    object[item.name] = {{"value", item.value}, {"unit", item.unit}};
  return object;
}

}  // namespace

std::string summary_text(const Mechanism& mechanism, const RunOptions& options,
                         const RunResult& result, const WrittenMotion& motion) {
  std::vector<std::vector<std::string>> rows{{"steps", steps_words(options, result)},
                                             {"simulated", simulated_words(options, result)},
                                             {"wall time", wall_words(result)}};
  if (result.steps > 0) rows.push_back({"one step", step_words(result.step_seconds)});
  rows.push_back({"energy drift", drift_words(result.energy_drift)});
  if (result.contacts) {
    rows.push_back({"contacts", std::to_string(result.contacts->count) +
                                    " at the end, largest penetration " +
                                    rough(result.contacts->largest_penetration) + " m"});
    if (options.sleeping)
      rows.push_back({"asleep", std::to_string(result.contacts->asleep) + " of " +
                                    std::to_string(mechanism.topology().bodies.size()) +
                                    " bodies at the end"});
  }
  if (!result.events.empty()) rows.push_back({"events", events_words(result)});
  if (mechanism.model.rows() > 0) {
    rows.push_back({"position violation", rough(result.position_violation) + " m or rad"});
    rows.push_back({"velocity violation", rough(result.velocity_violation) + " m/s or rad/s"});
  }
  if (!result.singular_times.empty())
    rows.push_back({"singular positions", passages_words(result)});
  const bool elsewhere = !motion.record.empty() || !motion.report.empty();
  if (!motion.path.empty() || !elsewhere) rows.push_back({"motion", motion_words(motion)});
  if (!motion.record.empty())
    rows.push_back({"record", motion.record + (motion.failed("--record") ? not_whole : "")});
  if (!motion.report.empty()) {
    rows.push_back(
        {"report",
         motion.report + (motion.failed("--report") ? not_whole : " (open it in a browser)")});
  }
  if (!result.not_unique.empty())
    rows.push_back({"not unique", listed(by_owner(result.not_unique))});
  return mechanism.description.name + ": " + size_words(mechanism) + "\n" + aligned(rows, 2);
}

ordered_json summary_json(const Mechanism& mechanism, const RunOptions& options,
                          const RunResult& result, const WrittenMotion& motion) {
  const StepSeconds& step = result.step_seconds;
  ordered_json object;
  object["status"] = status_word(result.end);
  object["model"] = mechanism.description.name;
  object["version"] = version();
  object["coordinates"] = mechanism.model.nv();
  object["constraints"] = mechanism.model.rows();
  object["dof"] = mechanism.degrees_of_freedom();
  object["steps"] = result.steps;
  object["evaluations"] = result.evaluations;
  object["failures"] = result.failures;
  object["order"] = result.order;
  object["step_sizes"] = {{"smallest", result.smallest_step}, {"largest", result.largest_step}};
  object["events"] = events_json(result);
  object["wall_seconds"] = result.wall_seconds;
  object["real_time_factor"] = result.real_time_factor;
  object["energy_drift"] = result.energy_drift;
  object["position_violation"] = result.position_violation;
  object["velocity_violation"] = result.velocity_violation;
  if (result.contacts) {
    object["contacts"] = {{"count", result.contacts->count},
                          {"most", result.contacts->most},
                          {"penetration", result.contacts->penetration},
                          {"largest_penetration", result.contacts->largest_penetration},
                          {"asleep", result.contacts->asleep}};
  }
  object["solver"] = result.solver;
  object["solver_reason"] = result.solver_reason;
  object["formulation"] = options.formulation;
  object["threads"] = result.threads;
  object["processes"] = processes_json(options, result.traffic);
  object["fallbacks"] = result.fallbacks;
  object["proofs"] = {{"refused", result.refused_answers},
                      {"singular_values", result.singular_values}};
  object["methods"] = method_counts(result.methods);
  object["integrator"] = options.integrator;
  object["constraint_method"] = options.constraints;
  object["jacobian"] = jacobian_json(result);
  ordered_json changes = ordered_json::array();
  for (const MethodChange& change : result.changes)
    changes.push_back({{"time", change.time}, {"to", change.implicit ? "implicit" : "adams"}});
  object["method_changes"] = std::move(changes);
  object["switches"] = result.switches;
  object["repartitions"] = result.repartitions;
  object["singular_times"] = result.singular_times;
  object["step_seconds"] = {{"median", step.median}, {"p999", step.p999}, {"worst", step.worst}};
  object["start_time"] = result.start_time;
  object["end"] = {{"time", result.time}, {"q", by_joint(result.q)}, {"v", by_joint(result.v)}};
  object["out"] = motion.path.empty() ? ordered_json(nullptr) : ordered_json(motion.path);
  object["rows"] = motion.rows;
  object["not_unique"] = result.not_unique;
  const auto or_null = [](const std::string& path) {
    return path.empty() ? ordered_json(nullptr) : ordered_json(path);
  };
  object["record"] = or_null(motion.record);
  object["report"] = or_null(motion.report);
  object["not_written"] = motion.lost;
  object["parameters"] = parameters_json(mechanism.description);
  return object;
}

}  // namespace treadle::cli
