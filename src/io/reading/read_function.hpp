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

}  // namespace treadle
