// Ends a run whose steps are so short that it would never end.
#pragma once

#include "../base/keep.hpp"
#include "../integrate/adaptive.hpp"

#include <algorithm>

namespace treadle {

class StallWatch {
 public:
  explicit StallWatch(double duration) : duration_(duration) {}

  Report look(double t, const StepStatistics& steps) {
    const long done = steps.evaluations - evaluations_;
    if (done < window) return {};
    const double moved = t - t_, each = moved / static_cast<double>(done);
    evaluations_ = steps.evaluations;
    t_ = t;
    const bool slow =
        each < std::min(slowest * duration_, slowest_seconds) && (duration_ - t) > most_left * each;
    in_row_ = slow ? in_row_ + 1 : 0;
    if (in_row_ < most_in_row) return {};
    return {Trouble::stuck, steps.largest_at, moved, 0};
  }
  void keep(Keep& keep) { keep(t_, evaluations_, in_row_); }

 private:
  static constexpr long window = 2000;             // evaluations between two looks
  static constexpr int most_in_row = 4;            // an impact takes one or two
  static constexpr double slowest = 1e-10;         // of the duration, for each evaluation
  static constexpr double slowest_seconds = 1e-8;  // likewise
  static constexpr double most_left = 1e6;         // evaluations that a person would wait for
  double duration_, t_ = 0.0;
  long evaluations_ = 0;
  int in_row_ = 0;
};

}  // namespace treadle
