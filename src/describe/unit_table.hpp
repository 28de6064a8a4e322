// The units that may be written, each as an exact fraction of SI units where there is one.
#pragma once

#include "units.hpp"

#include <string>
#include <string_view>

namespace treadle {

/// The largest power of a unit or a quantity.
inline constexpr int largest_exponent = 99;

/// Words of a person in single quotes, for messages.
inline std::string in_quotes(std::string_view text) {
  return std::string("'").append(text).append("'");
}

/// One unit is `up / down` SI units; two factors keep "35 mm" the double nearest to 0.035.
struct Unit {
  double up = 1.0, down = 1.0;
  Dimension kind;
  bool says_angle = false;  ///< an angle (or a cycle) is part of the unit, so none may be assumed
};

/// Finds a unit by its name, with or without a prefix; false for an unknown name.
bool find_unit(std::string_view name, Unit& unit);

/// Ends a message about an unknown name: the nearest known one, or all of them.
std::string unit_hint(std::string_view unknown);

}  // namespace treadle
