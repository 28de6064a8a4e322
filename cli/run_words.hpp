// The options of treadle run as they were typed, and what is wrong with them before anything is
// read.
#pragma once

#include "../treadle.hpp"
#include "output_path.hpp"

#include <optional>
#include <string>
#include <vector>

namespace treadle::cli {

/// The options as they were typed.
struct RunWords {
  std::string model;
  std::optional<std::string> out, record, report, until, step, max_step, rtol, atol,
      output_interval, integrator, solver, formulation, threads, distribute, constraints, jacobian,
      spectral_radius, channels, checkpoint, every, resume, start_from, exchange, watchdog;
  std::vector<std::string> set, input;
  bool realtime = false, bodies = false, reactions = false, ranges = false, list_channels = false,
       json = false, quiet = false;
};

/// All files that the run writes, each with the option that named it.
std::vector<OutputFile> files_written(const RunWords& words);

/// Files that can be written, apart from each other and from what is read; no option without
/// effect. Throws OptionError.
void check_outputs(const RunWords& words);

/// What processes cannot share. Throws OptionError.
void check_distribution(const RunWords& words, const RunOptions& options);

}  // namespace treadle::cli
