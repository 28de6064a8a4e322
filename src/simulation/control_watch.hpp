// Controllers between the steps of a run, those inside of compiled parts included.
#pragma once

#include "../acceleration/compiled_parts.hpp"
#include "../control/control_pace.hpp"
#include "sampler.hpp"

#include <algorithm>
#include <optional>

namespace treadle {

class ControlWatch {
 public:
  /// Both must outlive the watch. `interval`: between two looks at channels of the last step; 0:
  /// after each one.
  ControlWatch(const Mechanism& mechanism, MechanismSystem& system, double interval)
      : system_(system), interval_(interval), pace_(system.control()) {
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
  Report begin(double t, std::span<const double> x) {
    pace_.begin(system_.control_point(t, x), interval_,
                [&](std::span<double> now) { read(t, x, now); });
    CompiledParts* const parts = system_.parts();
    if (parts == nullptr) return {};
    const Report report = system_.prepare_parts(t, x);
    if (!report.ok()) return report;
    return parts->begin(t, system_.layout().states(x), interval_) ? Report{} : unknown;
  }
  /// No step may pass it.
  [[nodiscard]] double stop() {
    return system_.parts() == nullptr ? pace_.stop()
                                      : std::min(pace_.stop(), system_.parts()->next_stop());
  }
  /// After each step. `jumped`: inputs have.
  Report step(double t, std::span<const double> x, bool& jumped) {
    jumped =
        pace_.step(system_.control_point(t, x), [&](std::span<double> now) { read(t, x, now); });
    CompiledParts* const parts = system_.parts();
    if (parts == nullptr) return {};
    const Report report = system_.prepare_parts(t, x);
    if (!report.ok()) return report;
    bool inside = false;
    if (!parts->step(t, system_.layout().states(x), inside)) return unknown;
    jumped = jumped || inside;
    return {};
  }

  void keep(Keep& keep) { keep(sampler_, pace_); }

 private:
  static constexpr Report unknown{Trouble::unproved, -1, 0.0, 0};

  void read(double t, std::span<const double> x, std::span<double> now) {
    sampler_->sample(t, x, row_);
    for (std::size_t k = 0; k < now.size(); ++k) now[k] = row_[column_[k]];
  }

  MechanismSystem& system_;
  double interval_;
  ControlPace pace_;
  std::optional<Sampler> sampler_;
  std::vector<std::size_t> column_;
  std::vector<double> row_;
};

}  // namespace treadle
