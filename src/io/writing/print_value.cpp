#include "../../base/error.hpp"
#include "../tables/shown.hpp"
#include "value.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace treadle {

namespace {

constexpr std::size_t width = 100;

/// Prints without line breaks, and knows where it is.
class CompactPrinter {
 public:
  explicit CompactPrinter(std::string path) : path_(std::move(path)) {}

  std::string print(const Value& value) {
    text_.clear();
    add(value);
    return std::move(text_);
  }

 private:
  void add(const Value& value) {
    if (const bool* truth = value.truth()) text_ += *truth ? "true" : "false";
    if (const double* number = value.number()) add(*number);
    if (const std::string* words = value.text()) add(*words);
    if (const Value::List* list = value.elements()) {
      text_ += '[';
      for (std::size_t i = 0; i < list->size(); ++i) {
        if (i > 0) text_ += ", ";
        const std::size_t length = path_.size();
        path_.append("[").append(std::to_string(i)).append("]");
        add((*list)[i]);
        path_.resize(length);
      }
      text_ += ']';
    }
    if (const Value::Members* members = value.members()) {
      text_ += '{';
      for (const Value::Member& member : *members) {
        if (&member != members->data()) text_ += ", ";
        const std::size_t length = path_.size();
        if (!path_.empty()) path_ += '.';
        path_ += clean(member.key);
        add(member.key);
        text_ += ": ";
        add(member.value);
        path_.resize(length);
      }
      text_ += '}';
    }
  }

  // A whole "-0" would be read as the integer 0.
  void add(double number) {
    if (!std::isfinite(number)) throw ModelError(path_, path_ + " is not a finite number");
    if (number == 0.0) {
      text_ += std::signbit(number) ? "-0.0" : "0";
      return;
    }
    std::array<char, 64> digits{};
    const double size = std::abs(number);
    const auto form =
        size >= 1e-5 && size < 1e9 ? std::chars_format::fixed : std::chars_format::scientific;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, form).ptr;
    text_.append(digits.data(), end);
  }

  void add(const std::string& words) {
    text_ += '"';
    for (std::string_view rest = words; !rest.empty();) {
      const std::size_t size = utf8_size(rest);
      if (size == 0)
        throw ModelError(path_, path_ + " is " + shown(words) + ", which is not UTF-8");
      const auto byte = static_cast<unsigned char>(rest[0]);
      if (byte == '"' || byte == '\\') text_ += '\\';
      if (byte == '\n') {
        text_ += "\\n";
      } else if (byte < 0x20 || byte == 0x7F) {
        const char* hex = "0123456789abcdef";
        text_.append("\\u00").append({hex[byte / 16], hex[byte % 16]});
      } else {
        text_ += rest.substr(0, size);
      }
      rest.remove_prefix(size);
    }
    text_ += '"';
  }

  std::string path_, text_;
};

bool is_object(const Value& value) { return value.members() != nullptr; }

// A list of objects, or an object that has one, such as the parameters.
bool holds_objects(const Value& value) {
  if (const Value::List* list = value.elements()) return !list->empty() && is_object(list->front());
  const Value::Members* members = value.members();
  return members != nullptr &&
         std::any_of(members->begin(), members->end(),
                     [](const auto& member) { return is_object(member.value); });
}

/// Prints in lines: what is too long for one is broken between its members.
class LinePrinter {
 public:
  std::string print(const Value& value) {
    add(value, 0, "", true);
    text_ += '\n';
    return std::move(text_);
  }

 private:
  // `each_alone`: every member begins a line, as at the top of a model.
  void add(const Value& value, std::size_t indent, const std::string& path, bool each_alone) {
    const std::string line = CompactPrinter(path).print(value);
    const bool is_list = value.elements() != nullptr;
    const bool rows = each_alone || (is_list && holds_objects(value));
    const bool can_break = is_list || value.members() != nullptr;
    if (!can_break || (column() + line.size() < width && !rows)) {
      text_ += line;
      return;
    }
    text_ += line.front();
    const std::size_t inner = indent + (rows ? 2 : 1);
    bool first = true;
    const auto begin = [&](std::size_t length) {
      if (!first) text_ += ',';
      if (rows) {
        start_line(inner);
      } else if (!first && column() + 2 + length > width) {
        start_line(inner);
      } else if (!first) {
        text_ += ' ';
      }
      first = false;
    };
    if (is_list) {
      for (std::size_t i = 0; i < value.elements()->size(); ++i) {
        const Value& element = (*value.elements())[i];
        const std::string at = path + "[" + std::to_string(i) + "]";
        begin(CompactPrinter(at).print(element).size());
        add(element, inner, at, false);
      }
    } else {
      for (const Value::Member& member : *value.members()) {
        const std::string at = path.empty() ? member.key : path + "." + member.key;
        const std::string key = CompactPrinter(at).print(member.key) + ": ";
        begin(key.size() + CompactPrinter(at).print(member.value).size());
        text_ += key;
        add(member.value, inner, at, each_alone && holds_objects(member.value));
      }
    }
    if (rows) start_line(indent);
    text_ += line.back();
  }

  void start_line(std::size_t indent) {
    text_ += '\n';
    line_ = text_.size();
    text_.append(indent, ' ');
  }

  [[nodiscard]] std::size_t column() const { return text_.size() - line_; }

  std::string text_;
  std::size_t line_ = 0;  ///< where the last line begins
};

}  // namespace

std::string print_value(const Value& value) { return LinePrinter().print(value); }

}  // namespace treadle
