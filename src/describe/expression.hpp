// Numbers computed from parameters: "length/2 + 10 mm". Kinds of quantity are checked on the way.
//
//   sum     = product { ('+' | '-') product }
//   product = factor { ('*' | '/') factor }
//   factor  = { '-' | '+' } ( number [unit] | parameter | '(' sum ')' | sqrt | sin | cos '(' sum
//   ')' )
//
// A name directly behind a number is a unit. Where a parameter has the name of a unit, it is the
// parameter wherever a number may stand ("2*m", "10 N / m"); only in a unit without spaces ("10
// N/m") it is the unit.
#pragma once

#include "scope.hpp"

namespace treadle {

/// A wrong expression.
class ExpressionError : public UnitError {
 public:
  using UnitError::UnitError;
};

/// Throws UnitError or ExpressionError, with the word that is wrong.
Quantity evaluate(std::string_view text, const Scope& scope);

/// The value where `expected` is needed. An expression whose result is a pure number is taken to be
/// in SI units, as a plain number is. Quantities without a parameter are those of parse_quantity.
double evaluate(std::string_view text, const Scope& scope, Dimension expected);

/// Whether two quantities can be added: an angle that one of them does not say is no difference.
bool same_kind(const Quantity& a, const Quantity& b);

}  // namespace treadle
