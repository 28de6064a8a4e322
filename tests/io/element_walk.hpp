// Goes through a model file as the tables of the modelling language see it.
#pragma once

#include "../../src/describe/names.hpp"
#include "../../src/io/schema/elements.hpp"

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace treadle {

/// An object of the file: which element it is, where it stands, what its quantities are used for.
struct Visit {
  const schema::Element* element;
  nlohmann::json::json_pointer at;
  schema::Use use;
};

class ElementWalk {
 public:
  using json = nlohmann::json;
  using See = std::function<void(const Visit&, const json&)>;

  ElementWalk(const json& document, See see) : document_(document), see_(std::move(see)) {}

  void run() const {
    static const schema::Value model = schema::object("model");
    value(model, document_, json::json_pointer(), {});
  }

  /// The value that an array of the file has at a place, where a list has several kinds.
  static const schema::Value& inner(const schema::Value& list, std::size_t index) {
    const std::size_t kinds = list.inner.size();
    return list.inner[kinds == 1 ? 0 : index * kinds / list.most];
  }

  /// The alternative whose JSON type a value has.
  static const schema::Value* chosen(const schema::Value& either, const json& value) {
    for (const schema::Value& one : either.inner) {
      using schema::ValueKind;
      const bool plain = one.kind == ValueKind::quantity || one.kind == ValueKind::any_quantity;
      if (plain && (value.is_number() || value.is_string())) return &one;
      if (one.kind == ValueKind::text && value.is_string()) return &one;
      if (one.kind == ValueKind::list && value.is_array()) return &one;
      if (one.kind == ValueKind::object && value.is_object()) return &one;
    }
    return nullptr;
  }

 private:
  void value(const schema::Value& kind, const json& here, const json::json_pointer& at,
             const schema::Use& use) const {
    using schema::ValueKind;
    switch (kind.kind) {
      case ValueKind::object:
        object(kind, here, at, schema::inner_use(kind, use));
        break;
      case ValueKind::list:
        for (std::size_t i = 0; i < here.size(); ++i) value(inner(kind, i), here[i], at / i, use);
        break;
      case ValueKind::map:
        for (const auto& entry : here.items())
          value(kind.inner[0], entry.value(), at / entry.key(), use);
        break;
      case ValueKind::either:
        if (const schema::Value* one = chosen(kind, here)) value(*one, here, at, use);
        break;
      default:
        break;
    }
  }

  void object(const schema::Value& kind, const json& here, const json::json_pointer& at,
              schema::Use use) const {
    const schema::Element* element = &schema::element(kind.element);
    if (element->family) element = variant(*element, here.at("type"));
    if (here.contains("joint") || element->id == "constraint.driver") use.slides = slides(here);
    see_({element, at, use}, here);
    for (const schema::Key& key : schema::keys_of(*element)) {
      if (here.contains(key.name)) value(key.value, here[key.name], at / key.name, use);
    }
  }

  static const schema::Element* variant(const schema::Element& family, const std::string& type) {
    for (const schema::Element* one : schema::variants_of(family)) {
      if (schema::type_of(*one) == type) return one;
      for (const std::string& word : one->also) {
        if (word == type) return one;
      }
    }
    throw std::logic_error("no type " + type + " in " + family.id);
  }

  // Whether the coordinate that an object names is a length; distances are.
  bool slides(const json& object) const {
    if (!object.contains("joint")) return true;
    for (const json& joint : document_["joints"]) {
      if (joint["name"] != object["joint"]) continue;
      JointType type{};
      find_joint_type(joint["type"].get<std::string>(), type);
      for (const CoordinateName& name : coordinate_names(type)) {
        if (!object.contains("coordinate") || object["coordinate"] == name.suffix)
          return std::string_view(name.unit) == "m";
      }
    }
    return false;
  }

  const json& document_;
  See see_;
};

}  // namespace treadle
