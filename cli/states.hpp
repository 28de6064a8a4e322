// States from a CSV file: columns by joint name, as `treadle run --out` writes them.
#pragma once

#include "../src/mechanism/mechanism.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace treadle::cli {

struct GivenState {
  std::size_t line = 0;  ///< in the file, counted from 1
  double time = 0.0;
  std::vector<double> x;  ///< q and v along the tree, and a zero
};

struct GivenStates {
  std::vector<GivenState> rows;
  bool has_time = false;
  std::vector<std::string> notes;    ///< what was not in the file, and what was passed over
  std::vector<std::string> missing;  ///< coordinates and velocities that were not there
};

/// Missing coordinates are those of the assembled start, missing velocities are zero. Throws
/// OptionError with the file and the line for what cannot be read, for unknown columns and for
/// quaternions whose length is not 1.
GivenStates read_states(const Mechanism& mechanism, const std::string& path);

/// The same from text; `option` is what a person typed before `path`.
GivenStates read_states_text(const Mechanism& mechanism, const std::string& option,
                             const std::string& path, const std::string& text);

}  // namespace treadle::cli
