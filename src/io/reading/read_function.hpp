// Functions of time and tabulated laws in a model file.
#pragma once

#include "fields.hpp"

namespace treadle {

/// A number (constant) or {"type": "ramp" | "step" | "sine" | "chirp" | "table", ...}; values are
/// of `kind`.
TimeFunction read_function(const nlohmann::json& value, const Place& place, Dimension kind);

/// Reads a key if it is there.
void read_function(const Fields& fields, const char* key, Dimension kind,
                   std::optional<TimeFunction>& out);

/// Two lists of equal length, the first ascending strictly.
Curve read_curve(const Fields& fields, const char* x_key, Dimension x_kind, const char* y_key,
                 Dimension y_kind);

/// What a law is over, and what it gives: the keys of its table, whose first is also the name of
/// the variable in an expression.
struct LawKeys {
  const char* x;
  Dimension x_kind;
  const char* y;
  Dimension y_kind;
};

/// The key's value: a table with the keys of `element`, or an expression.
Curve read_law(const Fields& fields, const char* key, const char* element, const LawKeys& keys);

}  // namespace treadle
