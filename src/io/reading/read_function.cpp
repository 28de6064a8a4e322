#include "read_function.hpp"

#include "../../describe/expression.hpp"
#include "../schema/elements.hpp"
#include "../tables/read_table_file.hpp"
#include "../tables/shown.hpp"

#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

std::vector<double> read_numbers(const Fields& fields, const char* key, Dimension kind) {
  const json& value = fields.need(key);
  const Place place = fields.at(key);
  if (!value.is_array() || value.empty()) {
    place.fail_field("is " + show_value(value) + "; a list of numbers is needed");
  }
  std::vector<double> numbers;
  for (std::size_t i = 0; i < value.size(); ++i)
    numbers.push_back(read_number(value[i], place.element(i), kind));
  return numbers;
}

Dimension for_each_second(Dimension kind) {
  return {kind.length, kind.mass, kind.time - 1, kind.angle};
}

// Start and end of something that happens between two times.
void read_times(const Fields& fields, TimeFunction& f, bool end_needed) {
  fields.number("start", dimension::time, Range::any, f.start);
  if (end_needed) fields.need("end");
  fields.number("end", dimension::time, Range::any, f.end);
  if (fields.has("end") && f.end <= f.start)
    fields.at("end").fail_field("must be later than start");
}

TimeFunction read_ramp(const json& value, const Place& place, Dimension kind) {
  const Fields fields(value, place, known_keys("function.ramp"));
  TimeFunction f;
  f.kind = FunctionKind::ramp;
  fields.number("offset", kind, Range::any, f.offset);
  f.slope = read_number(fields.need("slope"), fields.at("slope"), for_each_second(kind));
  read_times(fields, f, false);
  return f;
}

TimeFunction read_step(const json& value, const Place& place, Dimension kind) {
  const Fields fields(value, place, known_keys("function.step"));
  TimeFunction f;
  f.kind = FunctionKind::smooth_step;
  fields.number("from", kind, Range::any, f.offset);
  f.amplitude = read_number(fields.need("to"), fields.at("to"), kind) - f.offset;
  read_times(fields, f, true);
  return f;
}

TimeFunction read_sine(const json& value, const Place& place, Dimension kind) {
  const Fields fields(value, place, known_keys("function.sine"));
  TimeFunction f;
  f.kind = FunctionKind::sine;
  f.amplitude = read_number(fields.need("amplitude"), fields.at("amplitude"), kind);
  f.frequency = read_number(fields.need("frequency"), fields.at("frequency"), dimension::frequency);
  fields.number("phase", dimension::angle, Range::any, f.phase);
  fields.number("offset", kind, Range::any, f.offset);
  return f;
}

TimeFunction read_chirp(const json& value, const Place& place, Dimension kind) {
  const Fields fields(value, place, known_keys("function.chirp"));
  TimeFunction f;
  f.kind = FunctionKind::chirp;
  f.amplitude = read_number(fields.need("amplitude"), fields.at("amplitude"), kind);
  f.frequency = read_number(fields.need("from"), fields.at("from"), dimension::frequency,
                            Range::not_negative);
  f.end_frequency =
      read_number(fields.need("to"), fields.at("to"), dimension::frequency, Range::not_negative);
  read_times(fields, f, true);
  fields.number("phase", dimension::angle, Range::any, f.phase);
  fields.number("offset", kind, Range::any, f.offset);
  return f;
}

TimeFunction read_table(const json& value, const Place& place, Dimension kind) {
  const Fields fields(value, place, known_keys("function.table"));
  const Curve curve = fields.has("file")
                          ? read_table_file(fields, kind)
                          : read_curve(fields, "times", dimension::time, "values", kind);
  TimeFunction f;
  f.kind = FunctionKind::table;
  f.times = curve.x;
  f.values = curve.y;
  return f;
}

TimeFunction read_input(const json& value, const Place& place, Dimension kind) {
  const Fields fields(value, place, known_keys("function.input"));
  TimeFunction f;
  f.kind = FunctionKind::input;
  static const Words directions{"same", "opposite"};
  f.input = read_name(fields.need("name"), fields.at("name"));
  f.dimension = kind;
  f.amplitude = 1.0;
  if (const json* direction = fields.find("direction")) {
    if (read_choice(*direction, fields.at("direction"), "direction", directions) == 1)
      f.amplitude = -1.0;
  }
  double start = 0.0;
  fields.number("default", kind, Range::any, start);
  f.offset = f.amplitude * start;
  return f;
}

}  // namespace

Curve read_curve(const Fields& fields, const char* x_key, Dimension x_kind, const char* y_key,
                 Dimension y_kind) {
  Curve curve{read_numbers(fields, x_key, x_kind), read_numbers(fields, y_key, y_kind)};
  if (curve.x.size() != curve.y.size()) {
    fields.at(y_key).fail_field("has " + std::to_string(curve.y.size()) + " numbers, " + x_key +
                                " has " + std::to_string(curve.x.size()) +
                                "; they must be as many");
  }
  if (curve.x.size() < 2) fields.at(x_key).fail_field("needs at least two numbers");
  for (std::size_t i = 1; i < curve.x.size(); ++i) {
    if (curve.x[i] <= curve.x[i - 1])
      fields.at(x_key).element(i).fail_field("is not larger than the number before it");
  }
  return curve;
}

Curve read_law(const Fields& fields, const char* key, const char* element, const LawKeys& keys) {
  static const Scope no_parameters;
  const json& value = fields.need(key);
  const Place place = fields.at(key);
  if (value.is_object())
    return read_curve(Fields(value, place, known_keys(element)), keys.x, keys.x_kind, keys.y,
                      keys.y_kind);
  if (!value.is_string()) {
    place.fail_field("is " + show_value(value) + "; a table {\"" + keys.x + "\", \"" + keys.y +
                     "\"} or an expression in '" + keys.x + "' is needed");
  }
  Curve law;
  try {
    law.powers = evaluate_law(value.get_ref<const std::string&>(),
                              place.scope() != nullptr ? *place.scope() : no_parameters,
                              {keys.x, keys.x_kind}, keys.y_kind);
  } catch (const UnitError& error) {
    place.fail(place.field() + ": " + clean(error.what(), 600));
  }
  if (law.powers.empty()) place.fail_field("is zero; leave it out");
  return law;
}

TimeFunction read_function(const json& value, const Place& place, Dimension kind) {
  static const Words& types = type_words("function");
  if (!value.is_object()) {
    TimeFunction f;
    f.offset = read_number(value, place, kind);
    return f;
  }
  const auto type = value.find("type");
  if (type == value.end())
    place.key("type").fail_field("is missing; a function of time needs a type");
  switch (read_choice(*type, place.key("type"), "function type", types)) {
    case 0:
      return read_ramp(value, place, kind);
    case 1:
      return read_step(value, place, kind);
    case 2:
      return read_sine(value, place, kind);
    case 3:
      return read_chirp(value, place, kind);
    case 4:
      return read_table(value, place, kind);
    default:
      return read_input(value, place, kind);
  }
}

void read_function(const Fields& fields, const char* key, Dimension kind,
                   std::optional<TimeFunction>& out) {
  if (const json* value = fields.find(key)) out = read_function(*value, fields.at(key), kind);
}

}  // namespace treadle
