// Controllers between the steps of a run: samples that are due, and channels of the last step.
#pragma once

#include "sampler.hpp"

#include <algorithm>
#include <optional>

namespace treadle {

class ControlWatch {
 public:
  /// Both must outlive the watch.
  ControlWatch(const Mechanism& mechanism, MechanismSystem& system) : system_(system) {
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
  }
  /// No step may pass it.
  [[nodiscard]] double stop() {
    return system_.control() == nullptr ? std::numeric_limits<double>::infinity()
                                        : system_.control()->next_sample();
  }
  /// After each step. True: inputs have jumped.
  bool step(double t, std::span<const double> x) {
    if (system_.control() == nullptr) return false;
    const ControlPoint point = system_.control_point(t, x);
    system_.control()->follow(point);
    const bool moved = take_last(t, x);
    return system_.control()->sample(point) || moved;
  }

  void keep(Keep& keep) { keep(sampler_); }

 private:
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
  std::optional<Sampler> sampler_;
  std::vector<std::size_t> column_;
  std::vector<double> row_;
};

}  // namespace treadle
