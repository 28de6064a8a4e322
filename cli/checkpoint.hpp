// --checkpoint, --every and --resume: the state of a run goes to a file now and then, and a run
// goes on from one.
#pragma once

#include "../src/record/state_file.hpp"
#include "../treadle.hpp"

#include <optional>
#include <string>
#include <vector>

namespace treadle::cli {

/// Files and distances that were asked for.
struct CheckpointPlan {
  std::string to, from;  ///< files; empty: none
  double every = 0.0;    ///< of simulated time
  StateOwner owner;

  /// Whether it is time to save, once for each multiple of `every` that was passed. `at` is the
  /// time of the last step's end, `last` that of the one before.
  [[nodiscard]] bool is_due(double last, double at) const;
};

/// Fingerprint of all that shapes a run: options, channels, and which files it writes.
std::string options_fingerprint(const RunOptions& options, const std::vector<std::string>& more);

}  // namespace treadle::cli
