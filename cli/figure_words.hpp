// Figures of a run, for a person and for scripts.
#pragma once

#include "../src/output/figures.hpp"

#include <nlohmann/json_fwd.hpp>

namespace treadle::cli {

/// One line for each: `  yaw rate   10.2 deg/s`; empty without figures.
std::string figures_text(const std::vector<Figure>& figures);
/// {"yaw rate": {"value", "unit"}, ...}; a value of null has "missing" beside it.
nlohmann::ordered_json figures_json(const std::vector<Figure>& figures);

}  // namespace treadle::cli
