#include "start_from.hpp"

#include "../src/base/error.hpp"
#include "../src/base/input_file.hpp"
#include "../src/base/text.hpp"
#include "../src/io/tables/text_file.hpp"
#include "../src/kinematics/loops.hpp"
#include "../src/record/run_file.hpp"
#include "print.hpp"
#include "report_error.hpp"
#include "states.hpp"
#include "words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace treadle::cli {

namespace {

constexpr double open_loop = 1e-6;  // m or rad: more is another model

/// The file and the option that names it.
struct StartFile {
  std::string path, option;
};

[[noreturn]] void refuse_start(const StartFile& file, const std::string& message) {
  throw OptionError(file.option, "'" + file.path + "' " + message);
}

// Head and last whole line: all that is needed of a long file.
std::string last_line(const StartFile& file) {
  const std::string text = read_text_file(file.path);
  const std::size_t head = text.find('\n'), end = text.rfind('\n');
  if (head == std::string::npos || head == end) refuse_start(file, "has no rows");
  const std::size_t begin = text.rfind('\n', end - 1);
  return text.substr(0, head + 1) + text.substr(begin + 1, end - begin);
}

// The same of a record. Only what belongs to a state is taken: other channels may have any name.
std::string last_row(const StartFile& file) {
  if (!can_record()) throw OptionError(file.option, record_refusal());
  const RunFileReader run(file.path);
  if (run.rows() == 0) refuse_start(file, "has no rows");
  const std::vector<double> row = run.read(run.rows() - 1, 1);
  std::string names, values;
  for (std::size_t c = 0; c < row.size(); ++c) {
    const Column& column = run.columns()[c];
    if (column.group != "coordinates" && column.group != "velocities" && column.name != "time")
      continue;
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, row[c]).ptr;
    names += (names.empty() ? "\"" : ",\"") + column.name + "\"";
    values += (values.empty() ? "" : ",") + std::string(digits, end);
  }
  return names + "\n" + values + "\n";
}

bool is_record(const std::string& path) { return InputFile(path).read(4) == "\x89HDF"; }

void check_closed(const StartFile& file, const Mechanism& m, double time) {
  PositionStage<double> position(m.model);
  LoopStage<double> loops(m.model);
  const auto functions = m.functions_at(time);
  place_bodies<double>(m.model, m.start.q, position);
  close_loops<double>(m.model, m.start.q, functions, position, loops);
  for (std::size_t r = 0; r < loops.residual.size(); ++r) {
    if (std::fabs(loops.residual[r]) < open_loop) continue;
    refuse_start(file, "does not fit the model: there " + m.row_name(static_cast<int>(r)) +
                           ", is open by " + short_number(std::fabs(loops.residual[r]), 3) +
                           " (m or rad); were lengths changed?");
  }
}

}  // namespace

double start_from(const std::string& path, Mechanism& mechanism, const std::string& option) {
  const StartFile file{path, option};
  GivenStates states;
  try {
    states = read_states_text(mechanism, option, path,
                              is_record(path) ? last_row(file) : last_line(file));
  } catch (const OptionError&) {
    throw;
  } catch (const ModelError& error) {
    refuse_start(file, error.what());
  }
  if (!states.missing.empty())
    refuse_start(file, "lacks " + listed(states.missing) +
                           "; a record has all, and so has a CSV file that run writes without "
                           "--channels for a model without outputs");
  if (!states.has_time) refuse_start(file, "has no column 'time'");
  const GivenState& last = states.rows.back();
  const auto nq = static_cast<std::ptrdiff_t>(mechanism.start.q.size());
  const auto nv = static_cast<std::ptrdiff_t>(mechanism.start.v.size());
  std::copy(last.x.begin(), last.x.begin() + nq, mechanism.start.q.begin());
  std::copy(last.x.begin() + nq, last.x.begin() + nq + nv, mechanism.start.v.begin());
  check_closed(file, mechanism, last.time);
  if (!mechanism.functions.start_states().empty())
    print_warnings({option + ": forces that remember (springs that relax) begin anew; their states "
                             "are in no record, --checkpoint keeps them"});
  return last.time;
}

}  // namespace treadle::cli
