#include "expression.hpp"

#include "../base/text.hpp"
#include "unit_extent.hpp"
#include "unit_table.hpp"

#include <cmath>
#include <cstdlib>

namespace treadle {

namespace {

constexpr std::size_t longest_expression = 1000;
constexpr int deepest_nesting = 50;

bool is_pure(const Quantity& q) { return q.kind == dimension::none && !q.says_angle; }

class ExpressionReader {
 public:
  ExpressionReader(std::string_view text, const Scope& scope) : text_(text), scope_(scope) {}

  Quantity read() {
    const Quantity result = sum();
    if (at_ < text_.size()) unexpected();
    return result;
  }

 private:
  Quantity sum() {
    skip_spaces();
    const std::size_t from = at_;
    Quantity left = product();
    for (;;) {
      const bool minus = peek() == '-';
      if (!minus && peek() != '+') return left;
      const std::string_view before = words(from);
      ++at_;
      skip_spaces();
      const std::size_t start = at_;
      const Quantity right = product();
      if (!same_kind(left, right)) {
        fail_inside(in_quotes(before) + " is " + kind_name(left.kind) + " and " +
                    in_quotes(words(start)) + " is " + kind_name(right.kind) +
                    "; only quantities of one kind can be " + (minus ? "subtracted" : "added"));
      }
      if (right.says_angle) left.kind = right.kind;
      left.says_angle = left.says_angle || right.says_angle;
      left.value = finite(minus ? left.value - right.value : left.value + right.value, from);
    }
  }

  Quantity product() {
    skip_spaces();
    const std::size_t from = at_;
    Quantity left = factor();
    for (;;) {
      const bool divide = peek() == '/';
      if (!divide && !at_product_sign()) return left;
      at_ += divide ? 1 : product_sign_size();
      skip_spaces();
      const std::size_t start = at_;
      const Quantity right = factor();
      if (divide && right.value == 0.0)
        fail_inside(in_quotes(words(start)) + " is zero, and nothing can be divided by it");
      left.value = finite(divide ? left.value / right.value : left.value * right.value, from);
      left.kind = combined(left.kind, right.kind, divide ? -1 : 1);
      left.says_angle = left.says_angle || right.says_angle;
    }
  }

  Quantity factor() {
    if (++depth_ > deepest_nesting) fail("is nested too deep");
    const Quantity result = signed_factor();
    --depth_;
    return result;
  }

  Quantity signed_factor() {
    skip_spaces();
    if (at_ == text_.size()) fail("ends where a number is needed");
    const char c = peek();
    if (c == '-' || c == '+') {
      ++at_;
      Quantity result = factor();
      if (c == '-') result.value = -result.value;
      return result;
    }
    if (c == '(') return in_parentheses();
    if ((c >= '0' && c <= '9') || c == '.') return literal();
    const std::string_view name = name_at(text_, at_);
    if (name.empty()) unexpected();
    at_ += name.size();
    skip_spaces();
    if (peek() == '(') return function(name);
    const Quantity* found = scope_.find(name);
    if (found == nullptr) unknown(name);
    return *found;
  }

  Quantity in_parentheses() {
    ++at_;
    const Quantity result = sum();
    if (peek() != ')') fail("lacks a ')'");
    ++at_;
    skip_spaces();
    return result;
  }

  // A number and its unit.
  Quantity literal() {
    const std::size_t from = at_;
    at_ += quantity_extent(text_.substr(from), scope_);
    const std::string_view quantity = text_.substr(from, at_ - from);
    skip_spaces();
    const std::string_view next = name_at(text_, at_);
    if (next.empty()) return read_quantity(quantity);
    if (scope_.has(next))
      fail("has nothing between " + in_quotes(quantity) + " and " + in_quotes(next) +
           "; write '*'");
    return read_quantity(
        text_.substr(from, at_ - from + next.size()));  // tells what is wrong with the unit
  }

  Quantity function(std::string_view name) {
    static const std::vector<std::string> known{"sqrt", "sin", "cos"};
    if (name != "sqrt" && name != "sin" && name != "cos") {
      fail("has an unknown function " + in_quotes(name) + suggestion(name, known));
    }
    const std::size_t from = at_ + 1;
    const Quantity q = in_parentheses();
    const std::string inner(text_.substr(from, text_.rfind(')', at_ - 1) - from));
    if (name == "sqrt") return root(q, inner);
    if (q.kind != dimension::none && q.kind != dimension::angle) {
      fail_inside(std::string(name) + " needs an angle or a pure number, but " + in_quotes(inner) +
                  " is " + kind_name(q.kind));
    }
    return {name == "sin" ? std::sin(q.value) : std::cos(q.value), dimension::none, false};
  }

  Quantity root(const Quantity& q, const std::string& inner) const {
    if (q.value < 0.0) fail("takes the root of " + in_quotes(inner) + ", which is negative");
    const Dimension d = q.kind;
    if (d.length % 2 != 0 || d.mass % 2 != 0 || d.time % 2 != 0 || d.angle % 2 != 0) {
      fail("takes the root of " + in_quotes(inner) + ", which is " + kind_name(d) +
           "; only even powers have one");
    }
    return {std::sqrt(q.value), {d.length / 2, d.mass / 2, d.time / 2, d.angle / 2}, q.says_angle};
  }

  [[nodiscard]] Dimension combined(const Dimension& a, const Dimension& b, int sign) const {
    const Dimension d{a.length + sign * b.length, a.mass + sign * b.mass, a.time + sign * b.time,
                      a.angle + sign * b.angle};
    for (const int exponent : {d.length, d.mass, d.time, d.angle}) {
      if (std::abs(exponent) > largest_exponent) fail("has too large a power");
    }
    return d;
  }

  [[nodiscard]] double finite(double value, std::size_t from) const {
    if (!std::isfinite(value)) fail_inside(in_quotes(words(from)) + " is too large");
    return value;
  }

  // The text from `from` to here, without spaces around it.
  [[nodiscard]] std::string_view words(std::size_t from) const {
    std::string_view text = text_.substr(from, at_ - from);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
  }

  [[nodiscard]] std::size_t product_sign_size() const {
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view sign :
         {std::string_view("*"), std::string_view("·"), std::string_view("⋅")}) {
      if (rest.starts_with(sign)) return sign.size();
    }
    return 0;
  }
  [[nodiscard]] bool at_product_sign() const { return product_sign_size() > 0; }

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_spaces() {
    while (peek() == ' ' || peek() == '\t') ++at_;
  }

  [[noreturn]] void unknown(std::string_view name) const {
    if (scope_.empty()) fail("has the word " + in_quotes(name) + ", but there are no parameters");
    fail("has an unknown parameter " + in_quotes(name) + suggestion(name, scope_.names()));
  }

  [[noreturn]] void unexpected() const {
    const char c = peek();
    if (c == ',') fail("has a ','; write decimals with a point");
    if (c == ')') fail("has a ')' too many");
    const std::string_view name = name_at(text_, at_);
    fail("has an unexpected " + in_quotes(name.empty() ? text_.substr(at_, 1) : name));
  }

  // The text and what it does wrong, or a sentence about a part of it.
  [[noreturn]] void fail(const std::string& what) const {
    throw ExpressionError(in_quotes(text_) + " " + what);
  }
  [[noreturn]] void fail_inside(const std::string& what) const {
    throw ExpressionError(in_quotes(text_) + ": " + what);
  }

  std::string_view text_;
  const Scope& scope_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

// Whether a text could be more than a number and a unit.
bool may_compute(std::string_view text, const Scope& scope) {
  const std::size_t first = text.find_first_not_of(" \t+-");
  if (first == std::string_view::npos) return false;
  return !scope.empty() || text.substr(first).find_first_of("+-*/()") != std::string_view::npos;
}

bool mentions_parameter(std::string_view text, const Scope& scope) {
  if (scope.empty()) return false;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view name = name_at(text, at);
    if (!name.empty() && scope.has(name)) return true;
    at += name.empty() ? 1 : name.size();
  }
  return false;
}

}  // namespace

bool same_kind(const Quantity& a, const Quantity& b) {
  Dimension kind = a.kind;
  if (!a.says_angle || !b.says_angle) kind.angle = b.kind.angle;
  return kind == b.kind;
}

Quantity evaluate(std::string_view text, const Scope& scope) {
  if (text.size() > longest_expression) {
    throw ExpressionError(in_quotes(text.substr(0, 20)) + "... is too long for an expression");
  }
  return ExpressionReader(text, scope).read();
}

double evaluate(std::string_view text, const Scope& scope, Dimension expected) {
  if (!mentions_parameter(text, scope)) {
    try {
      return parse_quantity(text, expected);
    } catch (const UnitError&) {
      if (!may_compute(text, scope)) throw;
    }
  }
  const Quantity q = evaluate(text, scope);
  if (is_pure(q)) return q.value;
  if (!same_kind(q, {0.0, expected, true})) {
    throw ExpressionError(in_quotes(text) + " is " + kind_name(q.kind) + ", " +
                          kind_name(expected) + " is needed (for example '" +
                          unit_example(expected) + "')");
  }
  return q.value;
}

}  // namespace treadle
