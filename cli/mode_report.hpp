// Modes as a page of HTML that moves.
#pragma once

#include "../src/linearize/linearize.hpp"

#include <string>

namespace treadle::cli {

/// `model`: the file of the mechanism. Throws OptionError where the program has no viewer.
std::string mode_report(const std::string& model, const Mechanism& mechanism,
                        const KnownState& point, const Linearization& linear);

}  // namespace treadle::cli
