// Tyre property files (.tir): coefficients of the Magic Formula, versions 5.2 and 6.1.
#pragma once

#include "../../describe/tyre.hpp"

#include <string>

namespace treadle {

/// Fills model, version, coefficients, radius, stiffness and damping from the text of a file.
/// Throws ModelError at `path` with the line and the name of what is missing, misspelt or no
/// number.
TyreItem read_tir(const std::string& text, const std::string& path);

}  // namespace treadle
