#include "fields.hpp"

#include "../../base/error.hpp"
#include "../../base/text.hpp"
#include "../../describe/expression.hpp"
#include "../tables/shown.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace treadle {

namespace {

using nlohmann::json;

constexpr std::size_t longest_name = 200;

// Axes beyond these sizes lose their direction when squared.
constexpr double shortest_axis = 1e-100, longest_axis = 1e100;

bool in_range(double value, Range range) {
  switch (range) {
    case Range::positive:
      return value > 0.0;
    case Range::not_negative:
      return value >= 0.0;
    case Range::any:
      break;
  }
  return true;
}

}  // namespace

Place::Place(std::string path, std::string item, const Scope* scope)
    : path_(std::move(path)), item_(std::move(item)), item_length_(path_.size()), scope_(scope) {}

Place Place::key(std::string_view name) const {
  Place inner = *this;
  if (!path_.empty()) inner.path_ += '.';
  inner.path_ += name;
  return inner;
}

Place Place::element(std::size_t index) const {
  Place inner = *this;
  inner.path_ += '[' + std::to_string(index) + ']';
  return inner;
}

std::string Place::field() const {
  const std::string inner = path_.substr(item_length_);
  return inner.starts_with('.') ? inner.substr(1) : inner;
}

void Place::fail(const std::string& message) const {
  throw ModelError(path_, item_ + ": " + message);
}

void Place::fail_field(const std::string& message) const {
  const std::string name = field();
  throw ModelError(path_, item_ + (name.empty() ? " " : ": " + name + " ") + message);
}

std::string show_value(const json& value) {
  if (value.is_number()) return short_number(value.get<double>());
  if (value.is_string()) return shown(value.get_ref<const std::string&>());
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_null()) return "null";
  if (value.is_object()) return "an object";
  if (value.empty()) return "an empty array";
  const bool plain = std::all_of(value.begin(), value.end(),
                                 [](const json& v) { return v.is_number() || v.is_string(); });
  if (!plain || value.size() > 8) return "an array of " + std::to_string(value.size());
  std::string text = "(";
  for (const json& element : value) {
    if (text.size() > 1) text += ", ";
    text += show_value(element);
  }
  return text + ")";
}

double read_number(const json& value, const Place& place, Dimension kind, Range range) {
  double number = 0.0;
  if (value.is_number()) {
    number = value.get<double>();
  } else if (value.is_string()) {
    try {
      static const Scope no_parameters;
      const Scope& scope = place.scope() != nullptr ? *place.scope() : no_parameters;
      number = evaluate(value.get_ref<const std::string&>(), scope, kind);
    } catch (const UnitError& error) {
      place.fail(place.field() + ": " + clean(error.what(), 600));
    }
  } else {
    place.fail_field("is " + show_value(value) + "; " + kind_name(kind) +
                     " is needed: a number in SI units or a string such as '" + unit_example(kind) +
                     "'");
  }
  if (!in_range(number, range)) {
    place.fail_field("is " + show_value(value) + "; it must be " +
                     (range == Range::positive ? "greater than 0" : "0 or more"));
  }
  return number;
}

Triple read_triple(const json& value, const Place& place, Dimension kind) {
  check_array(value, place, 3, "numbers [x, y, z]");
  Triple result{};
  for (std::size_t i = 0; i < 3; ++i) {
    const bool number = value[i].is_number();
    result[i] = number ? value[i].get<double>() : read_number(value[i], place.element(i), kind);
  }
  return result;
}

bool read_truth(const json& value, const Place& place) {
  if (!value.is_boolean())
    place.fail_field("is " + show_value(value) + "; true or false is needed");
  return value.get<bool>();
}

std::string read_string(const json& value, const Place& place) {
  if (!value.is_string()) place.fail_field("is " + show_value(value) + "; a string is needed");
  return value.get<std::string>();
}

std::string read_name(const json& value, const Place& place) {
  std::string name = read_string(value, place);
  if (name.empty()) place.fail_field("is an empty string");
  if (name.size() > longest_name) place.fail_field("is longer than 200 bytes");
  if (has_control_characters(name)) {
    place.fail_field("is " + shown(name) + ", which has control characters");
  }
  return name;
}

std::size_t read_choice(const json& value, const Place& place, const std::string& what,
                        const Words& words) {
  const std::string word = read_string(value, place);
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) {
    place.fail("unknown " + what + " " + shown(word) + suggestion(word, words));
  }
  return static_cast<std::size_t>(found - words.begin());
}

void check_array(const json& value, const Place& place, std::size_t count,
                 const std::string& what) {
  if (value.is_array() && value.size() == count) return;
  place.fail_field("is " + show_value(value) + "; an array of " + std::to_string(count) + " " +
                   what + " is needed");
}

void check_axis(const Triple& axis, const Place& place, const std::string& remedy) {
  const double size = std::max({std::abs(axis[0]), std::abs(axis[1]), std::abs(axis[2])});
  if (size >= shortest_axis && size <= longest_axis) return;
  std::string text;
  for (const double component : axis) text += (text.empty() ? "(" : ", ") + short_number(component);
  place.fail_field("is " + text + "); " +
                   (size == 0.0 ? remedy : "give an axis of length 1, or near it"));
}

Fields::Fields(const json& object, Place place, const Words& known)
    : object_(object), place_(std::move(place)) {
  if (!object.is_object()) {
    place_.fail_field("is " + show_value(object) + "; an object {...} is needed");
  }
  for (const auto& entry : object.items()) {
    const std::string& key = entry.key();
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    at(clean(key)).fail("unknown key " + shown(key) + suggestion(key, known));
  }
}

const json* Fields::find(const char* key) const {
  const auto found = object_.find(key);
  return found == object_.end() ? nullptr : &*found;
}

const json& Fields::need(const char* key) const {
  const json* value = find(key);
  if (value == nullptr) at(key).fail_field("is missing");
  return *value;
}

void Fields::number(const char* key, Dimension kind, Range range, double& out) const {
  if (const json* value = find(key)) out = read_number(*value, at(key), kind, range);
}

void Fields::number(const char* key, Dimension kind, Range range,
                    std::optional<double>& out) const {
  if (const json* value = find(key)) out = read_number(*value, at(key), kind, range);
}

void Fields::triple(const char* key, Dimension kind, Triple& out) const {
  if (const json* value = find(key)) out = read_triple(*value, at(key), kind);
}

void Fields::truth(const char* key, bool& out) const {
  if (const json* value = find(key)) out = read_truth(*value, at(key));
}

void Fields::name(const char* key, std::string& out) const {
  if (const json* value = find(key)) out = read_name(*value, at(key));
}

}  // namespace treadle
