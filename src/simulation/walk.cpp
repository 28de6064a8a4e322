#include "walk.hpp"

#include "../acceleration/compiled_parts.hpp"
#include "../acceleration/loop_keeper.hpp"
#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../integrate/registry.hpp"
#include "law_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

// Steps along the grid of the plan. A state inside a step is found by a shorter step.
class FixedWalk final : public Walk {
 public:
  FixedWalk(std::unique_ptr<Integrator> integrator, const RunPlan& plan, MechanismSystem& system)
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
  Report step(double stop) override {
    const long of = plan_.steps(goal_.row);
    const double end = plan_.time(goal_.row, goal_.step + 1, of);
    const double next = std::min(end, stop);
    std::copy(x_.begin(), x_.end(), old_.begin());
    const Report report = integrator_->step(system_, t_, next - t_, x_);
    if (!report.ok()) return report;
    ++steps_.steps;
    steps_.smallest = steps_.steps == 1 ? next - t_ : std::min(steps_.smallest, next - t_);
    steps_.largest = std::max(steps_.largest, next - t_);
    earlier_ = t_;
    t_ = next;
    last_goal_ = goal_;
    if (next == end && ++goal_.step == of) goal_ = {goal_.row + 1, 0};
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
  void keep(Keep& keep) override { keep(goal_, last_goal_, t_, earlier_, x_, old_, steps_); }

 private:
  struct Goal {
    long row = 0, step = 0;
  };

  std::unique_ptr<Integrator> integrator_;
  const RunPlan& plan_;
  MechanismSystem& system_;
  Goal goal_, last_goal_;
  double t_ = 0.0, earlier_ = 0.0;
  std::vector<double> x_, old_;
  StepStatistics steps_;
};

class SystemScene final : public LawScene {
 public:
  explicit SystemScene(MechanismSystem& system) : system_(system) {}
  void look(double t, std::span<const double> x) override { system_.move(t, x); }
  [[nodiscard]] const Workspace<double>& stages() const override { return system_.stages(); }

 private:
  MechanismSystem& system_;
};

// Steps as long as accuracy allows. What its test could not see, since it lies between two states,
// is looked for here: times at which a function of time is not smooth, waves, singular positions,
// forms of force laws. (I18)
class AdaptiveWalk final : public Walk {
 public:
  /// What is shorter than a step of the options may be missed.
  AdaptiveWalk(std::unique_ptr<AdaptiveIntegrator> integrator, const Mechanism& mechanism,
               const RunOptions& options, MechanismSystem& system)
      : integrator_(std::move(integrator)),
        system_(system),
        apart_(options.step),
        breaks_(breaks_of(mechanism, options.step, system.parts())),
        tolerance_(options.atol),
        wave_(mechanism.functions.longest_step()),
        laws_(mechanism, std::make_unique<SystemScene>(system), system.state_size(), options.atol),
        old_(system.state_size()),
        inside_(system.state_size()),
        way_(system.tangent_size()) {
    if (system.parts() != nullptr) wave_ = std::min(wave_, system.parts()->longest_step());
  }

  Report start(double t, std::span<const double> x) override {
    next_ = 0;
    laws_.begin(t, x);
    return integrator_->start(system_, t, x);
  }
  Report step(double stop) override {
    std::copy(state().begin(), state().end(), old_.begin());
    const double from = time();
    Report report = go(stop);
    if (!report.ok()) return report;
    std::optional<double> missed;
    if (!laws_.empty())
      missed = laws_.missed(from, old_, time(), state(), apart_,
                            [this](double t, std::span<double> x) { look_inside(t, x); });
    if (const auto inside = missed_inside(from); inside && (!missed || *inside < *missed))
      missed = inside;
    if (!missed) return report;
    // once more, with an end where the ends of this one saw nothing
    report = start(from, old_);
    meet_ = *missed;
    return report.ok() ? go(stop) : report;
  }
  Report state_at(double t, std::span<double> x) override {
    look_inside(t, x);
    if (t == time()) return {};
    const Report report = system_.project(t, x);
    if (!report.ok()) look_inside(t, x);  // within the tolerance all the same
    return {};
  }
  [[nodiscard]] long parts() const override { return time() - earlier() > apart_ ? 4 : 1; }
  [[nodiscard]] double earlier() const override { return integrator_->earlier(); }
  [[nodiscard]] double time() const override { return integrator_->time(); }
  [[nodiscard]] std::span<const double> state() const override { return integrator_->state(); }
  [[nodiscard]] StepStatistics statistics() const override { return integrator_->statistics(); }
  [[nodiscard]] std::span<const MethodChange> changes() const override {
    return integrator_->changes();
  }
  [[nodiscard]] bool can_keep() const override { return integrator_->can_keep(); }
  void keep(Keep& keep) override { keep(integrator_, next_, meet_, laws_); }

 private:
  static std::vector<double> breaks_of(const Mechanism& mechanism, double apart,
                                       const CompiledParts* parts) {
    std::vector<double> all = mechanism.functions.breaks(apart);
    if (parts == nullptr) return all;
    const std::vector<double> inside = parts->breaks(apart);
    all.insert(all.end(), inside.begin(), inside.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  // Laws inside of compiled parts.
  std::optional<double> missed_inside(double from) {
    CompiledParts* const parts = system_.parts();
    if (parts == nullptr) return {};
    const StateLayout& layout = system_.layout();
    return parts->missed({from, time(), layout.states(std::span<const double>(old_)),
                          layout.states(state()), apart_, tolerance_},
                         [this](double t) {
                           look_inside(t, inside_);
                           return system_.layout().states(std::span<const double>(inside_));
                         });
  }

  // A step over a jump is short and has no history: a straight line. (I16)
  void look_inside(double t, std::span<double> x) {
    if (!integrator_->leapt() || t == time()) {
      integrator_->interpolate(system_, t, x);
      return;
    }
    const double share = (t - earlier()) / (time() - earlier());
    system_.difference(old_, state(), way_);
    for (double& part : way_) part *= share;
    system_.advance(old_, way_, x);
  }

  Report go(double stop) {
    while (next_ < breaks_.size() && breaks_[next_] <= time()) ++next_;
    if (next_ < breaks_.size()) stop = std::min(stop, breaks_[next_]);
    if (meet_ > time()) stop = std::min(stop, meet_);
    double longest = wave_;
    if (system_.keeper()) {
      if (system_.keeper()->came_near()) longest = std::min(longest, apart_);
      // by powers of two, so that steps stay equal for a while
      const double here = system_.keeper()->longest_step(system_.v(state()));
      if (here < longest) longest = std::exp2(std::floor(std::log2(here)));
    }
    integrator_->bound(longest);
    return integrator_->step(system_, stop);
  }

  std::unique_ptr<AdaptiveIntegrator> integrator_;
  MechanismSystem& system_;
  double apart_;
  std::vector<double> breaks_;
  double tolerance_;
  std::size_t next_ = 0;  ///< of these
  double meet_ = 0.0;     ///< a time that no step passes
  double wave_;           ///< longest step that sees all waves
  LawWatch laws_;
  std::vector<double> old_, inside_, way_;
};

// Methods with rules on the size of steps need a largest one, and nobody can see into forces
// written in C++: there it is `step` unless one is given.
double largest_step(const RunOptions& options, const Mechanism& mechanism,
                    const MechanismSystem& system) {
  const bool blind = !mechanism.custom.empty() || !mechanism.contacts.empty() ||
                     (system.keeper() && system.keeper()->rules() != nullptr);
  return options.max_step.value_or(blind ? options.step : std::numeric_limits<double>::infinity());
}

}  // namespace

std::unique_ptr<Walk> make_walk(const RunOptions& options, const RunPlan& plan,
                                const Mechanism& mechanism, MechanismSystem& system) {
  if (auto fixed = make_integrator(options.integrator, system))
    return std::make_unique<FixedWalk>(std::move(fixed), plan, system);
  const Tolerance tolerance{options.rtol, options.atol, largest_step(options, mechanism, system),
                            options.step, options.spectral_radius};
  if (auto adaptive = make_adaptive(options.integrator, system, tolerance)) {
    return std::make_unique<AdaptiveWalk>(std::move(adaptive), mechanism, options, system);
  }
  if (is_adaptive(options.integrator)) {
    throw ModelError("simulation.integrator",
                     "integrator '" + options.integrator + "': " + sundials_refusal());
  }
  throw ModelError("simulation.integrator", "unknown integrator '" + options.integrator + "'" +
                                                suggestion(options.integrator, integrator_names()));
}

}  // namespace treadle
