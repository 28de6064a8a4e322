// What is known after a run: the table of a report as JSON.
#include "../base/text.hpp"
#include "report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::ordered_json;

/// Rows of the table.
class SummaryTable {
 public:
  ordered_json& add(const char* label, const std::string& value, const char* unit = "") {
    ordered_json row{{"label", label}, {"value", value}};
    if (*unit != '\0') row["unit"] = unit;
    rows_.push_back(std::move(row));
    return rows_.back();
  }
  ordered_json take() { return std::move(rows_); }

 private:
  ordered_json rows_ = ordered_json::array();
};

std::string rough(double value) {
  return std::isfinite(value) ? short_number(value, 3) : "not finite";
}

// Bounds between good, doubtful and bad; what is not finite is bad.
const char* judge(double value, double good, double doubtful) {
  if (value <= good) return "ok";
  return value <= doubtful ? "warn" : "bad";
}

std::string milliseconds(double seconds) { return short_number(1e3 * seconds, 4); }

std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string solver_note(const RunResult& result) {
  std::string text = result.solver_reason + "; ";
  if (result.solver == "clustered") return text + "it eliminates each loop where it closes";
  if (result.solver.starts_with("topology"))
    return text + "it works along the tree: no zero is multiplied, and no entry is filled in";
  return text + "dense, for comparison";
}

void add_ending(const RunOptions& options, const RunResult& result, SummaryTable& table) {
  ordered_json& row = table.add("simulated", short_number(result.time), "s");
  switch (result.end) {
    case RunEnd::done:
      row["level"] = "ok";
      break;
    case RunEnd::interrupted:
      row["level"] = "warn";
      row["note"] = "interrupted; " + short_number(options.duration) + " s were asked for";
      break;
    case RunEnd::trouble:
      row["level"] = "bad";
      row["note"] = result.message;
      break;
  }
}

void add_quality(const Mechanism& m, const RunResult& result, SummaryTable& table) {
  ordered_json& drift = table.add("energy balance, largest error", rough(result.energy_drift));
  drift["note"] = "of the largest kinetic energy, with the work of all forces counted";
  drift["level"] = judge(result.energy_drift, 1e-3, 1e-1);
  if (m.model.rows() == 0) return;
  ordered_json& position =
      table.add("loops open by at most", rough(result.position_violation), "m or rad");
  position["level"] = judge(result.position_violation, 1e-6, 1e-3);
  ordered_json& velocity =
      table.add("loops drift by at most", rough(result.velocity_violation), "m/s or rad/s");
  velocity["level"] = judge(result.velocity_violation, 1e-5, 1e-2);
}

void add_contacts(const RunResult& result, SummaryTable& table) {
  if (!result.contacts) return;
  const ContactFacts& facts = *result.contacts;
  table.add("points that touch at the end", std::to_string(facts.count))["note"] =
      "most in a step: " + std::to_string(facts.most);
  const auto millimetres = [](double metres) { return short_number(1e3 * metres, 3); };
  table.add("largest penetration", millimetres(facts.largest_penetration), "mm")["note"] =
      millimetres(facts.penetration) + " mm at the end";
}

void add_structure(const Mechanism& m, SummaryTable& table) {
  table.add("degrees of freedom", std::to_string(m.degrees_of_freedom()));
  table.add("coordinates", std::to_string(m.model.nv()));
  const std::size_t redundant = m.redundancy.rows.size();
  ordered_json& equations = table.add("equations of loops", std::to_string(m.model.rows()));
  if (redundant > 0) {
    equations["note"] = std::to_string(redundant) + " of them say nothing new and are left out: " +
                        list_of(m.redundant_names());
  }
  for (const Loop& loop : m.topology().loops) {
    if (loop.joint >= 0) table.add("cut joint", loop.name)["note"] = loop.reason;
  }
}

void add_steps(const RunOptions& options, const RunResult& result, const StepSizes& steps,
               SummaryTable& table) {
  table.add("steps", std::to_string(result.steps))["note"] =
      "with " + options.integrator + "; " + std::to_string(result.evaluations) + " evaluations, " +
      std::to_string(result.failures) + " steps tried in vain";
  if (steps.count > 0) {
    table.add("step, least", milliseconds(steps.least), "ms");
    table.add("step, mean", milliseconds(steps.sum / static_cast<double>(steps.count)), "ms");
    table.add("step, greatest", milliseconds(steps.greatest), "ms");
  }
}

void add_times(const RunResult& result, SummaryTable& table) {
  table.add("wall time", short_number(result.wall_seconds, 3), "s");
  if (result.real_time_factor > 0.0) {
    table.add("wall time over simulated time", short_number(result.real_time_factor, 3))["note"] =
        "below 1: faster than real time";
  }
  if (result.steps > 0) {
    const auto micro = [](double s) { return short_number(1e6 * s, 3); };
    table.add("one step, median", micro(result.step_seconds.median), "µs");
    table.add("one step, 99.9 % within", micro(result.step_seconds.p999), "µs");
    table.add("one step, worst", micro(result.step_seconds.worst), "µs");
  }
}

void add_figures(const std::vector<Figure>& figures, SummaryTable& table) {
  for (const Figure& f : figures) {
    if (f.missing.empty()) {
      table.add(f.name.c_str(), short_number(f.value, 4), f.unit == "1" ? "" : f.unit.c_str());
    } else {
      table.add(f.name.c_str(), "none")["note"] = f.missing;
    }
  }
}

ordered_json events_of(const RunResult& result) {
  static constexpr std::array<const char*, 4> kinds{"stop", "record", "switch on", "switch off"};
  ordered_json list = ordered_json::array();
  for (const EventRecord& event : result.events) {
    list.push_back({{"time", event.time},
                    {"label", event.name},
                    {"kind", kinds[static_cast<std::size_t>(event.action)]}});
  }
  for (const double time : result.singular_times)
    list.push_back({{"time", time}, {"label", "singular position"}, {"kind", "singular"}});
  return list;
}

std::string to_text(ordered_json summary, ordered_json messages, ordered_json events) {
  const ordered_json object{{"summary", std::move(summary)},
                            {"messages", std::move(messages)},
                            {"events", std::move(events)}};
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace

void StepSizes::add(double size) {
  least = count == 0 ? size : std::min(least, size);
  greatest = std::max(greatest, size);
  sum += size;
  ++count;
}

std::string report_result(const Mechanism& mechanism, const RunOptions& options,
                          const RunResult& result, const StepSizes& steps,
                          const std::vector<Figure>& figures) {
  SummaryTable table;
  add_ending(options, result, table);
  add_figures(figures, table);
  add_quality(mechanism, result, table);
  add_contacts(result, table);
  add_structure(mechanism, table);
  table.add("solver", result.solver)["note"] = solver_note(result);
  table.add("loops are kept closed by", options.constraints);
  add_steps(options, result, steps, table);
  add_times(result, table);
  ordered_json messages = ordered_json::array();
  if (!result.message.empty()) messages.push_back(result.message);
  for (const std::string& warning : result.warnings) messages.push_back(warning);
  return to_text(table.take(), std::move(messages), events_of(result));
}

std::string report_of_unfinished(std::size_t rows, double time) {
  SummaryTable table;
  ordered_json& row = table.add("recorded", short_number(time), "s");
  row["level"] = "warn";
  row["note"] = "the run did not come to its end; " + std::to_string(rows) + " rows were kept";
  return to_text(table.take(),
                 {"The run did not come to its end: balances and step sizes are not known."},
                 ordered_json::array());
}

}  // namespace treadle
