// When controllers compute between the steps of a run: samples that are due, and channels of the
// last step. (CT5, CT7)
#pragma once

#include "control_loop.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace treadle {

class ControlPace {
 public:
  /// The loop must outlive it; nullptr: there are no controllers.
  explicit ControlPace(ControlLoop* loop)
      : loop_(loop), now_(loop != nullptr ? loop->last_step().size() : 0) {}

  /// At the start of the run. `interval`: between two looks at channels of the last step; 0: after
  /// each one. read(row): their values.
  template <class Read>
  void begin(const ControlPoint& point, double interval, const Read& read) {
    if (loop_ == nullptr) return;
    interval_ = interval;
    take_last(read);
    loop_->begin(point);
    if (interval_ > 0.0)
      looks_ = static_cast<long>(std::floor(point.t / interval_ * (1.0 + 1e-12))) + 1;
  }
  /// No step may pass it.
  [[nodiscard]] double stop() const {
    constexpr double never = std::numeric_limits<double>::infinity();
    if (loop_ == nullptr) return never;
    return std::min(loop_->next_sample(), !now_.empty() && interval_ > 0.0 ? next_look() : never);
  }
  /// After each step. True: inputs have jumped.
  template <class Read>
  bool step(const ControlPoint& point, const Read& read) {
    if (loop_ == nullptr) return false;
    loop_->follow(point);
    bool moved = false;
    if (interval_ == 0.0) {
      moved = take_last(read);
    } else if (is_due(next_look(), point.t)) {
      moved = take_last(read);
      ++looks_;
    }
    return loop_->sample(point) || moved;
  }

  void keep(Keep& keep) { keep(interval_, looks_); }

 private:
  [[nodiscard]] double next_look() const { return static_cast<double>(looks_) * interval_; }
  // What accelerations, forces and reactions were at the end of the step. (CT7)
  template <class Read>
  bool take_last(const Read& read) {
    if (now_.empty()) return false;
    read(std::span<double>(now_));
    const std::span<double> last = loop_->last_step();
    const bool moved = !std::equal(now_.begin(), now_.end(), last.begin());
    std::copy(now_.begin(), now_.end(), last.begin());
    return moved;
  }

  ControlLoop* loop_;
  std::vector<double> now_;
  double interval_ = 0.0;
  long looks_ = 0;  ///< number of the next one
};

}  // namespace treadle
