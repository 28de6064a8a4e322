// Functions of time and tabulated laws as the reader takes them (read_function.hpp).
#pragma once

#include "write_fields.hpp"

namespace treadle {

Value write_function(const TimeFunction& function);

inline void set_function(Value& object, const char* key, const std::optional<TimeFunction>& f) {
  if (f) object.set(key, write_function(*f));
}

/// {x_key: [...], y_key: [...]}, or an expression in x_key; the units are those of both in SI.
struct LawWords {
  const char* x_key;
  const char* x_unit;
  const char* y_key;
  const char* y_unit;
};
Value write_law(const Curve& law, const LawWords& words);

inline void set_law(Value& object, const char* key, const Curve& law, const LawWords& words) {
  if (!law.empty()) object.set(key, write_law(law, words));
}

}  // namespace treadle
