// A small validator for the part of JSON Schema (draft 7) that our schema uses. A keyword that it
// does not know fails the test, so nothing is passed over.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>

namespace treadle {

class JsonValidator {
 public:
  explicit JsonValidator(nlohmann::json schema) : root_(std::move(schema)) {}

  [[nodiscard]] bool accepts(const nlohmann::json& value) const { return holds(root_, value); }

 private:
  using json = nlohmann::json;

  static bool is_type(const json& value, const std::string& type) {
    if (type == "number") return value.is_number();
    if (type == "integer") return value.is_number_integer();
    if (type == "string") return value.is_string();
    if (type == "array") return value.is_array();
    if (type == "object") return value.is_object();
    if (type == "boolean") return value.is_boolean();
    throw std::logic_error("unknown type " + type);
  }

  static bool has_type(const json& value, const json& types) {
    if (types.is_string()) return is_type(value, types);
    for (const json& type : types) {
      if (is_type(value, type)) return true;
    }
    return false;
  }

  // The number of characters, not of bytes.
  static std::size_t characters(const std::string& text) {
    std::size_t count = 0;
    for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
    return count;
  }

  static bool has_all(const json& value, const json& keys) {
    for (const json& key : keys) {
      if (!value.contains(key.get<std::string>())) return false;
    }
    return true;
  }

  bool object_holds(const json& schema, const json& value) const {
    const json none = json::object();
    const json& properties = schema.contains("properties") ? schema["properties"] : none;
    if (schema.contains("required") && !has_all(value, schema["required"])) return false;
    for (const auto& entry : value.items()) {
      if (properties.contains(entry.key())) {
        if (!holds(properties[entry.key()], entry.value())) return false;
      } else if (schema.contains("additionalProperties") &&
                 !holds(schema["additionalProperties"], entry.value())) {
        return false;
      }
    }
    if (!schema.contains("dependencies")) return true;
    for (const auto& entry : schema["dependencies"].items()) {
      if (!value.contains(entry.key())) continue;
      const json& asked = entry.value();
      if (asked.is_array() ? !has_all(value, asked) : !holds(asked, value)) return false;
    }
    return true;
  }

  bool array_holds(const json& schema, const json& value) const {
    if (schema.contains("minItems") && value.size() < schema["minItems"]) return false;
    if (schema.contains("maxItems") && value.size() > schema["maxItems"]) return false;
    if (!schema.contains("items")) return true;
    for (const json& item : value) {
      if (!holds(schema["items"], item)) return false;
    }
    return true;
  }

  static bool scalar_holds(const json& schema, const json& value) {
    if (value.is_number()) {
      if (schema.contains("minimum") && value < schema["minimum"]) return false;
      if (schema.contains("exclusiveMinimum") && value <= schema["exclusiveMinimum"]) return false;
    }
    if (!value.is_string()) return true;
    const std::string text = value;
    if (schema.contains("minLength") && characters(text) < schema["minLength"]) return false;
    if (schema.contains("maxLength") && characters(text) > schema["maxLength"]) return false;
    return true;  // patterns are left to the other validator
  }

  bool groups_hold(const json& schema, const json& value) const {
    if (schema.contains("allOf")) {
      for (const json& one : schema["allOf"]) {
        if (!holds(one, value)) return false;
      }
    }
    if (schema.contains("anyOf")) {
      bool any = false;
      for (const json& one : schema["anyOf"]) any = any || holds(one, value);
      if (!any) return false;
    }
    return !schema.contains("if") || !holds(schema["if"], value) || holds(schema["then"], value);
  }

  [[nodiscard]] bool holds(const json& schema, const json& value) const {
    static const std::set<std::string> known{"$schema",      "title",
                                             "description",  "default",
                                             "type",         "enum",
                                             "const",        "properties",
                                             "required",     "additionalProperties",
                                             "dependencies", "items",
                                             "minItems",     "maxItems",
                                             "minimum",      "exclusiveMinimum",
                                             "minLength",    "maxLength",
                                             "pattern",      "propertyNames",
                                             "allOf",        "anyOf",
                                             "if",           "then",
                                             "$ref",         "definitions"};
    if (schema.is_boolean()) return schema.get<bool>();
    for (const auto& entry : schema.items()) {
      if (!known.contains(entry.key())) throw std::logic_error("unknown keyword " + entry.key());
    }
    if (schema.contains("$ref")) {
      const std::string id = schema["$ref"].get<std::string>().substr(14);  // "#/definitions/"
      return holds(root_.at("definitions").at(id), value);
    }
    if (schema.contains("type") && !has_type(value, schema["type"])) return false;
    if (schema.contains("const") && value != schema["const"]) return false;
    if (schema.contains("enum")) {
      bool any = false;
      for (const json& one : schema["enum"]) any = any || one == value;
      if (!any) return false;
    }
    if (value.is_object() && !object_holds(schema, value)) return false;
    if (value.is_array() && !array_holds(schema, value)) return false;
    return scalar_holds(schema, value) && groups_hold(schema, value);
  }

  json root_;
};

}  // namespace treadle
