// Watches energy balance and violations of the loops along a run.
#pragma once

#include "../integrate/registry.hpp"
#include "mechanism_system.hpp"
#include "open_loop_watch.hpp"
#include "run.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

class BalanceWatch {
 public:
  BalanceWatch(MechanismSystem& system, const Mechanism& mechanism, const RunOptions& options)
      : system_(system),
        open_loops_(system, mechanism, options),
        looks_for_each_(is_adaptive(options.integrator) ? 1024 : 64) {}

  /// At a step's end, unless an event has cut it: at each of the first ones, then less and less
  /// often, so that it costs little of a long run; of steps of one length, which may have to be in
  /// time, less still.
  Report step(double reached, double t, std::span<const double> x, RunResult& result) {
    if (++steps_ % stride_ != 0 || reached < t) return {};
    const Report open = look(t, x, result);
    if (++looks_ == looks_for_each_) {
      looks_ = 0;
      stride_ *= 2;
    }
    if (!std::isfinite(result.energy_drift)) return {Trouble::not_finite, -1, 0.0, 0};
    return open;
  }
  Report finish(double t, std::span<const double> x, RunResult& result) {
    return t > looked_ ? look(t, x, result) : Report{};
  }
  Report look(double t, std::span<const double> x, RunResult& result) {
    looked_ = t;
    const Energy energy = system_.energy(t, x);
    const double balance = energy.total() - system_.work(x);
    if (first_) {
      start_ = balance;
      potential_ = energy.potential;
    }
    first_ = false;
    // a swing between two rows shows in what its height leaves
    kinetic_ = std::max({kinetic_, energy.kinetic, std::fabs(energy.potential - potential_)});
    // sums of energies are rounded
    const double off = std::fabs(balance - start_),
                 terms = std::fabs(energy.kinetic) + std::fabs(energy.potential) +
                         std::fabs(system_.work(x)) + std::fabs(start_);
    if (!(off <= rounded * terms)) drift_ = std::max(drift_, off);
    result.energy_drift = kinetic_ > 0.0 ? drift_ / kinetic_ : 0.0;
    if (!std::isfinite(balance)) result.energy_drift = balance;  // the caller ends the run
    const Violation violation = system_.violation(t, x);
    result.position_violation = std::max(result.position_violation, violation.position);
    result.velocity_violation = std::max(result.velocity_violation, violation.velocity);
    return open_loops_.look(x);
  }
  void keep(Keep& keep) {
    keep(first_, steps_, looks_, stride_, looked_, start_, potential_, kinetic_, drift_,
         open_loops_);
  }

 private:
  static constexpr double rounded = 4e-15;  // of the terms
  MechanismSystem& system_;
  OpenLoopWatch open_loops_;
  long looks_for_each_;  ///< stride
  bool first_ = true;
  long steps_ = 0, looks_ = 0, stride_ = 1;
  double looked_ = 0.0;
  double start_ = 0.0, potential_ = 0.0, kinetic_ = 0.0, drift_ = 0.0;
};

}  // namespace treadle
