#include "walk.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../integrate/registry.hpp"

namespace treadle {

namespace {

// Steps along the grid of the plan. A state inside a step is found by a shorter step.
class FixedWalk final : public Walk {
 public:
  FixedWalk(std::unique_ptr<Integrator> integrator, const Plan& plan, MechanismSystem& system)
      : integrator_(std::move(integrator)),
        plan_(plan),
        system_(system),
        x_(system.state_size()),
        old_(system.state_size()) {}

  Report start(double t, std::span<const double> x) override {
    if (t < t_) goal_ = last_goal_;
    std::copy(x.begin(), x.end(), x_.begin());
    std::copy(x.begin(), x.end(), old_.begin());
    t_ = earlier_ = t;
    return {};
  }
  Report step(double /*stop*/) override {
    const long of = plan_.steps(goal_.row);
    const double next = plan_.time(goal_.row, goal_.step + 1, of);
    std::copy(x_.begin(), x_.end(), old_.begin());
    const Report report = integrator_->step(system_, t_, next - t_, x_);
    if (!report.ok()) return report;
    ++steps_.steps;
    steps_.smallest = steps_.steps == 1 ? next - t_ : std::min(steps_.smallest, next - t_);
    steps_.largest = std::max(steps_.largest, next - t_);
    earlier_ = t_;
    t_ = next;
    last_goal_ = goal_;
    if (++goal_.step == of) goal_ = {goal_.row + 1, 0};
    system_.accepted({t_, t_ - earlier_, t_ - earlier_, t_ - earlier_, 0}, x_);
    return report;
  }
  Report state_at(double t, std::span<double> x) override {
    const bool end = t == t_;
    std::copy(end ? x_.begin() : old_.begin(), end ? x_.end() : old_.end(), x.begin());
    return end || t == earlier_ ? Report{} : integrator_->step(system_, earlier_, t - earlier_, x);
  }
  [[nodiscard]] double earlier() const override { return earlier_; }
  [[nodiscard]] double time() const override { return t_; }
  [[nodiscard]] std::span<const double> state() const override { return x_; }
  [[nodiscard]] StepStatistics statistics() const override {
    StepStatistics all = steps_;
    all.order = integrator_->order();
    all.evaluations = steps_.steps * integrator_->evaluations();
    return all;
  }

 private:
  struct Goal {
    long row = 0, step = 0;
  };

  std::unique_ptr<Integrator> integrator_;
  const Plan& plan_;
  MechanismSystem& system_;
  Goal goal_, last_goal_;
  double t_ = 0.0, earlier_ = 0.0;
  std::vector<double> x_, old_;
  StepStatistics steps_;
};

class AdaptiveWalk final : public Walk {
 public:
  AdaptiveWalk(std::unique_ptr<AdaptiveIntegrator> integrator, MechanismSystem& system)
      : integrator_(std::move(integrator)), system_(system) {}

  Report start(double t, std::span<const double> x) override {
    return integrator_->start(system_, t, x);
  }
  Report step(double stop) override { return integrator_->step(system_, stop); }
  Report state_at(double t, std::span<double> x) override {
    integrator_->interpolate(system_, t, x);
    const Report report = system_.project(t, x);
    if (!report.ok()) integrator_->interpolate(system_, t, x);  // within the tolerance all the same
    return {};
  }
  [[nodiscard]] double earlier() const override { return integrator_->earlier(); }
  [[nodiscard]] double time() const override { return integrator_->time(); }
  [[nodiscard]] std::span<const double> state() const override { return integrator_->state(); }
  [[nodiscard]] StepStatistics statistics() const override { return integrator_->statistics(); }

 private:
  std::unique_ptr<AdaptiveIntegrator> integrator_;
  MechanismSystem& system_;
};

}  // namespace

std::unique_ptr<Walk> make_walk(const RunOptions& options, const Plan& plan,
                                MechanismSystem& system) {
  if (auto fixed = make_integrator(options.integrator, system))
    return std::make_unique<FixedWalk>(std::move(fixed), plan, system);
  const Tolerance tolerance{options.rtol, options.atol, options.max_step.value_or(options.step)};
  if (auto adaptive = make_adaptive(options.integrator, system, tolerance))
    return std::make_unique<AdaptiveWalk>(std::move(adaptive), system);
  if (is_adaptive(options.integrator)) {
    throw ModelError(
        "simulation.integrator",
        "this build has no integrator '" + options.integrator + "': libsundials-dev was missing");
  }
  throw ModelError("simulation.integrator", "unknown integrator '" + options.integrator + "'" +
                                                suggestion(options.integrator, integrator_names()));
}

}  // namespace treadle
