// When rows are due, and the steps between them: whole numbers, so that no error of the clock adds
// up.
#pragma once

#include "run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

struct RunPlan {
  long rows = 0;  ///< output intervals
  long steps_per_row = 1;
  double row_interval = 0.0;
  double start = 0.0, duration = 0.0, longest_step = 0.0;

  [[nodiscard]] double row_start(long row) const {
    return start + static_cast<double>(row) * row_interval;
  }
  [[nodiscard]] double row_end(long row) const { return std::min(duration, row_start(row + 1)); }
  /// Steps of a row; the last one may be shorter than the others.
  [[nodiscard]] long steps(long row) const {
    return row + 1 < rows ? steps_per_row : steps_in(row_end(row) - row_start(row), longest_step);
  }
  [[nodiscard]] double time(long row, long step, long of) const {
    if (step == of) return row_end(row);
    return row_start(row) +
           (row_end(row) - row_start(row)) * static_cast<double>(step) / static_cast<double>(of);
  }
  /// Equal steps, none longer than asked for; rounding must not add one.
  static long steps_in(double interval, double step) {
    return std::max(1L, static_cast<long>(std::ceil(interval / step * (1.0 - 1e-9))));
  }
};

inline RunPlan make_plan(const RunOptions& o) {
  RunPlan plan;
  plan.start = o.start_time;
  plan.duration = o.duration;
  const double length = o.duration - o.start_time;
  plan.row_interval = o.output_interval.value_or(o.step);
  plan.longest_step = o.step;
  if (!std::isfinite(o.duration)) {
    plan.rows = std::numeric_limits<long>::max();
  } else if (length > 0.0) {
    plan.rows = RunPlan::steps_in(length, plan.row_interval);
  }
  plan.steps_per_row = RunPlan::steps_in(std::min(plan.row_interval, length), o.step);
  return plan;
}

}  // namespace treadle
