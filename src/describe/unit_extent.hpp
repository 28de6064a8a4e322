// How far a number with its unit reaches inside an expression.
#pragma once

#include "scope.hpp"

#include <cstddef>
#include <string_view>

namespace treadle {

/// The name of a unit, a parameter or a function at `at`; empty if there is none.
std::string_view name_at(std::string_view text, std::size_t at);

/// Bytes of the quantity that `text` begins with: a number and the units that belong to it.
std::size_t quantity_extent(std::string_view text, const Scope& scope);

}  // namespace treadle
