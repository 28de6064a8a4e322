// Controllers between the steps of a run: samples that are due, and channels of the last step.
#pragma once

#include "sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace treadle {

class ControlWatch {
 public:
  /// Both must outlive the watch. `interval`: between two looks at channels of the last step; 0:
  /// after each one.
  ControlWatch(const Mechanism& mechanism, MechanismSystem& system, double interval)
      : system_(system), interval_(interval) {
    if (mechanism.control.last.empty()) return;
    ChannelChoice choice;
    choice.names = mechanism.control.last;
    sampler_.emplace(mechanism, system, choice);
    row_.resize(sampler_->columns().size());
    for (const std::string& name : mechanism.control.last) {
      const auto& columns = sampler_->columns();
      const auto column = std::find_if(columns.begin(), columns.end(),
                                       [&](const Column& c) { return c.name == name; });
      column_.push_back(static_cast<std::size_t>(column - columns.begin()));
    }
  }

  /// At the start of the run.
  void begin(double t, std::span<const double> x) {
    if (system_.control() == nullptr) return;
    take_last(t, x);
    system_.control()->begin(system_.control_point(t, x));
    if (interval_ > 0.0) looks_ = static_cast<long>(std::floor(t / interval_ * (1.0 + 1e-12))) + 1;
  }
  /// No step may pass it.
  [[nodiscard]] double stop() {
    constexpr double never = std::numeric_limits<double>::infinity();
    if (system_.control() == nullptr) return never;
    return std::min(system_.control()->next_sample(),
                    sampler_ && interval_ > 0.0 ? next_look() : never);
  }
  /// After each step. True: inputs have jumped.
  bool step(double t, std::span<const double> x) {
    if (system_.control() == nullptr) return false;
    const ControlPoint point = system_.control_point(t, x);
    system_.control()->follow(point);
    bool moved = false;
    if (interval_ == 0.0) {
      moved = take_last(t, x);
    } else if (next_look() <= t) {
      moved = take_last(t, x);
      ++looks_;
    }
    return system_.control()->sample(point) || moved;
  }

  void keep(Keep& keep) { keep(sampler_, looks_); }

 private:
  [[nodiscard]] double next_look() const { return static_cast<double>(looks_) * interval_; }
  // What accelerations, forces and reactions were at the end of the step. (CT7)
  bool take_last(double t, std::span<const double> x) {
    if (!sampler_) return false;
    sampler_->sample(t, x, row_);
    bool moved = false;
    const std::span<double> last = system_.control()->last_step();
    for (std::size_t k = 0; k < last.size(); ++k) {
      moved |= last[k] != row_[column_[k]];
      last[k] = row_[column_[k]];
    }
    return moved;
  }

  MechanismSystem& system_;
  double interval_;
  long looks_ = 0;  ///< number of the next one
  std::optional<Sampler> sampler_;
  std::vector<std::size_t> column_;
  std::vector<double> row_;
};

}  // namespace treadle
