// What stands in a model file: a number, a word, a list or an object. Made by the writer and by the
// builder; keys keep their order.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace treadle {

class Value {
 public:
  struct Member;
  using List = std::vector<Value>;
  using Members = std::vector<Member>;

  Value(double number);
  Value(int number);
  Value(bool yes);
  Value(const char* text);
  Value(std::string text);
  Value(std::initializer_list<Value> elements);

  static Value list();
  static Value list(List elements);
  static Value object();

  /// A list of numbers or words.
  template <class Range>
  static Value list_of(const Range& elements);

  [[nodiscard]] const bool* truth() const { return std::get_if<bool>(&content_); }
  [[nodiscard]] const double* number() const { return std::get_if<double>(&content_); }
  [[nodiscard]] const std::string* text() const { return std::get_if<std::string>(&content_); }
  [[nodiscard]] const List* elements() const { return std::get_if<List>(&content_); }
  [[nodiscard]] const Members* members() const { return std::get_if<Members>(&content_); }

  /// The value of a key of this object, made (as an empty object) if there was none.
  Value& at(const std::string& key);
  /// Sets a key of this object.
  Value& set(const std::string& key, Value value);
  /// Adds to the end of this list.
  Value& add(Value value);

 private:
  std::variant<bool, double, std::string, List, Members> content_;
};

struct Value::Member {
  std::string key;
  Value value;
};

template <class Range>
Value Value::list_of(const Range& elements) {
  List list;
  list.reserve(elements.size());
  for (const auto& element : elements) list.emplace_back(element);
  return Value::list(std::move(list));
}

/// JSON text in lines of about 100 columns, one item to a line where it is short. Numbers are the
/// shortest that read back to the same bits. Throws ModelError, with the path in it, for a number
/// that is not finite and for words that are not UTF-8.
std::string print_value(const Value& value);

}  // namespace treadle
