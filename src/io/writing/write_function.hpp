// Functions of time and tabulated laws as the reader takes them (read_function.hpp).
#pragma once

#include "write_fields.hpp"

namespace treadle {

Value write_function(const TimeFunction& function);

inline void set_function(Value& object, const char* key, const std::optional<TimeFunction>& f) {
  if (f) object.set(key, write_function(*f));
}

/// {x_key: [...], y_key: [...]}
Value write_curve(const char* x_key, const std::vector<double>& x, const char* y_key,
                  const std::vector<double>& y);

}  // namespace treadle
