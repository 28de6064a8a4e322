// Ends a run whose loops have come open: its motion is not that of the machine. The bound follows
// from what the integrator was allowed: its tolerance, or its step.
#pragma once

#include "../integrate/registry.hpp"
#include "../keeping/kinds_of_units.hpp"
#include "mechanism_system.hpp"
#include "run.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

class OpenLoopWatch {
 public:
  OpenLoopWatch(MechanismSystem& system, const Mechanism& mechanism, const RunOptions& options)
      : system_(system),
        length_(length_scale(mechanism.model)),
        row_lengths_(lengths_among_rows(mechanism.model)),
        v_lengths_(lengths_among_velocities(mechanism.model)),
        allowed_(is_adaptive(options.integrator) ? errors * (options.rtol + options.atol) : 0.0),
        step_(is_adaptive(options.integrator) ? 0.0 : options.step) {}

  /// After the violation at x was looked at: the loop that is open the most, if too much. (C18)
  Report look(std::span<const double> x) {
    fastest_ = std::max(fastest_, largest_plain<double>(system_.v(x), v_lengths_, length_));
    const std::vector<double>& gaps = system_.gaps();
    const double open = largest_plain<double>(gaps, row_lengths_, length_);
    if (open <= least + allowed_ + step_ * fastest_) return {};
    Report report{Trouble::not_converged, 0, 0.0, 0};
    double most = 0.0;
    for (std::size_t r = 0; r < gaps.size(); ++r) {
      const double plain = std::fabs(gaps[r]) / (row_lengths_[r] != 0 ? length_ : 1.0);
      if (plain <= most) continue;
      most = plain;
      report.index = static_cast<int>(r);
      report.value = std::fabs(gaps[r]);
    }
    return report;
  }
  void keep(Keep& keep) { keep(fastest_); }

 private:
  static constexpr double least = 1e-6;  // of the length, or rad
  static constexpr double errors = 1e4;  // that a run may add up
  MechanismSystem& system_;
  double length_;
  std::vector<char> row_lengths_, v_lengths_;
  double allowed_, step_;
  double fastest_ = 0.0;  ///< speed so far, in plain numbers
};

}  // namespace treadle
