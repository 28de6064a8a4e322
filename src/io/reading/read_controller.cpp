#include "read_controller.hpp"

#include "../schema/elements.hpp"
#include "read_function.hpp"
#include "read_parameters.hpp"
#include "read_points.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

// Units of signals are a matter of the person: a number with a unit is taken in SI.
void read_signal(const Fields& fields, const char* key, std::optional<double>& out) {
  if (const json* value = fields.find(key)) out = read_any_quantity(*value, fields.at(key)).value;
}
void read_signal(const Fields& fields, const char* key, double& out) {
  if (const json* value = fields.find(key)) out = read_any_quantity(*value, fields.at(key)).value;
}

std::vector<double> read_signals(const Fields& fields, const char* key) {
  const json& value = fields.need(key);
  const Place place = fields.at(key);
  if (!value.is_array() || value.empty())
    place.fail_field("is " + show_value(value) + "; a list of numbers is needed");
  std::vector<double> numbers;
  for (std::size_t i = 0; i < value.size(); ++i)
    numbers.push_back(read_any_quantity(value[i], place.element(i)).value);
  return numbers;
}

// The kind of the first number of a function that has a unit.
Dimension kind_in(const json& value, const Place& place) {
  if (value.is_string()) return read_any_quantity(value, place).kind;
  if (!value.is_object()) return dimension::none;
  for (const char* key : {"to", "from", "amplitude", "offset", "default"}) {
    const bool frequency = value.value("type", json()) == "chirp" && key[0] != 'a' && key[0] != 'o';
    const auto found = value.find(key);
    if (!frequency && found != value.end() && found->is_string())
      return read_any_quantity(*found, place.key(key)).kind;
  }
  if (const auto slope = value.find("slope"); slope != value.end() && slope->is_string()) {
    Dimension kind = read_any_quantity(*slope, place.key("slope")).kind;
    ++kind.time;
    return kind;
  }
  const auto values = value.find("values");
  if (values == value.end() || !values->is_array()) return dimension::none;
  for (std::size_t i = 0; i < values->size(); ++i) {
    if ((*values)[i].is_string())
      return read_any_quantity((*values)[i], place.key("values").element(i)).kind;
  }
  return dimension::none;
}

void read_signal_function(const Fields& fields, const char* key, std::optional<TimeFunction>& out) {
  if (const json* value = fields.find(key)) {
    out = read_function(*value, fields.at(key), kind_in(*value, fields.at(key)));
    out->dimension = dimension::none;
  }
}

void read_input(const Fields& fields, ControllerItem& item) {
  item.inputs.push_back(read_name(fields.need("input"), fields.at("input")));
}

// A list of names, or for an expression an object with names of its own.
void read_inputs(const Fields& fields, bool may_be_named, ControllerItem& item) {
  const json& value = fields.need("inputs");
  const Place place = fields.at("inputs");
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i)
      item.inputs.push_back(read_name(value[i], place.element(i)));
    if (item.inputs.empty() && !may_be_named) place.fail_field("is empty; give at least one name");
    return;
  }
  if (!value.is_object() || !may_be_named)
    place.fail_field("is " + show_value(value) + "; a list of channels is needed");
  for (const auto& entry : value.items()) {
    if (!Scope::is_name(entry.key()))
      place.fail("'" + entry.key() +
                 "' cannot stand in an expression; a name is a letter, then letters, digits and _");
    item.labels.push_back(entry.key());
    item.inputs.push_back(read_name(entry.value(), place.key(entry.key())));
  }
}

void read_limits(const Fields& fields, ControllerItem& item) {
  read_signal(fields, "lower", item.lower);
  read_signal(fields, "upper", item.upper);
  if (item.lower && item.upper && *item.lower > *item.upper)
    fields.at("upper").fail_field("is below lower");
}

void read_filter(const Fields& fields, ControllerItem& item) {
  read_input(fields, item);
  fields.number("time_constant", dimension::time, Range::positive, item.time_constant);
  fields.number("frequency", dimension::frequency, Range::positive, item.frequency);
  fields.number("damping", dimension::none, Range::positive, item.damping);
  read_signal(fields, "start", item.start);
  if (item.time_constant.has_value() == item.frequency.has_value())
    fields.at("time_constant")
        .fail_field(item.frequency ? "and frequency are both given; leave one out"
                                   : "is missing; give it, or a frequency for second order");
  if (item.time_constant && fields.has("damping"))
    fields.at("damping").fail_field("belongs to a frequency; first order has none");
  if (item.frequency && item.sample_time)
    fields.at("frequency")
        .fail_field(
            "makes a filter of second order, which cannot be sampled; give a "
            "time_constant, or leave out sample_time");
}

void read_pid(const Fields& fields, ControllerItem& item) {
  read_input(fields, item);
  read_signal_function(fields, "setpoint", item.setpoint);
  fields.name("setpoint_from", item.setpoint_from);
  if (item.setpoint && !item.setpoint_from.empty())
    fields.at("setpoint").fail_field("and setpoint_from are both given; leave one out");
  read_signal(fields, "proportional", item.proportional);
  read_signal(fields, "integral", item.integral);
  read_signal(fields, "derivative", item.derivative);
  if (item.proportional == 0.0 && item.integral == 0.0 && item.derivative == 0.0)
    fields.at("proportional").fail_field("is missing; give it, integral or derivative");
  fields.number("derivative_time", dimension::time, Range::positive, item.derivative_time);
  if (item.derivative != 0.0 && item.derivative_time == 0.0)
    fields.at("derivative_time")
        .fail_field("is missing; the derivative needs a filter, for example a tenth of its time");
  read_limits(fields, item);
  fields.number("tracking_time", dimension::time, Range::positive, item.tracking_time);
}

void read_delay(const Fields& fields, ControllerItem& item) {
  constexpr double most_samples = 1e6;
  read_input(fields, item);
  item.delay =
      read_number(fields.need("delay"), fields.at("delay"), dimension::time, Range::positive);
  read_signal(fields, "start", item.start);
  if (!item.sample_time)
    fields.at("sample_time").fail_field("is missing; a delay counts whole samples");
  const double samples = item.delay / *item.sample_time;
  if (samples < 0.5 || std::fabs(samples - std::round(samples)) > 1e-6 || samples > most_samples)
    fields.at("delay").fail_field("is not a whole number of sample times, 1 to 1000000 of them");
}

void read_characteristic(const Fields& fields, ControllerItem& item) {
  read_input(fields, item);
  item.table.x = read_signals(fields, "x");
  item.table.y = read_signals(fields, "y");
  if (item.table.x.size() != item.table.y.size() || item.table.x.size() < 2)
    fields.at("y").fail_field("must have as many numbers as x, two or more");
  for (std::size_t i = 1; i < item.table.x.size(); ++i) {
    if (item.table.x[i] <= item.table.x[i - 1])
      fields.at("x").element(i).fail_field("is not larger than the number before it");
  }
}

// It reads where its body is, where that looks and how fast it goes.
void read_path(const Fields& fields, ControllerItem& item) {
  item.follows = read_name(fields.need("of"), fields.at("of"));
  for (const char* channel : {".pose.x", ".pose.y", ".pose.qw", ".pose.qx", ".pose.qy", ".pose.qz",
                              ".velocity.x", ".velocity.y"})
    item.inputs.push_back(item.follows + channel);
  item.points = read_points(fields.need("points"), fields.at("points"), 2);
  fields.truth("closed", item.closed);
  if (item.closed && item.points.size() < 3)
    fields.at("points").fail_field("has two points; a closed path needs three or more");
  for (std::size_t k = 1; k < item.points.size(); ++k) {
    if (item.points[k] == item.points[k - 1])
      fields.at("points").element(k).fail_field("is the same as the point before it");
  }
  if (item.closed && item.points.front() == item.points.back())
    fields.at("points").fail_field("ends where it begins; leave out the last point");
  fields.number("preview_time", dimension::time, Range::not_negative, item.preview_time);
  fields.number("preview_distance", dimension::length, Range::not_negative, item.preview_distance);
}

}  // namespace

ControllerItem read_controller(const json& value, const Place& place) {
  static const Words& types = type_words("controller");
  if (!value.is_object())
    place.fail_field("is " + show_value(value) + "; an object with name and type is needed");
  const auto type = value.find("type");
  if (type == value.end()) place.key("type").fail_field("is missing; a controller needs a type");
  ControllerItem item;
  item.kind =
      static_cast<ControllerKind>(read_choice(*type, place.key("type"), "controller type", types));
  const Fields fields(value, place,
                      known_keys("controller." + types[static_cast<std::size_t>(item.kind)]));
  item.name = read_name(fields.need("name"), fields.at("name"));
  fields.name("output", item.output);
  if (item.output == item.name) item.output.clear();
  fields.number("sample_time", dimension::time, Range::positive, item.sample_time);
  switch (item.kind) {
    case ControllerKind::gain:
      read_input(fields, item);
      item.gain = read_any_quantity(fields.need("gain"), fields.at("gain")).value;
      read_signal(fields, "offset", item.offset);
      break;
    case ControllerKind::sum:
      read_inputs(fields, false, item);
      if (fields.has("factors")) item.factors = read_signals(fields, "factors");
      if (!item.factors.empty() && item.factors.size() != item.inputs.size())
        fields.at("factors").fail_field("must be as many as inputs");
      read_signal(fields, "offset", item.offset);
      break;
    case ControllerKind::limit:
      read_input(fields, item);
      read_limits(fields, item);
      if (!item.lower && !item.upper) fields.at("lower").fail_field("is missing; give it or upper");
      break;
    case ControllerKind::filter:
      read_filter(fields, item);
      break;
    case ControllerKind::pid:
      read_pid(fields, item);
      break;
    case ControllerKind::delay:
      read_delay(fields, item);
      break;
    case ControllerKind::table:
      read_characteristic(fields, item);
      break;
    case ControllerKind::expression:
      read_inputs(fields, true, item);
      item.expression = read_string(fields.need("expression"), fields.at("expression"));
      break;
    case ControllerKind::function:
      fields.need("function");
      read_signal_function(fields, "function", item.function);
      break;
    case ControllerKind::path:
      read_path(fields, item);
      break;
  }
  return item;
}

}  // namespace treadle
