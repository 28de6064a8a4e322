// An expression of channels that is computed in every evaluation: read once, then a short list of
// steps on a stack.
//
//   expression = term { ('+' | '-') term }
//   term       = factor { ('*' | '/') factor }
//   factor     = { '-' | '+' } atom [ '^' factor ]
//   atom       = number | name | '(' expression ')' | function '(' expression { ',' expression }
//   ')'
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace treadle {

/// A wrong expression of channels.
class ChannelExpressionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ChannelExpression {
 public:
  ChannelExpression() = default;
  /// `names` are those that it may use, in the order of the values. Throws ChannelExpressionError.
  ChannelExpression(std::string_view text, std::span<const std::string> names);

  /// Allocates nothing.
  [[nodiscard]] double value(std::span<const double> values) const;

  static constexpr std::size_t deepest = 32;  ///< numbers that wait for others

 private:
  friend class ChannelExpressionReader;
  enum class Code { number, name, negative, add, subtract, multiply, divide, power, call1, call2 };
  struct Step {
    Code code = Code::number;
    double number = 0.0;
    std::size_t index = 0;  ///< of a name or function
  };
  std::vector<Step> steps_;
};

}  // namespace treadle
