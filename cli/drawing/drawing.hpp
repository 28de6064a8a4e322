// One picture of a mechanism: its graph and the patterns of its matrices.
#pragma once

#include "../../src/mechanism/mechanism.hpp"

#include <string>

namespace treadle::cli {

/// A whole SVG file that needs nothing else.
std::string draw_mechanism(const Mechanism& mechanism);

}  // namespace treadle::cli
