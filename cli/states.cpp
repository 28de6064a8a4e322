#include "states.hpp"

#include "../src/acceleration/state_layout.hpp"
#include "../src/base/text.hpp"
#include "../src/describe/units.hpp"
#include "../src/io/tables/csv_table.hpp"
#include "../src/io/tables/text_file.hpp"
#include "../src/joints/dispatch.hpp"
#include "../src/simulation/sampler.hpp"
#include "report_error.hpp"
#include "words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace treadle::cli {

namespace {

constexpr double quaternion_slack = 1e-6;

/// A number of a state as the file names it.
struct Slot {
  std::string name, unit;
  std::size_t place = 0;  ///< in x before joints are turned along the tree
  bool velocity = false, given = false;
};

/// A column of the file: where its numbers go and what they are multiplied with.
struct Target {
  std::string name;
  enum { state, time, nothing } kind = nothing;
  std::size_t place = 0;
  double factor = 1.0;
};

bool is_number(const CsvColumn& column) {
  const char *begin = column.name.data(), *end = begin + column.name.size();
  double number = 0.0;
  return std::from_chars(begin, end, number).ptr == end;
}

class StateReader {
 public:
  StateReader(const Mechanism& mechanism, const std::string& option, const std::string& path)
      : mechanism_(mechanism), option_(option), path_(path) {
    make_slots();
  }

  GivenStates read(const std::string& text) {
    const CsvTable table = parse_csv(text, CsvHeader::always);
    if (std::all_of(table.header.begin(), table.header.end(), is_number)) {
      fail(1, "there is no line with names of columns; 'treadle run MODEL --out " + path_ +
                  "' shows how they are called");
    }
    for (const CsvColumn& column : table.header) targets_.push_back(target_of(column));
    check_quaternions();
    tell_missing();
    for (const CsvRow& row : table.rows) states_.rows.push_back(state_of(row));
    if (states_.rows.empty()) fail(1, "there are no rows of numbers");
    return std::move(states_);
  }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& message) const {
    throw OptionError(option_, path_ + ": line " + std::to_string(line) + ": " + message);
  }
  // Words about a column have names of the model and nothing out of the file, which may be anything
  // that can be read.
  [[noreturn]] void fail(std::size_t line, std::size_t column, const std::string& message) const {
    const bool known = column < targets_.size();
    throw OptionError(option_, path_ + ": line " + std::to_string(line) + ", column " +
                                   std::to_string(column + 1) +
                                   (known ? " (" + targets_[column].name + ")" : "") + ": " +
                                   message);
  }

  void add_slots(const TreeBody& body, bool velocity) {
    const auto& names = velocity ? velocity_names(body.type) : coordinate_names(body.type);
    const int first = velocity ? mechanism_.model.nq() + body.v_at : body.q_at;
    for (std::size_t k = 0; k < names.size(); ++k) {
      std::string name = body.joint + (velocity ? ".v" : ".q");
      if (*names[k].suffix != '\0') name += std::string(".") + names[k].suffix;
      slot_at_.emplace(name, slots_.size());
      names_.push_back(name);
      slots_.push_back({name, names[k].unit, static_cast<std::size_t>(first) + k, velocity, false});
    }
  }

  // The start is written in the coordinates of a person, into which each row is then read.
  void make_slots() {
    names_.push_back("time");
    const std::vector<double> own = mechanism_.functions.start_states();
    const StateLayout layout(mechanism_.model, own.size());
    start_.assign(layout.state_size(), 0.0);
    std::copy(mechanism_.start.q.begin(), mechanism_.start.q.end(), start_.begin());
    std::copy(own.begin(), own.end(), layout.states(std::span<double>(start_)).begin());
    for (const TreeBody& body : mechanism_.topology().bodies) {
      add_slots(body, false);
      add_slots(body, true);
      turn(body, start_);
    }
  }

  void turn(const TreeBody& body, std::vector<double>& x) const {
    double* q = x.data() + body.q_at;
    double* v = x.data() + mechanism_.model.nq() + body.v_at;
    turn_joint(body.type, body.reversed, {q, static_cast<std::size_t>(body.nq)},
               {v, static_cast<std::size_t>(body.nv)});
  }

  [[nodiscard]] double factor_of(const CsvColumn& column, const std::string& unit) {
    if (column.unit.empty() || column.unit == unit) return 1.0;
    const Dimension kind =
        unit == "1" ? dimension::none : read_quantity("1 " + unit, dimension::none).kind;
    try {
      return parse_quantity("1 " + column.unit, kind);
    } catch (const UnitError&) {
      targets_.push_back({column.name});
      fail(1, targets_.size() - 1,
           "the unit does not fit; " + kind_name(kind) + " is needed, for example [" + unit + "]");
    }
  }

  // Channels that are no state are passed over, so that any file of a run will do.
  [[nodiscard]] bool other_channel(const std::string& name) {
    if (channels_.empty()) {
      for (const Column& column : all_channels(mechanism_)) channels_.insert(column.name);
    }
    return channels_.contains(name);
  }

  Target target_of(const CsvColumn& column) {
    if (!seen_.insert(column.name).second) fail(1, targets_.size(), "this name was there before");
    if (column.name == "time") {
      states_.has_time = true;
      return {column.name, Target::time, 0, factor_of(column, "s")};
    }
    const auto found = slot_at_.find(column.name);
    if (found != slot_at_.end()) {
      Slot& slot = slots_[found->second];
      slot.given = true;
      return {column.name, Target::state, slot.place, factor_of(column, slot.unit)};
    }
    if (!other_channel(column.name))
      fail(1, targets_.size(), "unknown name" + suggestion(column.name, names_));
    passed_over_.push_back(column.name);
    return {column.name};
  }

  // Of a quaternion, all four numbers or none.
  void check_quaternions() const {
    for (const TreeBody& body : mechanism_.topology().bodies) {
      if (!quaternion_at(body)) continue;
      const std::string stem = body.joint + ".q.q";
      std::vector<std::string> missing;
      for (const char* part : {"w", "x", "y", "z"}) {
        if (!slots_[slot_at_.at(stem + part)].given) missing.push_back(stem + part);
      }
      if (missing.empty() || missing.size() == 4) continue;
      fail(1, "of the orientation of '" + body.joint + "' " + listed(missing) +
                  " is missing; give all four numbers or none");
    }
  }

  void tell_missing() {
    std::vector<std::string> coordinates, velocities;
    for (const Slot& slot : slots_) {
      if (slot.given) continue;
      (slot.velocity ? velocities : coordinates).push_back(slot.name);
      states_.missing.push_back(slot.name);
    }
    const auto note = [&](const std::string& words, const std::vector<std::string>& names) {
      if (!names.empty()) states_.notes.push_back(words + listed(names));
    };
    note("not in the file, taken from the assembled start: ", coordinates);
    note("not in the file, taken as zero: ", velocities);
    if (!states_.has_time && mechanism_.functions.size() > 0)
      note("not in the file, taken as zero: ", {"time"});
    note("no part of a state, passed over: ", passed_over_);
  }

  [[nodiscard]] double number_in(const CsvRow& row, std::size_t column) const {
    std::string_view cell = row.cells[column];
    if (cell.starts_with('+')) cell.remove_prefix(1);
    double number = 0.0;
    const auto [end, code] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    if (code != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(number)) {
      fail(row.line, column, "a finite number is needed");
    }
    return number * targets_[column].factor;
  }

  [[nodiscard]] static bool quaternion_at(const TreeBody& body) {
    return traits_of(body.type).quaternion_at >= 0;
  }

  void normalise(const TreeBody& body, const CsvRow& row, std::vector<double>& x) const {
    double* q = x.data() + body.q_at + body.nq - 4;
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(std::fabs(length - 1.0) <= quaternion_slack)) {
      fail(row.line, "the quaternion of '" + body.joint + "' has length " +
                         short_number(length, 9) + "; it must be 1");
    }
    for (int k = 0; k < 4; ++k) q[k] /= length;
  }

  [[nodiscard]] GivenState state_of(const CsvRow& row) const {
    if (row.cells.size() != targets_.size()) {
      fail(row.line, "it has " + counted(static_cast<long>(row.cells.size()), "cell") + " for " +
                         counted(static_cast<long>(targets_.size()), "column"));
    }
    GivenState state{row.line, 0.0, start_};
    for (std::size_t c = 0; c < targets_.size(); ++c) {
      if (targets_[c].kind == Target::nothing) continue;
      (targets_[c].kind == Target::time ? state.time : state.x[targets_[c].place]) =
          number_in(row, c);
    }
    for (const TreeBody& body : mechanism_.topology().bodies) {
      if (quaternion_at(body)) normalise(body, row, state.x);
      turn(body, state.x);
    }
    return state;
  }

  const Mechanism& mechanism_;
  const std::string &option_, &path_;
  std::vector<Slot> slots_;
  std::vector<std::string> names_, passed_over_;
  std::unordered_map<std::string, std::size_t> slot_at_;
  std::unordered_set<std::string> channels_, seen_;
  std::vector<Target> targets_;
  std::vector<double> start_;
  GivenStates states_;
};

}  // namespace

GivenStates read_states_text(const Mechanism& mechanism, const std::string& option,
                             const std::string& path, const std::string& text) {
  return StateReader(mechanism, option, path).read(text);
}

GivenStates read_states(const Mechanism& mechanism, const std::string& path) {
  std::string text;
  try {
    text = read_text_file(path);
  } catch (const ModelError& error) {
    throw OptionError("--states", path + ": " + error.what());
  }
  return read_states_text(mechanism, "--states", path, text);
}

}  // namespace treadle::cli
