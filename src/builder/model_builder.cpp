#include "model_builder.hpp"

#include "../base/error.hpp"
#include "../io/reading/read_document.hpp"
#include "../io/tables/shown.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>

namespace treadle {

namespace {

using nlohmann::json;

// Whole numbers become integers, as they do in a file.
json to_json(double number, const std::string& path) {
  if (!std::isfinite(number)) throw ModelError(path, path + " is not a finite number");
  const bool whole = std::nearbyint(number) == number && std::abs(number) < 1e15;
  if (!whole || (number == 0.0 && std::signbit(number))) return number;
  return static_cast<std::int64_t>(number);
}

json to_json(const Value& value, const std::string& path) {
  if (const bool* truth = value.truth()) return *truth;
  if (const double* number = value.number()) return to_json(*number, path);
  if (const std::string* text = value.text()) return *text;
  if (const Value::List* list = value.elements()) {
    json array = json::array();
    for (std::size_t i = 0; i < list->size(); ++i)
      array.push_back(to_json((*list)[i], path + "[" + std::to_string(i) + "]"));
    return array;
  }
  json object = json::object();
  for (const Value::Member& member : *value.members())
    object[member.key] = to_json(member.value, path.empty() ? member.key : path + "." + member.key);
  return object;
}

// A path such as joints[2].start and the name of the item, where it has one.
json item_to_json(const Value& item, const std::string& path) {
  try {
    return to_json(item, path);
  } catch (const ModelError& error) {
    for (const Value::Member& member : *item.members()) {
      if (member.key == "name" && member.value.text() != nullptr)
        throw ModelError(error.where(), shown(*member.value.text()) + ": " + error.what());
    }
    throw;
  }
}

// A builder has no file; this only tells which folder it is in and what to call the model.
std::string source_of(const std::string& folder, std::string name) {
  std::replace(name.begin(), name.end(), '/', '_');
  return (std::filesystem::path(folder) / name).string();
}

}  // namespace

ModelBuilder::ModelBuilder(std::string name, std::string folder)
    : folder_(std::move(folder)), top_(Value::object()) {
  top_.set("name", std::move(name));
}

ModelBuilder& ModelBuilder::set(const std::string& key, Value value) {
  top_.set(key, std::move(value));
  return *this;
}

ModelBuilder& ModelBuilder::parameter(const std::string& name, Value value,
                                      const std::string& note) {
  Value& item = top_.at("parameters").at(name);
  item = Value::object().set("value", std::move(value));
  if (!note.empty()) item.set("note", note);
  return *this;
}

Value& ModelBuilder::item(const std::string& list, const std::string& name) {
  std::deque<Value>& items = lists_[list];
  items.push_back(Value::object());
  return items.back().set("name", name);
}

IncludeBuilder ModelBuilder::include(const std::string& file, const std::string& name) {
  return IncludeBuilder(item("include", name).set("file", file));
}

TargetBuilder ModelBuilder::target(const std::string& joint, Value value) {
  std::deque<Value>& items = lists_["targets"];
  items.push_back(Value::object().set("joint", joint).set("value", std::move(value)));
  return TargetBuilder(items.back());
}

TargetBuilder ModelBuilder::target(const std::string& joint, const std::string& coordinate,
                                   Value value) {
  return target(joint, std::move(value)).set("coordinate", coordinate);
}

TargetBuilder ModelBuilder::body_target(Value frame) {
  std::deque<Value>& items = lists_["targets"];
  items.push_back(std::move(frame));
  return TargetBuilder(items.back());
}

Description ModelBuilder::description() const {
  json document = to_json(top_, "");
  for (const auto& [list, items] : lists_) {
    json array = json::array();
    for (std::size_t i = 0; i < items.size(); ++i)
      array.push_back(item_to_json(items[i], list + "[" + std::to_string(i) + "]"));
    if (list == "targets") {
      document["assembly"]["targets"] = std::move(array);
    } else {
      document[list] = std::move(array);
    }
  }
  PartFiles files(source_of(folder_, *top_.members()->front().value.text()));
  return read_document(document, {}, files).items;
}

}  // namespace treadle
