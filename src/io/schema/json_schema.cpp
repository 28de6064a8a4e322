#include "json_schema.hpp"

#include "elements.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace treadle {

namespace {

using namespace schema;
using json = nlohmann::ordered_json;

json to_schema(const Value& value);

json reference(const std::string& id) { return {{"$ref", "#/definitions/" + id}}; }

json quantity_schema(const Value& value) {
  json out{{"type", {"number", "string"}}};
  if (value.range == Range::positive) out["exclusiveMinimum"] = 0;
  if (value.range == Range::not_negative) out["minimum"] = 0;
  out["minLength"] = 1;
  return out;
}

json list_schema(const Value& value) {
  json out{{"type", "array"}, {"items", to_schema(value.inner[0])}};
  if (value.least > 0) out["minItems"] = value.least;
  if (value.most > 0) out["maxItems"] = value.most;
  if (value.ends_only) {
    out["anyOf"] = json::array({{{"maxItems", value.least}}, {{"minItems", value.most}}});
  }
  return out;
}

json map_schema(const Value& value) {
  json out{{"type", "object"}};
  if (!value.pattern.empty()) out["propertyNames"] = {{"pattern", value.pattern}};
  out["additionalProperties"] = to_schema(value.inner[0]);
  return out;
}

// The JSON types of a value, which tell the alternatives apart.
json types_of(const Value& value) {
  switch (value.kind) {
    case ValueKind::quantity:
    case ValueKind::any_quantity:
      return json::array({"number", "string"});
    case ValueKind::text:
    case ValueKind::name:
    case ValueKind::choice:
      return json::array({"string"});
    case ValueKind::integer:
    case ValueKind::version:
      return json::array({"integer"});
    case ValueKind::truth:
      return json::array({"boolean"});
    case ValueKind::list:
      return json::array({"array"});
    default:
      return json::array({"object"});
  }
}

// Each alternative is asked for by its type, so that an editor speaks of the one that was meant.
json either_schema(const Value& value) {
  json types = json::array(), cases = json::array();
  for (const Value& one : value.inner) {
    const json own = types_of(one);
    types.insert(types.end(), own.begin(), own.end());
    cases.push_back({{"if", {{"type", own}}}, {"then", to_schema(one)}});
  }
  return {{"type", types}, {"allOf", cases}};
}

// The value itself, even if it has a definition.
json plain_schema(const Value& value) {
  switch (value.kind) {
    case ValueKind::quantity:
      return quantity_schema(value);
    case ValueKind::any_quantity:
      return {{"type", {"number", "string"}}, {"minLength", 1}};
    case ValueKind::text:
      if (!value.pattern.empty()) return {{"type", "string"}, {"pattern", value.pattern}};
      return {{"type", "string"}};
    case ValueKind::name:
      return {{"type", "string"},
              {"minLength", 1},
              {"maxLength", 200},
              {"pattern", "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}};
    case ValueKind::choice:
      return {{"enum", value.words}};
    case ValueKind::integer:
      return {{"type", "integer"}, {"minimum", 1}};
    case ValueKind::truth:
      return {{"type", "boolean"}};
    case ValueKind::version:
      return {{"const", 1}};
    case ValueKind::object:
      return reference(value.element);
    case ValueKind::map:
      return map_schema(value);
    case ValueKind::list:
      return list_schema(value);
    case ValueKind::either:
      return either_schema(value);
  }
  return true;
}

json to_schema(const Value& value) {
  return value.named.empty() ? plain_schema(value) : reference(value.named);
}

std::string unit_words(const Value& value) {
  if (value.kind == ValueKind::list) return unit_words(value.inner[0]);
  if (value.kind == ValueKind::either) return unit_words(value.inner[0]);
  if (value.kind != ValueKind::quantity) return {};
  if (value.kind_of == KindOf::coordinate) {
    return " In " + si_unit(value.dimension) + " (turning) or " + si_unit(value.sliding) +
           " (sliding), or with a unit.";
  }
  if (value.kind_of != KindOf::itself || value.dimension == dimension::none) return {};
  return " In " + si_unit(value.dimension) + ", or with a unit: \"" +
         unit_example(value.dimension) + "\".";
}

json key_schema(const Key& key) {
  if (key.written) return {{"description", key.text}};
  json out = to_schema(key.value);
  std::string text = key.text + unit_words(key.value);
  if (!key.required) {
    const json fallback = json::parse(key.fallback, nullptr, false);
    if (!fallback.is_discarded()) {
      out["default"] = fallback;
    } else {
      text += " Default: " + key.fallback + ".";
    }
  }
  text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
  json described{{"description", text}};
  described.update(out);
  return described;
}

json rule_schema(const Rule& rule) {
  const Words others(rule.keys.begin() + 1, rule.keys.end());
  json out = json::object();
  switch (rule.kind) {
    case RuleKind::any_of:
      for (const std::string& key : rule.keys)
        out["anyOf"].push_back({{"required", json::array({key})}});
      break;
    case RuleKind::not_both:
      for (const std::string& key : others)
        out["dependencies"][rule.keys[0]]["properties"][key] = false;
      break;
    case RuleKind::needs:
      out["dependencies"][rule.keys[0]] = others;
  }
  return out;
}

void add_keys(const std::vector<Key>& keys, json& out) {
  json needed = json::array();
  for (const Key& key : keys) {
    out["properties"][key.name] = key_schema(key);
    if (key.required) needed.push_back(key.name);
  }
  if (!needed.empty()) out["required"] = needed;
}

json element_schema(const Element& one) {
  std::string text = one.text;
  text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
  json out{{"title", one.title}, {"description", text}, {"type", "object"}};
  out["properties"] = json::object();
  const Element* family = family_of(one);
  if (family != nullptr) {
    // the family says what these keys are
    for (const Key& key : keys_of(*family)) out["properties"][key.name] = true;
    add_keys(one.keys, out);
  } else {
    add_keys(keys_of(one), out);
  }
  for (const Rule& rule : one.rules) out["allOf"].push_back(rule_schema(rule));
  if (!one.family) {
    out["additionalProperties"] = false;
    return out;
  }
  for (const Element* variant : variants_of(one)) {
    Words words{type_of(*variant)};
    words.insert(words.end(), variant->also.begin(), variant->also.end());
    const json type = words.size() == 1 ? json{{"const", words[0]}} : json{{"enum", words}};
    out["allOf"].push_back(
        {{"if", {{"properties", {{"type", type}}}, {"required", json::array({"type"})}}},
         {"then", reference(variant->id)}});
  }
  return out;
}

// Values that are defined once, by their names.
void find_named(const Value& value, std::map<std::string, json>& found) {
  if (!value.named.empty()) found.try_emplace(value.named, plain_schema(value));
  for (const Value& inner : value.inner) find_named(inner, found);
}

// Ids that a schema refers to.
void find_references(const json& value, std::set<std::string>& found) {
  if (value.is_object() && value.contains("$ref"))
    found.insert(value["$ref"].get<std::string>().substr(14));  // "#/definitions/"
  if (value.is_structured()) {
    for (const json& inner : value) find_references(inner, found);
  }
}

}  // namespace

std::string json_schema() {
  json out{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "A model of Treadle"}};
  json model = element_schema(element("model"));
  model.erase("title");
  out.update(model);
  std::map<std::string, json> definitions;
  for (const Element& one : all_elements()) {
    for (const Key& key : one.keys) find_named(key.value, definitions);
  }
  for (const Element& one : all_elements()) definitions.emplace(one.id, element_schema(one));
  std::set<std::string> found;
  find_references(out, found);
  for (std::size_t before = 0; before != found.size();) {
    before = found.size();
    for (const std::string& id : std::set(found)) find_references(definitions.at(id), found);
  }
  for (const std::string& id : found) out["definitions"][id] = definitions.at(id);
  return out.dump(2) + "\n";
}

}  // namespace treadle
