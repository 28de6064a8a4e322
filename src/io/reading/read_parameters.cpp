#include "read_parameters.hpp"

#include "../../base/text.hpp"
#include "../../describe/expression.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

const json* parameters_of(const Fields& fields) {
  const json* object = fields.find("parameters");
  if (object == nullptr || object->is_object()) return object;
  fields.at("parameters")
      .fail_field("is " + show_value(*object) + "; an object {\"name\": value} is needed");
}

// The value in the file, alone or beside a note.
Quantity read_default(const json& value, const Place& place) {
  if (!value.is_object()) return read_any_quantity(value, place);
  const Fields fields(value, place, known_keys("parameter"));
  return read_any_quantity(fields.need("value"), fields.at("value"));
}

std::string read_note(const json& value, const Place& place) {
  if (!value.is_object() || !value.contains("note")) return {};
  return read_string(value["note"], place.key("note"));
}

// Whether the numbers of the file hold the value already, as write_model leaves it.
bool read_resolved(const json& value, const Place& place) {
  if (!value.is_object() || !value.contains("resolved")) return false;
  return read_truth(value["resolved"], place.key("resolved"));
}

// Letters, digits and '_'; before them, with a dot, the path of the part that it belonged to.
bool is_parameter_name(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return Scope::is_name(name);
  return dot > 0 && !has_control_characters(name) && Scope::is_name(name.substr(dot + 1));
}

[[noreturn]] void refuse(const GivenParameter& given, const std::string& message) {
  try {
    given.place.fail(message);
  } catch (const ModelError& error) {
    throw GivenError(error, given.from_outside);
  }
}

// A pure number is taken to be in the SI unit of what it replaces, and may be replaced by anything.
Quantity replaced(const Quantity& was, const GivenParameter& given) {
  const auto is_pure = [](const Quantity& q) { return q.kind == dimension::none && !q.says_angle; };
  if (is_pure(given.quantity)) return {given.quantity.value, was.kind, was.says_angle};
  if (is_pure(was) || same_kind(was, given.quantity)) return given.quantity;
  refuse(given, "it is " + kind_name(given.quantity.kind) + ", but parameter " + shown(given.name) +
                    " is " + kind_name(was.kind) + " (for example '" + unit_example(was.kind) +
                    "')");
}

void check_known(const GivenParameters& given, const Scope& scope) {
  for (const GivenParameter& one : given) {
    if (scope.has(one.name)) continue;
    if (scope.empty())
      refuse(one, "there is no parameter " + shown(one.name) + ", and no other either");
    refuse(one, "there is no parameter " + shown(one.name) + suggestion(one.name, scope.names()));
  }
}

const GivenParameter* find(const GivenParameters& given, const std::string& name) {
  const GivenParameter* found = nullptr;
  for (const GivenParameter& one : given) {
    if (one.name == name) found = &one;  // the last one wins
  }
  return found;
}

}  // namespace

// Hz is not rad/s, though neither has an angle in its kind.
std::string written_unit(const Quantity& quantity) {
  if (quantity.kind == dimension::none) return "";
  const bool cycles = quantity.kind == dimension::frequency && quantity.says_angle;
  return cycles ? "Hz" : si_unit(quantity.kind);
}

Quantity read_any_quantity(const json& value, const Place& place) {
  static const Scope no_parameters;
  if (value.is_number()) return {value.get<double>(), dimension::none, false};
  if (!value.is_string()) {
    place.fail_field("is " + show_value(value) +
                     "; a number or a string such as '300 mm' is needed");
  }
  try {
    return evaluate(value.get_ref<const std::string&>(),
                    place.scope() != nullptr ? *place.scope() : no_parameters);
  } catch (const UnitError& error) {
    place.fail(clean(error.what(), 600));
  }
}

GivenParameters read_given(const Fields& fields) {
  GivenParameters given;
  const json* object = parameters_of(fields);
  if (object == nullptr) return given;
  for (const auto& entry : object->items()) {
    const Place place = fields.at("parameters").key(clean(entry.key()));
    given.push_back({entry.key(), read_any_quantity(entry.value(), place), place});
  }
  return given;
}

GivenParameters take_given_of_parts(const Fields& top, GivenParameters& given) {
  Words parts;
  if (const json* list = top.find("include"); list != nullptr && list->is_array()) {
    for (const json& item : *list) {
      if (item.is_object() && item.contains("name") && item["name"].is_string())
        parts.push_back(item["name"].get<std::string>() + ".");
    }
  }
  const json* own = parameters_of(top);
  GivenParameters of_parts;
  std::erase_if(given, [&](const GivenParameter& one) {
    const bool inside = std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
      return one.name.starts_with(part);
    });
    if (!inside || (own != nullptr && own->contains(one.name))) return false;
    of_parts.push_back(one);
    return true;
  });
  return of_parts;
}

void read_parameters(const Fields& top, const GivenParameters& given, Scope& scope,
                     Description& model) {
  const json* object = parameters_of(top);
  Words resolved;
  if (object != nullptr) {
    for (const auto& entry : object->items()) {
      const std::string& name = entry.key();
      const json& value = entry.value();
      const Place place("parameters." + clean(name), "parameter " + shown(name), &scope);
      if (!is_parameter_name(name)) {
        place.fail("its name must be letters, digits and '_', and not begin with a digit");
      }
      scope.define(name, [&value, place, outside = find(given, name)] {
        const Quantity quantity = read_default(value, place);
        return outside != nullptr ? replaced(quantity, *outside) : quantity;
      });
      model.parameters.push_back({name, 0.0, "", read_note(value, place)});
      if (!read_resolved(value, place)) continue;
      if (const GivenParameter* outside = find(given, name)) {
        refuse(*outside, "parameter " + shown(name) +
                             " is resolved: its value is in the numbers of this file; set it in "
                             "the model that this file was written from");
      }
      resolved.push_back(name);
    }
  }
  check_known(given, scope);
  for (const std::string& name : resolved) static_cast<void>(scope.find(name));  // it was used
  for (ParameterItem& item : model.parameters) {
    const Quantity& quantity = scope.value(item.name);
    item.value = quantity.value;
    item.unit = si_unit(quantity.kind);
  }
}

}  // namespace treadle
