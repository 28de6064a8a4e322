#include "units.hpp"

#include "unit_table.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace treadle {

namespace {

constexpr std::size_t longest_quantity = 200;

/// Reads a unit expression from left to right.
class UnitReader {
 public:
  UnitReader(std::string_view quantity, std::string_view expression)
      : quantity_(quantity), rest_(expression) {}

  Unit read() {
    const Unit unit = product();
    if (!rest_.empty()) fail("has a ')' too many");
    return unit;
  }

 private:
  // Factors until the end or a closing parenthesis; the number in front is the first factor.
  Unit product() {
    Unit result;
    for (skip_spaces(); !rest_.empty() && rest_.front() != ')'; skip_spaces()) {
      const bool divide = take("/");
      if (!divide && !take("*") && !take("·")) take("⋅");
      const Unit next = factor();
      result = multiply(result, divide ? raise(next, -1) : next);
    }
    return result;
  }

  // A name, a 1 or a product in parentheses, and its power.
  Unit factor() {
    skip_spaces();
    if (rest_.empty()) fail("ends where a unit is needed");
    Unit unit;
    if (take("(")) {
      unit = product();
      if (!take(")")) fail("lacks a ')'");
    } else if (rest_.front() == '1' && (rest_.size() == 1 || !is_number_part(rest_[1]))) {
      rest_.remove_prefix(1);
    } else {
      unit = named();
    }
    if (take("²")) return raise(unit, 2);
    if (take("³")) return raise(unit, 3);
    skip_spaces();
    return take("^") ? raise(unit, exponent()) : unit;
  }

  Unit named() {
    const std::string_view name = rest_.substr(0, name_length());
    if (name.empty()) unexpected();
    Unit unit;
    if (!find_unit(name, unit)) {
      fail("has an unknown unit " + in_quotes(name) + unit_hint(name));
    }
    rest_.remove_prefix(name.size());
    return unit;
  }

  int exponent() {
    skip_spaces();
    take("+");
    int value = 0;
    const auto [end, code] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (code != std::errc{} || std::abs(value) > 9) fail("needs a whole number after '^'");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  Unit multiply(const Unit& a, const Unit& b) const {
    const Dimension d{a.kind.length + b.kind.length, a.kind.mass + b.kind.mass,
                      a.kind.time + b.kind.time, a.kind.angle + b.kind.angle};
    for (const int exponent : {d.length, d.mass, d.time, d.angle}) {
      if (std::abs(exponent) > largest_exponent) fail("has too large a power");
    }
    return {a.up * b.up, a.down * b.down, d, a.says_angle || b.says_angle};
  }

  Unit raise(const Unit& unit, int power) const {
    Unit result;
    result.says_angle = unit.says_angle;
    for (int i = 0; i < std::abs(power); ++i) result = multiply(result, unit);
    if (power > 0) return result;
    std::swap(result.up, result.down);
    const Dimension d = result.kind;
    result.kind = {-d.length, -d.mass, -d.time, -d.angle};
    return result;
  }

  // Letters, and bytes of letters such as 'µ' that are no operator.
  [[nodiscard]] std::size_t name_length() const {
    std::size_t size = 0;
    while (size < rest_.size()) {
      const std::string_view at = rest_.substr(size);
      const char c = at.front();
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      const bool wide = static_cast<unsigned char>(c) >= 0x80;
      if (!letter && !wide) break;
      if (at.starts_with("·") || at.starts_with("⋅")) break;
      if (at.starts_with("²") || at.starts_with("³")) break;
      ++size;
    }
    return size;
  }

  static bool is_number_part(char c) { return (c >= '0' && c <= '9') || c == '.' || c == ','; }

  void skip_spaces() {
    while (take(" ") || take("\t")) {
    }
  }

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  [[noreturn]] void unexpected() const {
    const char c = rest_.front();
    if (c == ',') fail("has a ','; write decimals with a point");
    if (is_number_part(c)) fail("has a second number where a unit is needed");
    fail("has an unexpected " + in_quotes(rest_.substr(0, 1)));
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw UnitError(in_quotes(quantity_) + " " + what);
  }

  std::string_view quantity_, rest_;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// The number in front; `text` keeps what follows it.
double take_number(std::string_view quantity, std::string_view& text, Dimension expected) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  if (plus) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code == std::errc::result_out_of_range) {
    throw UnitError(in_quotes(quantity) + " is too large or too close to zero");
  }
  if (code != std::errc{}) {
    throw UnitError(in_quotes(quantity) + " does not begin with a number; write for example '" +
                    unit_example(expected) + "'");
  }
  if (!std::isfinite(value)) throw UnitError(in_quotes(quantity) + " is not a finite number");
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

// One rounding where one factor is a whole multiple of the other: "1.1 kg" stays 1.1.
double in_si(double number, const Unit& unit) {
  const double more = unit.up / unit.down, less = unit.down / unit.up;
  if (std::nearbyint(more) == more && more * unit.down == unit.up) return number * more;
  if (std::nearbyint(less) == less && less * unit.up == unit.down) return number / less;
  return number * unit.up / unit.down;
}

bool fits(const Quantity& quantity, Dimension expected) {
  Dimension kind = quantity.kind;
  if (!quantity.says_angle) kind.angle = expected.angle;
  return kind == expected;
}

// What is left of a quantity behind its number; `number` takes the number.
std::string_view split(std::string_view text, Dimension wanted, double& number) {
  if (text.size() > longest_quantity) {
    throw UnitError(in_quotes(text.substr(0, 20)) + "... is too long for a quantity");
  }
  std::string_view rest = trimmed(text);
  if (rest.empty()) {
    throw UnitError("an empty string is no quantity; write for example '" + unit_example(wanted) +
                    "'");
  }
  number = take_number(text, rest, wanted);
  return trimmed(rest);
}

Quantity with_unit(double number, std::string_view text, std::string_view unit_text) {
  const Unit unit = UnitReader(text, unit_text).read();
  const double value = in_si(number, unit);
  if (!std::isfinite(value) || !std::isfinite(unit.up) || !std::isfinite(unit.down)) {
    throw UnitError(in_quotes(text) + " is too large or too close to zero");
  }
  return {value, unit.kind, unit.says_angle};
}

}  // namespace

Quantity read_quantity(std::string_view text, Dimension wanted) {
  double number = 0.0;
  const std::string_view unit = split(text, wanted, number);
  if (unit.empty()) return {number, dimension::none, false};
  return with_unit(number, text, unit);
}

double parse_quantity(std::string_view text, Dimension expected) {
  double number = 0.0;
  const std::string_view unit = split(text, expected, number);
  if (unit.empty()) return number;
  const Quantity quantity = with_unit(number, text, unit);
  if (!fits(quantity, expected)) {
    throw UnitError(in_quotes(text) + " is " + kind_name(quantity.kind) + ", " +
                    kind_name(expected) + " is needed (for example '" + unit_example(expected) +
                    "')");
  }
  return quantity.value;
}

}  // namespace treadle
