// The end of a recorded run as the start of another one.
#pragma once

#include "../src/mechanism/mechanism.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

/// Puts the last row of a record (.h5) or of a CSV file with all coordinates and velocities into
/// the start of the mechanism; gives its time. Throws OptionError with names where the file is of
/// another model, lacks something, or has open loops; `option` is what a person typed.
double start_from(const std::string& path, Mechanism& mechanism,
                  const std::string& option = "--start-from");

}  // namespace treadle::cli
