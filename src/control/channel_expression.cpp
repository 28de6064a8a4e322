#include "channel_expression.hpp"

#include "../base/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace treadle {

namespace {

struct OneNumber {
  const char* name;
  double (*f)(double);
};
struct TwoNumbers {
  const char* name;
  double (*f)(double, double);
};

constexpr std::array<OneNumber, 14> of_one{{
    {"sin", [](double x) { return std::sin(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"tan", [](double x) { return std::tan(x); }},
    {"asin", [](double x) { return std::asin(x); }},
    {"acos", [](double x) { return std::acos(x); }},
    {"atan", [](double x) { return std::atan(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"exp", [](double x) { return std::exp(x); }},
    {"log", [](double x) { return std::log(x); }},
    {"tanh", [](double x) { return std::tanh(x); }},
    {"abs", [](double x) { return std::fabs(x); }},
    {"sign", [](double x) { return x > 0.0   ? 1.0
                                   : x < 0.0 ? -1.0
                                             : 0.0; }},
    {"floor", [](double x) { return std::floor(x); }},
    {"positive", [](double x) { return x > 0.0 ? 1.0 : 0.0; }},
}};
constexpr std::array<TwoNumbers, 4> of_two{{
    {"min", [](double a, double b) { return std::min(a, b); }},
    {"max", [](double a, double b) { return std::max(a, b); }},
    {"atan2", [](double a, double b) { return std::atan2(a, b); }},
    {"mod", [](double a, double b) { return a - b * std::floor(a / b); }},
}};

constexpr double pi = 3.14159265358979323846;

}  // namespace

class ChannelExpressionReader {
 public:
  ChannelExpressionReader(std::string_view text, std::span<const std::string> names,
                          ChannelExpression& out)
      : text_(text), names_(names), out_(out) {}

  void read() {
    sum();
    skip();
    if (at_ < text_.size()) fail("unexpected '" + std::string(1, text_[at_]) + "'");
  }

 private:
  using Code = ChannelExpression::Code;

  [[noreturn]] void fail(const std::string& what) const {
    throw ChannelExpressionError(what + " in '" + std::string(text_) + "'");
  }
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool take(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  // Each step leaves one number more, or as many fewer as it takes.
  void step(Code code, int grows, double number = 0.0, std::size_t index = 0) {
    height_ += grows;
    if (height_ > static_cast<int>(ChannelExpression::deepest)) fail("too many brackets");
    out_.steps_.push_back({code, number, index});
  }
  void sum() {
    if (++nested_ > 200) fail("too many brackets");
    product();
    for (;;) {
      if (take('+')) {
        product();
        step(Code::add, -1);
      } else if (take('-')) {
        product();
        step(Code::subtract, -1);
      } else {
        break;
      }
    }
    --nested_;
  }
  void product() {
    factor();
    for (;;) {
      if (take('*')) {
        factor();
        step(Code::multiply, -1);
      } else if (take('/')) {
        factor();
        step(Code::divide, -1);
      } else {
        return;
      }
    }
  }
  void factor() {
    bool negative = false;
    for (;;) {
      if (take('-')) {
        negative = !negative;
      } else if (!take('+')) {
        break;
      }
    }
    atom();
    if (take('^')) {
      if (++nested_ > 200) fail("too many powers");
      factor();
      --nested_;
      step(Code::power, -1);
    }
    if (negative) step(Code::negative, 0);
  }
  void atom() {
    skip();
    if (at_ >= text_.size()) fail("something is missing at the end");
    if (take('(')) {
      sum();
      if (!take(')')) fail("')' is missing");
      return;
    }
    const char c = text_[at_];
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') return number();
    if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_') return word();
    fail("unexpected '" + std::string(1, c) + "'");
  }
  void number() {
    double value = 0.0;
    const char* first = text_.data() + at_;
    const auto end = std::from_chars(first, text_.data() + text_.size(), value);
    if (end.ec != std::errc{}) fail("a number cannot be read");
    at_ += static_cast<std::size_t>(end.ptr - first);
    step(Code::number, 1, value);
  }
  void word() {
    const std::size_t first = at_;
    const auto belongs = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    };
    while (at_ < text_.size() && belongs(text_[at_])) ++at_;
    const std::string name(text_.substr(first, at_ - first));
    if (take('(')) return call(name);
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end())
      return step(Code::name, 1, 0.0, static_cast<std::size_t>(found - names_.begin()));
    if (name == "pi") return step(Code::number, 1, pi);
    fail("unknown name '" + name + "'" + suggestion(name, names_));
  }
  void call(const std::string& name) {
    const auto one =
        std::find_if(of_one.begin(), of_one.end(), [&](const auto& f) { return name == f.name; });
    const auto two =
        std::find_if(of_two.begin(), of_two.end(), [&](const auto& f) { return name == f.name; });
    if (one == of_one.end() && two == of_two.end()) {
      std::vector<std::string> known;
      for (const auto& f : of_one) known.emplace_back(f.name);
      for (const auto& f : of_two) known.emplace_back(f.name);
      fail("unknown function '" + name + "'" + suggestion(name, known));
    }
    sum();
    if (one != of_one.end()) {
      step(Code::call1, 0, 0.0, static_cast<std::size_t>(one - of_one.begin()));
    } else {
      if (!take(',')) fail("'" + name + "' takes two numbers");
      sum();
      step(Code::call2, -1, 0.0, static_cast<std::size_t>(two - of_two.begin()));
    }
    if (!take(')')) fail("')' is missing after '" + name + "'");
  }

  std::string_view text_;
  std::span<const std::string> names_;
  ChannelExpression& out_;
  std::size_t at_ = 0;
  int height_ = 0, nested_ = 0;
};

ChannelExpression::ChannelExpression(std::string_view text, std::span<const std::string> names) {
  ChannelExpressionReader(text, names, *this).read();
}

double ChannelExpression::value(std::span<const double> values) const {
  std::array<double, deepest + 1> stack{};
  std::size_t top = 0;  // numbers on it
  for (const Step& s : steps_) {
    double& last = stack[top > 0 ? top - 1 : 0];
    double& before = stack[top > 1 ? top - 2 : 0];
    switch (s.code) {
      case Code::number:
        stack[top++] = s.number;
        break;
      case Code::name:
        stack[top++] = values[s.index];
        break;
      case Code::negative:
        last = -last;
        break;
      case Code::call1:
        last = of_one[s.index].f(last);
        break;
      case Code::add:
        before += last;
        --top;
        break;
      case Code::subtract:
        before -= last;
        --top;
        break;
      case Code::multiply:
        before *= last;
        --top;
        break;
      case Code::divide:
        before /= last;
        --top;
        break;
      case Code::power:
        before = std::pow(before, last);
        --top;
        break;
      case Code::call2:
        before = of_two[s.index].f(before, last);
        --top;
        break;
    }
  }
  return stack[0];
}

}  // namespace treadle
