// What inspect says about a mechanism: a text for a person, an object for a script.
#pragma once

#include "../src/simulate/mechanism.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace treadle::cli {

/// Pictures of the patterns are part of the text up to this many coordinates.
inline constexpr int largest_picture = 60;

/// Names of coordinates in the order of the matrices.
std::vector<std::string> matrix_order(const Mechanism& mechanism);

std::string inspection_text(const Mechanism& mechanism, bool patterns);
nlohmann::ordered_json inspection_json(const Mechanism& mechanism);

}  // namespace treadle::cli
