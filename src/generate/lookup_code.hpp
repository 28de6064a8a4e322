// Tabulated laws in C: constant arrays and the functions that read them.
#pragma once

#include "program.hpp"

#include <string>
#include <vector>

namespace treadle {

/// The functions that these programs need.
std::string lookup_functions(const std::vector<const Program*>& programs,
                             const std::string& prefix);

/// The tables of one program.
std::string lookup_tables(const Program& program, const std::string& prefix);

}  // namespace treadle
