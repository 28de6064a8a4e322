#include "read_parameters.hpp"

#include "../base/text.hpp"
#include "../describe/expression.hpp"
#include "schema/elements.hpp"
#include "shown.hpp"

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

[[noreturn]] void refuse(const GivenParameter& given, const std::string& message) {
  try {
    given.place.fail(message);
  } catch (const ModelError& error) {
    throw GivenError(error.where(), error.what());
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

void read_parameters(const Fields& top, const GivenParameters& given, Scope& scope,
                     Description& model) {
  const json* object = parameters_of(top);
  if (object != nullptr) {
    for (const auto& entry : object->items()) {
      const std::string& name = entry.key();
      const json& value = entry.value();
      const Place place("parameters." + clean(name), "parameter " + shown(name), &scope);
      if (!Scope::is_name(name)) {
        place.fail("its name must be letters, digits and '_', and not begin with a digit");
      }
      scope.define(name, [&value, place, outside = find(given, name)] {
        const Quantity quantity = read_default(value, place);
        return outside != nullptr ? replaced(quantity, *outside) : quantity;
      });
      model.parameters.push_back({name, 0.0, "", read_note(value, place)});
    }
  }
  check_known(given, scope);
  for (ParameterItem& item : model.parameters) {
    const Quantity& quantity = scope.value(item.name);
    item.value = quantity.value;
    item.unit = si_unit(quantity.kind);
  }
}

}  // namespace treadle
