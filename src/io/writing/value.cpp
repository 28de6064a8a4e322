#include "value.hpp"

#include <algorithm>

namespace treadle {

Value::Value(double number) : content_(number) {}
Value::Value(int number) : content_(static_cast<double>(number)) {}
Value::Value(bool yes) : content_(yes) {}
Value::Value(const char* text) : content_(std::string(text)) {}
Value::Value(std::string text) : content_(std::move(text)) {}
Value::Value(std::initializer_list<Value> elements) : content_(List(elements)) {}

Value Value::list() { return list(List{}); }

Value Value::list(List elements) {
  Value value(false);
  value.content_ = std::move(elements);
  return value;
}

Value Value::object() {
  Value value(false);
  value.content_ = Members{};
  return value;
}

Value& Value::at(const std::string& key) {
  Members& members = std::get<Members>(content_);
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&key](const Member& member) { return member.key == key; });
  if (found != members.end()) return found->value;
  members.push_back({key, object()});
  return members.back().value;
}

Value& Value::set(const std::string& key, Value value) {
  at(key) = std::move(value);
  return *this;
}

Value& Value::add(Value value) {
  std::get<List>(content_).push_back(std::move(value));
  return *this;
}

}  // namespace treadle
