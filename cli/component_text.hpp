// The hierarchy of components of a mechanism, drawn for a person.
#pragma once

#include "../src/acceleration/component_view.hpp"

#include <string>

namespace treadle::cli {

/// Levels, borders, matrices and costs as a tree, what is left out, and pictures of A.
std::string component_text(const Mechanism& mechanism);

}  // namespace treadle::cli
