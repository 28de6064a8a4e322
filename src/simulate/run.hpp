// A whole run: steps, rows for whoever listens, and a summary.
#pragma once

#include "../output/channels.hpp"
#include "mechanism.hpp"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace treadle {

struct RunOptions {
  double duration = 10.0;
  double step = 1e-3;                     ///< shortened so that output times are met exactly
  std::optional<double> output_interval;  ///< every step if not given
  std::string integrator = "rk4";
  std::string solver = "auto";
  std::string constraints = "auto";
  ChannelChoice channels;
};

/// What the description asks for.
RunOptions options_of(const SimulationItem& item);

/// Who listens to a run. Each may be empty.
struct Listener {
  std::function<void(const std::vector<Column>&)> columns;  ///< once, before the first row
  std::function<void(std::span<const double>)> row;
  std::function<bool(double)> progress;  ///< time reached; false asks to stop
};

enum class RunEnd { done, interrupted, trouble };

struct StepSeconds {
  double median = 0.0, p999 = 0.0, worst = 0.0;
};

struct RunResult {
  RunEnd end = RunEnd::done;
  std::string message;        ///< of trouble: time, place, what to try
  std::string where;          ///< name of the joint or constraint in trouble
  std::string solver;         ///< that was used: what "auto" led to
  std::string solver_reason;  ///< why: `auto: 1788 operations against 8442 of topology`
  long steps = 0;
  double time = 0.0;  ///< reached
  double wall_seconds = 0.0, real_time_factor = 0.0;
  double energy_drift = 0.0, position_violation = 0.0, velocity_violation = 0.0;
  StepSeconds step_seconds;
  std::string constraint_method;                    ///< as it was asked for
  long switches = 0;                                ///< between ways to keep loops closed
  long repartitions = 0;                            ///< exchanges of independent coordinates
  std::vector<double> singular_times;               ///< when a singular position was passed
  std::vector<std::string> warnings;                ///< of what happened on the way
  std::map<std::string, std::vector<double>> q, v;  ///< at the end, by joint name
};

/// Throws ModelError for unknown names in the options; trouble of the numbers is in the result.
RunResult run(const Mechanism& mechanism, const RunOptions& options, const Listener& listener = {});

}  // namespace treadle
