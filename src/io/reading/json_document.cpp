#include "json_document.hpp"

#include "../../base/error.hpp"
#include "../tables/shown.hpp"
#include "../tables/text_file.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

namespace treadle {

namespace {

using nlohmann::json;

// "line L, column C" of a byte; columns count characters.
std::string line_and_column(std::string_view text, std::size_t offset) {
  std::size_t line = 1, column = 1;
  for (const char c : text.substr(0, offset)) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (c == '\n') {
      ++line;
      column = 1;
    } else if (!continues) {
      ++column;
    }
  }
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// Walks over the text and lets others see how far the parser has come.
struct Walker {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  const char** reached;

  reference operator*() const { return *at; }
  Walker& operator++() {
    *reached = ++at;
    return *this;
  }
  Walker operator++(int) {
    const Walker before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const Walker& a, const Walker& b) { return a.at == b.at; }
};

// The words after a position in the text, for messages.
std::string_view word_at(std::string_view text, std::size_t offset) {
  const std::string_view rest = text.substr(std::min(offset, text.size()));
  return rest.substr(0, std::min<std::size_t>(rest.find_first_of(" \t\r\n,:[]{}\""), 20));
}

// Only what begins like a model is quoted: any other file may hold what nobody should see.
bool may_be_quoted(std::string_view text) {
  const std::size_t first = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

// What is wrong in plain words, from the parser's own message and the text around the place.
std::string explain(std::string_view text, std::size_t offset, std::string_view reported) {
  const std::size_t dash = reported.find(" - ");
  if (dash != std::string_view::npos) reported.remove_prefix(dash + 3);
  std::string problem(reported.substr(0, reported.find("; last read")));

  if (offset >= text.size()) {
    return "the text ends too early (" + problem + "); is the file truncated?";
  }
  if (problem.ends_with("expected end of input")) {
    return "there is more text after the end of the model";
  }
  const std::string_view before = text.substr(0, offset);
  const char last = text[offset];
  if (problem == "invalid literal") {
    const std::size_t gap = before.find_last_of(" \t\r\n,:[]{}\"");
    const std::string_view word = word_at(text, gap == std::string_view::npos ? 0 : gap + 1);
    if (last == '/' || last == '#') {
      return "comments are not allowed in JSON; use the key \"description\" for remarks";
    }
    if (!may_be_quoted(text)) return "this is not JSON; a model is an object {...}";
    if (word.starts_with('\'')) return "strings need double quotes";
    return "unexpected " + shown(word) +
           "; a value is a number, a string in double quotes, an array, an object, true or false";
  }
  const std::size_t previous = before.find_last_not_of(" \t\r\n");
  if ((last == '}' || last == ']') && previous != std::string_view::npos && text[previous] == ',') {
    return "there is a comma before '" + std::string(1, last) + "'; remove it";
  }
  if (problem.ends_with("expected '}'") || problem.ends_with("expected ']'")) {
    problem += "; is a comma missing before it?";
  }
  return problem;
}

/// Receives the parser's events and builds the tree.
class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, const char* const& reached) : text_(text), reached_(reached) {}

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(json::number_integer_t value) { return add(value); }
  bool number_unsigned(json::number_unsigned_t value) { return add(value); }
  bool number_float(double value, const std::string& /*as_written*/) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(json::binary_t& /*value*/) { return false; }
  bool start_object(std::size_t /*size*/) { return open(json::value_t::object); }
  bool start_array(std::size_t /*size*/) { return open(json::value_t::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    auto [entry, is_new] = open_.back()->get_ref<json::object_t&>().try_emplace(name);
    if (!is_new) {
      fail(here(), "the key " + (may_be_quoted(text_) ? shown(name) + " " : "") +
                       "is given twice in one object");
    }
    slot_ = &entry->second;
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const json::exception& error) {
    const std::size_t offset = position == 0 ? 0 : position - 1;
    if (error.id == 406) {
      fail(offset,
           "the number " + (may_be_quoted(text_) ? shown(token) + " " : "") + "is too large");
    }
    fail(offset, explain(text_, offset, error.what()));
  }

  json take() { return std::move(root_); }

 private:
  template <class Value>
  bool add(Value&& value) {
    place(json(std::forward<Value>(value)));
    return true;
  }

  json& place(json value) {
    if (open_.empty()) return root_ = std::move(value);
    if (open_.back()->is_object()) return *slot_ = std::move(value);
    return open_.back()->get_ref<json::array_t&>().emplace_back(std::move(value));
  }

  bool open(json::value_t type) {
    if (open_.size() == deepest_nesting) {
      fail(here(), "the nesting is deeper than " + std::to_string(deepest_nesting) + " levels");
    }
    open_.push_back(&place(json(type)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  // The last byte that the parser has read.
  [[nodiscard]] std::size_t here() const {
    return static_cast<std::size_t>(reached_ - text_.data()) - 1;
  }

  [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
    throw ModelError(line_and_column(text_, offset), message);
  }

  std::string_view text_;
  const char* const& reached_;
  json root_;
  std::vector<json*> open_;  ///< objects and arrays that are not closed yet, outermost first
  json* slot_ = nullptr;     ///< where the value of the last key goes
};

// Refuses what is no text at all before any grammar is tried.
void check_text(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool control = byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
    const std::size_t size = control ? 0 : utf8_size(text.substr(i));
    if (size == 0) {
      const char* digits = "0123456789abcdef";
      const std::string hex{'0', 'x', digits[byte / 16], digits[byte % 16]};
      throw ModelError(line_and_column(text, i),
                       "byte " + hex + " is not text in UTF-8; is this a model file?");
    }
    i += size;
  }
}

}  // namespace

json parse_json(const std::string& text, const std::string& source) {
  if (text.size() > largest_text) throw ModelError(source, "the text is larger than 200 MB");
  check_text(text);
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw ModelError(line_and_column(text, 0), "the file is empty; a model is a JSON object {...}");
  }
  const char* reached = text.data();
  TreeBuilder builder(text, reached);
  const Walker first{text.data(), &reached};
  const Walker last{text.data() + text.size(), &reached};
  json::sax_parse(first, last, &builder);
  return builder.take();
}

}  // namespace treadle
