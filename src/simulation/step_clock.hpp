// How long steps take: a histogram of fixed size, so that a run of any length has a median and a
// tail.
#pragma once

#include "../base/keep.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>

namespace treadle {

class StepClock {
 public:
  void start() { begin_ = Clock::now(); }
  void stop() {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    worst_ = seconds > worst_ ? seconds : worst_;
    ++counts_[bucket(seconds)];
    ++total_;
  }
  /// The time that a fraction of all steps does not exceed, to 2 %.
  [[nodiscard]] double quantile(double fraction) const {
    std::size_t seen = 0;
    for (std::size_t b = 0; b < counts_.size(); ++b) {
      seen += counts_[b];
      if (static_cast<double>(seen) >= fraction * static_cast<double>(total_) && seen > 0) {
        const double edge = shortest * std::exp2(static_cast<double>(b + 1) / per_octave);
        return edge < worst_ ? edge : worst_;
      }
    }
    return worst_;
  }
  [[nodiscard]] double worst() const { return worst_; }

  void keep(Keep& keep) { keep(counts_, total_, worst_); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double shortest = 1e-8;
  static constexpr int per_octave = 32;

  std::size_t bucket(double seconds) const {
    const double octaves = std::log2(seconds > shortest ? seconds / shortest : 1.0);
    const auto b = static_cast<std::size_t>(octaves * per_octave);
    return b < counts_.size() ? b : counts_.size() - 1;
  }

  std::array<std::size_t, 1024> counts_{};
  std::size_t total_ = 0;
  double worst_ = 0.0;
  Clock::time_point begin_{};
};

}  // namespace treadle
