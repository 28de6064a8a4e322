#include "unit_extent.hpp"

#include "unit_table.hpp"

#include <charconv>

namespace treadle {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::string_view operators[] = {"*", "·", "⋅"};
constexpr std::string_view squared = "²", cubed = "³";

/// Walks over units as long as they are some.
class UnitWalker {
 public:
  UnitWalker(std::string_view text, const Scope& scope) : text_(text), scope_(scope) {}

  /// The end of the units that begin at `at`.
  std::size_t walk(std::size_t at) {
    for (bool first = true;; first = false) {
      const std::size_t start = spaces(at);
      const std::size_t behind_sign = sign(start), behind = spaces(behind_sign);
      const bool joined = behind_sign != start;
      const bool tight = !first && start == at && behind == behind_sign;
      const std::size_t end = factor(behind, joined, first, tight);
      if (end == behind) return at;
      at = power(end);
    }
  }

 private:
  // A unit's name, a 1 directly behind the number ("3 1/s"), or units in parentheses. A parameter's
  // name is a unit only without a sign before it, or inside a unit without spaces ("30 kN/m").
  std::size_t factor(std::size_t at, bool joined, bool first, bool tight) {
    if (at >= text_.size()) return at;
    const std::string_view name = name_at(text_, at);
    if (!name.empty()) {
      Unit unit;
      const bool taken = joined && !tight && scope_.has(name);
      return !taken && find_unit(name, unit) ? at + name.size() : at;
    }
    if (first && !joined && text_[at] == '1' && next_sign(at + 1) == '/') return at + 1;
    if (text_[at] != '(') return at;
    const std::size_t inside =
        spaces(text_.substr(spaces(at + 1)).starts_with('1') ? spaces(at + 1) + 1 : at + 1);
    if (scope_.has(name_at(text_, inside))) return at;
    const std::size_t end = spaces(walk(inside));
    return end > inside && end < text_.size() && text_[end] == ')' ? end + 1 : at;
  }

  std::size_t power(std::size_t at) const {
    for (const std::string_view exponent : {squared, cubed}) {
      if (text_.substr(at).starts_with(exponent)) return at + exponent.size();
    }
    std::size_t end = spaces(at);
    if (end >= text_.size() || text_[end] != '^') return at;
    end = spaces(end + 1);
    if (end < text_.size() && (text_[end] == '-' || text_[end] == '+')) ++end;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    return end;
  }

  // Behind a sign of multiplication or division, if there is one.
  [[nodiscard]] std::size_t sign(std::size_t at) const {
    const std::string_view rest = text_.substr(at);
    if (rest.starts_with('/')) return at + 1;
    for (const std::string_view word : operators) {
      if (rest.starts_with(word)) return at + word.size();
    }
    return at;
  }

  [[nodiscard]] char next_sign(std::size_t at) const {
    const std::size_t next = spaces(at);
    return next < text_.size() ? text_[next] : '\0';
  }

  [[nodiscard]] std::size_t spaces(std::size_t at) const {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    return at;
  }

  std::string_view text_;
  const Scope& scope_;
};

}  // namespace

std::string_view name_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size()) {
    const std::string_view rest = text.substr(end);
    const char c = rest.front();
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool wide = static_cast<unsigned char>(c) >= 0x80;
    if (!letter && !wide && !(end > at && is_digit(c))) break;
    if (rest.starts_with(operators[1]) || rest.starts_with(operators[2])) break;
    if (rest.starts_with(squared) || rest.starts_with(cubed)) break;
    ++end;
  }
  return text.substr(at, end - at);
}

std::size_t quantity_extent(std::string_view text, const Scope& scope) {
  double number = 0.0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code == std::errc::invalid_argument) return 1;  // a lone point
  return UnitWalker(text, scope).walk(static_cast<std::size_t>(end - text.data()));
}

}  // namespace treadle
