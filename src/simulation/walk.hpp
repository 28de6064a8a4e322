// The way through time that a run takes: steps of one integrator, of fixed size or of its own, and
// any state inside the last step.
#pragma once

#include "../integrate/adaptive.hpp"
#include "mechanism_system.hpp"
#include "run_plan.hpp"

#include <memory>

namespace treadle {

class Walk {
 public:
  virtual ~Walk() = default;

  /// Begins at a state, or goes on from one inside the last step after the forces have changed.
  virtual Report start(double t, std::span<const double> x) = 0;
  /// One step, not beyond `stop`.
  virtual Report step(double stop) = 0;
  /// The projected state at a time inside the last step.
  virtual Report state_at(double t, std::span<double> x) = 0;
  /// Parts of the last step that a channel is looked at in, since it may turn back inside.
  [[nodiscard]] virtual long parts() const { return 1; }

  [[nodiscard]] virtual double earlier() const = 0;
  [[nodiscard]] virtual double time() const = 0;
  [[nodiscard]] virtual std::span<const double> state() const = 0;
  [[nodiscard]] virtual StepStatistics statistics() const = 0;

  [[nodiscard]] virtual std::span<const MethodChange> changes() const { return {}; }

  /// False where the history of the integrator cannot be saved.
  [[nodiscard]] virtual bool can_keep() const { return true; }
  virtual void keep(Keep& keep) = 0;
};

/// Throws ModelError for an integrator that is unknown or not in this build. All must outlive it.
std::unique_ptr<Walk> make_walk(const RunOptions& options, const RunPlan& plan,
                                const Mechanism& mechanism, MechanismSystem& system);

}  // namespace treadle
