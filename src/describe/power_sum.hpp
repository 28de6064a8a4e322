// A sum of powers of one variable: what a law written as an expression is, "2 N/mm*x + 1
// N/mm^3*x^3". A plain number is such a sum without the variable.
#pragma once

#include "units.hpp"

#include <vector>

namespace treadle {

/// factor · |x|^power, with the sign of x where `odd`. So x is odd with power 1, x² even with 2.
struct PowerTerm {
  double factor = 0.0;
  double power = 0.0;
  bool odd = false;

  friend bool operator==(const PowerTerm&, const PowerTerm&) = default;
};

/// Terms of different powers in the order in which they came, and what their sum counts.
struct PowerSum {
  std::vector<PowerTerm> terms;
  Dimension kind;
  bool says_angle = false;

  PowerSum() = default;
  explicit PowerSum(const Quantity& q)
      : terms{{q.value, 0.0, false}}, kind(q.kind), says_angle(q.says_angle) {}
  /// The variable itself. An angle may be left unsaid in its factors.
  static PowerSum variable(Dimension kind);

  /// Whether the variable is not in it; then its value.
  [[nodiscard]] bool is_number() const;
  [[nodiscard]] double number() const;
  /// Whether it is one power of the variable.
  [[nodiscard]] bool is_single() const { return terms.size() == 1; }
  [[nodiscard]] bool is_finite() const;
  [[nodiscard]] Quantity quantity() const { return {number(), kind, says_angle}; }

  void add(const PowerTerm& term);
};

/// Term by term; kinds are the caller's care.
PowerSum product(const PowerSum& a, const PowerSum& b);

}  // namespace treadle
