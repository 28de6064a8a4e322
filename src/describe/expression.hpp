// Numbers computed from parameters: "length/2 + 10 mm". Kinds of quantity are checked on the way.
//
//   sum     = product { ('+' | '-') product }
//   product = factor { ('*' | '/') factor }
//   factor  = { '-' | '+' } atom [ ('^' | '**') factor ]
//   atom    = number [unit] | parameter | '(' sum ')' | sqrt | sin | cos | abs | sign '(' sum ')'
//
// A power directly behind a unit belongs to the unit: "2 mm^2". A name directly behind a number is
// a unit. Where a parameter has the name of a unit, it is the parameter wherever a number may stand
// ("2*m", "10 N / m"); only in a unit without spaces ("10 N/m") it is the unit.
#pragma once

#include "power_sum.hpp"
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

/// The name that stands for what a law is a function of, and what it counts.
struct LawVariable {
  std::string_view name;
  Dimension kind;
};

/// A law: a sum of powers of its variable, of the kind `expected`. Throws as above.
std::vector<PowerTerm> evaluate_law(std::string_view text, const Scope& scope,
                                    const LawVariable& variable, Dimension expected);

/// Whether two quantities can be added: an angle that one of them does not say is no difference.
bool same_kind(const Quantity& a, const Quantity& b);

}  // namespace treadle
