#include "expression.hpp"

#include "../base/text.hpp"
#include "unit_extent.hpp"
#include "unit_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace treadle {

namespace {

constexpr std::size_t longest_expression = 1000;
constexpr int deepest_nesting = 50;

bool is_pure(const Quantity& q) { return q.kind == dimension::none && !q.says_angle; }

class ExpressionReader {
 public:
  ExpressionReader(std::string_view text, const Scope& scope, const LawVariable* variable = nullptr)
      : text_(text), scope_(scope), variable_(variable) {}

  PowerSum read() {
    PowerSum result = sum();
    if (at_ < text_.size()) unexpected();
    return result;
  }

 private:
  PowerSum sum() {
    skip_spaces();
    const std::size_t from = at_;
    PowerSum left = product();
    for (;;) {
      const bool minus = peek() == '-';
      if (!minus && peek() != '+') return left;
      const std::string_view before = words(from);
      ++at_;
      skip_spaces();
      const std::size_t start = at_;
      const PowerSum right = product();
      if (!same_kind(left.quantity(), right.quantity())) {
        fail_inside(in_quotes(before) + " is " + kind_name(left.kind) + " and " +
                    in_quotes(words(start)) + " is " + kind_name(right.kind) +
                    "; only quantities of one kind can be " + (minus ? "subtracted" : "added"));
      }
      if (right.says_angle) left.kind = right.kind;
      left.says_angle = left.says_angle || right.says_angle;
      for (const PowerTerm& t : right.terms)
        left.add({minus ? -t.factor : t.factor, t.power, t.odd});
      check_finite(left, from);
    }
  }

  PowerSum product() {
    skip_spaces();
    const std::size_t from = at_;
    PowerSum left = factor();
    for (;;) {
      const bool divide = peek() == '/';
      if (!divide && !at_product_sign()) return left;
      at_ += divide ? 1 : product_sign_size();
      skip_spaces();
      const std::size_t start = at_;
      const PowerSum right = factor();
      if (divide) check_divisor(right, words(start));
      PowerSum both = divide ? quotient(left, right) : treadle::product(left, right);
      both.kind = combined(left.kind, right.kind, divide ? -1 : 1);
      both.says_angle = left.says_angle || right.says_angle;
      check_finite(both, from);
      left = std::move(both);
    }
  }

  void check_divisor(const PowerSum& by, std::string_view shown) const {
    if (!by.is_single())
      fail_inside(in_quotes(shown) + " is a sum, and a law cannot be divided by one; use a table");
    if (by.terms.front().factor == 0.0)
      fail_inside(in_quotes(shown) + " is zero, and nothing can be divided by it");
  }

  static PowerSum quotient(const PowerSum& a, const PowerSum& b) {
    const PowerTerm& by = b.terms.front();
    PowerSum out;
    for (const PowerTerm& t : a.terms)
      out.add({t.factor / by.factor, t.power - by.power, t.odd != by.odd});
    return out;
  }

  PowerSum factor() {
    if (++depth_ > deepest_nesting) fail("is nested too deep");
    PowerSum result = signed_factor();
    --depth_;
    return result;
  }

  PowerSum signed_factor() {
    skip_spaces();
    if (at_ == text_.size()) fail("ends where a number is needed");
    const char c = peek();
    if (c == '-' || c == '+') {
      ++at_;
      PowerSum result = factor();
      if (c == '-') {
        for (PowerTerm& t : result.terms) t.factor = -t.factor;
      }
      return result;
    }
    const std::size_t from = at_;
    PowerSum base = atom();
    const std::string_view before = words(from);
    const std::size_t sign = power_sign_size();
    if (sign == 0) return base;
    if (sign == 2 && ends_with_unit(before)) {
      fail("has '**' behind a unit; write '^' for a power of the unit, or parentheses: '(" +
           std::string(before) + ")**...'");
    }
    at_ += sign;
    skip_spaces();
    const std::size_t start = at_;
    const PowerSum exponent = factor();
    PowerSum out = raised(base, exponent, before, words(start));
    check_finite(out, from);
    return out;
  }

  PowerSum atom() {
    const char c = peek();
    if (c == '(') return in_parentheses();
    if ((c >= '0' && c <= '9') || c == '.') return PowerSum(literal());
    const std::string_view name = name_at(text_, at_);
    if (name.empty()) unexpected();
    at_ += name.size();
    skip_spaces();
    if (peek() == '(') return function(name);
    if (is_variable(name)) return PowerSum::variable(variable_->kind);
    const Quantity* found = scope_.find(name);
    if (found == nullptr) unknown(name);
    return PowerSum(*found);
  }

  PowerSum in_parentheses() {
    ++at_;
    PowerSum result = sum();
    if (peek() != ')') fail("lacks a ')'");
    ++at_;
    skip_spaces();
    return result;
  }

  // Whole powers of anything, others of pure numbers that are not negative.
  PowerSum raised(const PowerSum& base, const PowerSum& exponent, std::string_view shown,
                  std::string_view shown_exponent) const {
    if (!exponent.is_number() || !is_pure(exponent.quantity())) {
      fail_inside("the power " + in_quotes(shown_exponent) + " is " +
                  (exponent.is_number() ? kind_name(exponent.kind) : "not a number") +
                  "; a pure number is needed");
    }
    const double n = exponent.number();
    const bool whole = std::nearbyint(n) == n && std::fabs(n) <= largest_exponent;
    if (whole && n >= 0.0 && !base.is_single()) {
      PowerSum out{Quantity{1.0, dimension::none, false}};
      for (int k = 0; k < static_cast<int>(n); ++k) out = treadle::product(out, base);
      return with_kind(std::move(out), base, static_cast<int>(n));
    }
    if (!base.is_single()) {
      fail_inside(in_quotes(shown) + " is a sum; of a law that is a sum only whole powers are " +
                  "known; use a table");
    }
    const PowerTerm& t = base.terms.front();
    if (t.factor == 0.0 && n < 0.0)
      fail_inside(in_quotes(shown) + " is zero, and has no negative power");
    if (!whole) {
      if (base.kind != dimension::none) {
        fail_inside(in_quotes(shown) + " is " + kind_name(base.kind) + "; only a pure number has " +
                    "the power " + std::string(shown_exponent) +
                    ": divide by a quantity of its kind first");
      }
      if (t.factor < 0.0 || t.odd) {
        fail_inside(in_quotes(shown) + (t.odd ? " may be negative" : " is negative") +
                    ", and has no power " + std::string(shown_exponent) +
                    (t.odd ? "; write sign(...)*abs(...)^" + std::string(shown_exponent) : ""));
      }
    }
    PowerSum out;
    const bool odd = t.odd && std::fmod(n, 2.0) != 0.0;
    out.terms = {{std::pow(t.factor, n), t.power * n, odd}};
    return with_kind(std::move(out), base, whole ? static_cast<int>(n) : 0);
  }

  PowerSum with_kind(PowerSum out, const PowerSum& base, int n) const {
    const Dimension d = base.kind;
    out.kind = {n * d.length, n * d.mass, n * d.time, n * d.angle};
    check_powers(out.kind);
    out.says_angle = base.says_angle;
    return out;
  }

  // A number and its unit.
  Quantity literal() {
    const std::size_t from = at_;
    at_ += quantity_extent(text_.substr(from), scope_);
    const std::string_view quantity = text_.substr(from, at_ - from);
    skip_spaces();
    const std::string_view next = name_at(text_, at_);
    if (next.empty()) return read_quantity(quantity);
    if (scope_.has(next) || is_variable(next))
      fail("has nothing between " + in_quotes(quantity) + " and " + in_quotes(next) +
           "; write '*'");
    return read_quantity(
        text_.substr(from, at_ - from + next.size()));  // tells what is wrong with the unit
  }

  PowerSum function(std::string_view name) {
    static const std::vector<std::string> known{"sqrt", "sin", "cos", "abs", "sign", "floor"};
    if (std::find(known.begin(), known.end(), name) == known.end())
      fail("has an unknown function " + in_quotes(name) + suggestion(name, known));
    const std::size_t from = at_ + 1;
    const PowerSum q = in_parentheses();
    const std::string inner(text_.substr(from, text_.rfind(')', at_ - 1) - from));
    if (!q.is_single() || (!q.is_number() && (name == "sin" || name == "cos"))) {
      fail_inside(std::string(name) + " of " + in_quotes(inner) +
                  ": a law is a sum of powers, of which there is none; use a table");
    }
    PowerSum out = q;
    PowerTerm& t = out.terms.front();
    if (name == "abs") {
      t = {std::fabs(t.factor), t.power, false};
      return out;
    }
    if (name == "sign") {
      const double sign = t.factor == 0.0 ? 0.0 : std::copysign(1.0, t.factor);
      out = PowerSum(Quantity{sign, dimension::none, false});
      out.terms.front().odd = q.terms.front().odd;
      return out;
    }
    if (name == "sqrt") return root(q, inner);
    if (name == "floor") {
      if (q.kind != dimension::none || !q.is_number())
        fail_inside("floor needs a pure number, but " + in_quotes(inner) + " is none");
      // what a power or a product leaves below a whole number is that number
      return PowerSum(Quantity{std::floor(q.number() + 1e-9), dimension::none, false});
    }
    if (q.kind != dimension::none && q.kind != dimension::angle) {
      fail_inside(std::string(name) + " needs an angle or a pure number, but " + in_quotes(inner) +
                  " is " + kind_name(q.kind));
    }
    const double x = q.number();
    return PowerSum(Quantity{name == "sin" ? std::sin(x) : std::cos(x), dimension::none, false});
  }

  PowerSum root(const PowerSum& q, const std::string& inner) const {
    const PowerTerm& t = q.terms.front();
    if (t.factor < 0.0) fail("takes the root of " + in_quotes(inner) + ", which is negative");
    if (t.odd) {
      fail("takes the root of " + in_quotes(inner) +
           ", which may be negative; write sign(...)*sqrt(abs(...))");
    }
    const Dimension d = q.kind;
    if (d.length % 2 != 0 || d.mass % 2 != 0 || d.time % 2 != 0 || d.angle % 2 != 0) {
      fail("takes the root of " + in_quotes(inner) + ", which is " + kind_name(d) +
           "; only even powers have one");
    }
    PowerSum out;
    out.terms = {{std::sqrt(t.factor), 0.5 * t.power, false}};
    out.kind = {d.length / 2, d.mass / 2, d.time / 2, d.angle / 2};
    out.says_angle = q.says_angle;
    return out;
  }

  [[nodiscard]] Dimension combined(const Dimension& a, const Dimension& b, int sign) const {
    const Dimension d{a.length + sign * b.length, a.mass + sign * b.mass, a.time + sign * b.time,
                      a.angle + sign * b.angle};
    check_powers(d);
    return d;
  }

  void check_powers(const Dimension& d) const {
    for (const int exponent : {d.length, d.mass, d.time, d.angle}) {
      if (std::abs(exponent) > largest_exponent) fail("has too large a power");
    }
  }

  void check_finite(const PowerSum& value, std::size_t from) const {
    if (!value.is_finite()) fail_inside(in_quotes(words(from)) + " is too large");
  }

  // The text from `from` to here, without spaces around it.
  [[nodiscard]] std::string_view words(std::size_t from) const {
    std::string_view text = text_.substr(from, at_ - from);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
  }

  static bool ends_with_unit(std::string_view atom) {
    const char first = atom.front(), last = atom.back();
    const bool number = (first >= '0' && first <= '9') || first == '.';
    return number && !((last >= '0' && last <= '9') || last == '.');
  }

  [[nodiscard]] std::size_t power_sign_size() const {
    const std::string_view rest = text_.substr(at_);
    return rest.starts_with("**") ? 2 : rest.starts_with("^") ? 1 : 0;
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

  [[nodiscard]] bool is_variable(std::string_view name) const {
    return variable_ != nullptr && name == variable_->name;
  }

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_spaces() {
    while (peek() == ' ' || peek() == '\t') ++at_;
  }

  [[noreturn]] void unknown(std::string_view name) const {
    if (variable_ != nullptr) {
      std::vector<std::string> names = scope_.names();
      names.insert(names.begin(), std::string(variable_->name));
      fail("has an unknown word " + in_quotes(name) + suggestion(name, names));
    }
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
  const LawVariable* variable_ = nullptr;
  std::size_t at_ = 0;
  int depth_ = 0;
};

// Whether a text could be more than a number and a unit.
bool may_compute(std::string_view text, const Scope& scope) {
  const std::size_t first = text.find_first_not_of(" \t+-");
  if (first == std::string_view::npos) return false;
  if (!scope.empty() || text.substr(first).find_first_of("+-*/()") != std::string_view::npos)
    return true;
  // a power of a number; one of a unit is the unit's
  const std::size_t power = text.find('^');
  const std::size_t before = text.find_last_not_of(" \t", power == 0 ? 0 : power - 1);
  return power != std::string_view::npos && before < power && text[before] >= '0' &&
         text[before] <= '9';
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

namespace {

void check_length(std::string_view text) {
  if (text.size() > longest_expression)
    throw ExpressionError(in_quotes(text.substr(0, 20)) + "... is too long for an expression");
}

}  // namespace

Quantity evaluate(std::string_view text, const Scope& scope) {
  check_length(text);
  return ExpressionReader(text, scope).read().quantity();
}

std::vector<PowerTerm> evaluate_law(std::string_view text, const Scope& scope,
                                    const LawVariable& variable, Dimension expected) {
  check_length(text);
  PowerSum law = ExpressionReader(text, scope, &variable).read();
  std::erase_if(law.terms, [](const PowerTerm& t) { return t.factor == 0.0; });
  const auto has_kind = [&] { return same_kind(law.quantity(), {0.0, expected, true}); };
  if (!law.terms.empty() && !has_kind()) {
    throw ExpressionError(
        in_quotes(text) + " is " + kind_name(law.kind) + ", " + kind_name(expected) +
        " is needed; give factors their units, as in '3 " +
        si_unit({expected.length - variable.kind.length, expected.mass - variable.kind.mass,
                 expected.time - variable.kind.time, expected.angle - variable.kind.angle}) +
        "*" + std::string(variable.name) + "'");
  }
  for (const PowerTerm& t : law.terms) {
    if (t.power < 0.0) {
      throw ExpressionError(in_quotes(text) + " divides by " + in_quotes(variable.name) +
                            ", and is infinite where that is 0; use a table");
    }
  }
  return law.terms;
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
