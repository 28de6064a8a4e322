#include "read_table_file.hpp"

#include "../../base/error.hpp"
#include "../../base/text.hpp"
#include "csv_table.hpp"
#include "shown.hpp"
#include "text_file.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

/// One of the two columns that are read.
struct Source {
  std::size_t index = 0;
  std::string unit;
  Dimension kind;
};

// "columns" or "units": two strings.
Words read_pair(const Fields& fields, const char* key, const char* what) {
  const json& list = fields.need(key);
  const Place place = fields.at(key);
  check_array(list, place, 2, what);
  return {read_string(list[0], place.element(0)), read_string(list[1], place.element(1))};
}

std::size_t find_column(const CsvTable& table, const std::string& name, const Place& place) {
  Words names;
  for (const CsvColumn& column : table.header) names.push_back(column.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  if (names.empty())
    place.fail_field("is " + shown(name) + ", but the file has no line with names of columns");
  place.fail("none of the " + std::to_string(names.size()) + " columns of the file is called " +
             shown(name));
}

// Words about a cell never quote it: the file may be anything that can be read.
[[noreturn]] void fail_cell(std::size_t line, const Source& source, const std::string& message) {
  throw UnitError("line " + std::to_string(line) + ", column " + std::to_string(source.index + 1) +
                  ": " + message);
}

std::string wanted(Dimension kind) {
  return kind == dimension::none ? "a number is needed"
                                 : kind_name(kind) + " is needed, for example '" +
                                       unit_example(kind) + "', or a number alone";
}

double read_cell(const CsvRow& row, const Source& source) {
  if (source.index >= row.cells.size()) {
    throw UnitError("line " + std::to_string(row.line) + ": it has " +
                    std::to_string(row.cells.size()) + " cells, but column " +
                    std::to_string(source.index + 1) + " is needed");
  }
  std::string text(row.cells[source.index]);
  if (text.empty()) fail_cell(row.line, source, "the cell is empty");
  if (!source.unit.empty()) text += " " + source.unit;
  try {
    return parse_quantity(text, source.kind);
  } catch (const UnitError&) {
    fail_cell(row.line, source,
              source.unit.empty() ? wanted(source.kind)
                                  : "a number is needed, without a unit of its own");
  }
}

// The unit of a column, that of the model or of the header.
void check_unit(const Source& source, bool of_model) {
  if (source.unit.empty()) return;
  try {
    parse_quantity("1 " + source.unit, source.kind);
  } catch (const UnitError&) {
    if (of_model) throw;
    throw UnitError("the unit behind the name of column " + std::to_string(source.index + 1) +
                    " does not fit; " + wanted(source.kind));
  }
}

Curve read_rows(const CsvTable& table, const Source& time, const Source& value) {
  Curve curve;
  for (const CsvRow& row : table.rows) {
    curve.x.push_back(read_cell(row, time));
    curve.y.push_back(read_cell(row, value));
    const std::size_t n = curve.x.size();
    if (n > 1 && curve.x[n - 1] <= curve.x[n - 2]) {
      fail_cell(row.line, time, "the time is not later than that before it");
    }
  }
  if (curve.x.size() < 2) {
    throw UnitError("the file has " + std::to_string(curve.x.size()) +
                    " rows of numbers; at least two are needed");
  }
  return curve;
}

}  // namespace

Curve read_table_file(const Fields& fields, Dimension kind) {
  const Place place = fields.at("file");
  for (const char* key : {"times", "values"}) {
    if (fields.has(key))
      fields.at(key).fail_field("is given together with file; give one or the other");
  }
  const std::string name = read_name(fields.need("file"), place);
  const std::string folder = place.scope() != nullptr ? place.scope()->folder() : "";
  const std::string path = (std::filesystem::path(folder) / name).lexically_normal().string();
  std::string text;
  try {
    text = read_text_file(path);
  } catch (const ModelError& error) {
    place.fail_field("is " + shown(name) + "; " + error.what());
  }

  const CsvTable table = parse_csv(text);
  Source time{0, "", dimension::time}, value{1, "", kind};
  if (fields.has("columns")) {
    const Words columns = read_pair(fields, "columns", "names, of the time and of the value");
    time.index = find_column(table, columns[0], fields.at("columns").element(0));
    value.index = find_column(table, columns[1], fields.at("columns").element(1));
  }
  for (Source* source : {&time, &value}) {
    if (source->index < table.header.size()) source->unit = table.header[source->index].unit;
  }
  if (fields.has("units")) {
    const Words units = read_pair(fields, "units", "units, of the time and of the value");
    time.unit = units[0];
    value.unit = units[1];
  }
  try {
    for (const Source* source : {&time, &value}) check_unit(*source, fields.has("units"));
    return read_rows(table, time, value);
  } catch (const UnitError& error) {
    place.fail(place.field() + ": " + clean(name) + ": " + clean(error.what(), 600));
  }
}

}  // namespace treadle
