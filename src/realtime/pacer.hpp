// Steps that keep pace with the clock, and how well they do.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace treadle {

/// Asks the system not to interrupt and not to swap this program: SCHED_FIFO and locked memory.
/// What was refused, in words; empty where all was granted.
std::vector<std::string> ask_for_real_time();

struct PaceCounts {
  static constexpr std::size_t edges = 13;
  /// Upper edges of the histogram, seconds; the last count is of what is above them all.
  static constexpr std::array<double, edges> edge{1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4,
                                                  2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2};
  long steps = 0;
  long overruns = 0;        ///< steps that were not done when the next was due
  double worst_late = 0.0;  ///< of those, seconds
  double worst_wake = 0.0;  ///< how late the system woke us at worst, seconds: not our doing
  double worst_step = 0.0;  ///< seconds of work
  std::array<long, edges + 1> histogram{};
};

class Pacer {
 public:
  /// The clock of the run begins: simulated time t is now.
  void begin(double t);
  /// Work for the step that ends at t begins.
  void work();
  /// It is done: waits until its time. `stop` is asked now and then during long waits.
  void wait(double t, const std::function<bool()>& stop);
  /// Seconds since begin().
  [[nodiscard]] double now() const;
  [[nodiscard]] const PaceCounts& counts() const { return counts_; }

 private:
  std::int64_t base_ = 0, since_ = 0;  ///< nanoseconds of the monotonic clock
  double start_ = 0.0;
  PaceCounts counts_;
};

}  // namespace treadle
