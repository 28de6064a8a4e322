#include "run.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../integrate/fixed_step.hpp"
#include "sampler.hpp"
#include "step_clock.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace treadle {

namespace {

/// Output times and the steps between them: whole numbers, so that no error of the clock adds up.
struct Plan {
  long rows = 0;  ///< output intervals
  long steps_per_row = 1;
  double row_interval = 0.0;
  double duration = 0.0, longest_step = 0.0;

  [[nodiscard]] double row_start(long row) const { return static_cast<double>(row) * row_interval; }
  [[nodiscard]] double row_end(long row) const { return std::min(duration, row_start(row + 1)); }
  /// Steps of a row; the last one may be shorter than the others.
  [[nodiscard]] long steps(long row) const {
    return row + 1 < rows ? steps_per_row : steps_in(row_end(row) - row_start(row), longest_step);
  }
  [[nodiscard]] double time(long row, long step, long of) const {
    return row_start(row) +
           (row_end(row) - row_start(row)) * static_cast<double>(step) / static_cast<double>(of);
  }
  /// Equal steps, none longer than asked for; rounding must not add one.
  static long steps_in(double interval, double step) {
    return std::max(1L, static_cast<long>(std::ceil(interval / step * (1.0 - 1e-9))));
  }
};

Plan make_plan(const RunOptions& o) {
  Plan plan;
  plan.duration = o.duration;
  plan.row_interval = o.output_interval.value_or(o.step);
  plan.longest_step = o.step;
  plan.rows = o.duration > 0.0 ? Plan::steps_in(o.duration, plan.row_interval) : 0;
  plan.steps_per_row = Plan::steps_in(std::min(plan.row_interval, o.duration), o.step);
  return plan;
}

void check_options(const RunOptions& o) {
  const auto fail = [](const char* where, const std::string& message) {
    throw ModelError(where, message);
  };
  if (!(o.step > 0.0) || !std::isfinite(o.step))
    fail("simulation.step", "the step must be positive");
  if (!(o.duration >= 0.0) || !std::isfinite(o.duration))
    fail("simulation.duration", "the duration must not be negative");
  if (o.output_interval && !(*o.output_interval > 0.0)) {
    fail("simulation.output_interval", "the output interval must be positive");
  }
  if (o.duration / o.step > 1e12)
    fail("simulation.step", "more than 1e12 steps; choose a longer step");
  if (o.output_interval && o.duration / *o.output_interval > 1e12) {
    fail("simulation.output_interval", "more than 1e12 rows; choose a longer interval");
  }
}

/// Watches energy balance and violations along the run.
class Watch {
 public:
  explicit Watch(MechanismSystem& system) : system_(system) {}

  void look(double t, std::span<const double> x, RunResult& result) {
    const Energy energy = system_.energy(t, x);
    const double balance = energy.total() - system_.work(x);
    if (first_) start_ = balance;
    first_ = false;
    kinetic_ = std::max(kinetic_, energy.kinetic);
    drift_ = std::max(drift_, std::fabs(balance - start_));
    result.energy_drift = kinetic_ > 0.0 ? drift_ / kinetic_ : 0.0;
    if (!std::isfinite(balance)) result.energy_drift = balance;  // the caller ends the run
    const Violation violation = system_.violation(t, x);
    result.position_violation = std::max(result.position_violation, violation.position);
    result.velocity_violation = std::max(result.velocity_violation, violation.velocity);
  }

 private:
  MechanismSystem& system_;
  bool first_ = true;
  double start_ = 0.0, kinetic_ = 0.0, drift_ = 0.0;
};

void explain(const Mechanism& mechanism, const Report& report, double t, RunResult& result) {
  result.end = RunEnd::trouble;
  const std::string at = "at t = " + short_number(t, 9) + " s: ";
  const auto coordinate = [&] {
    return report.index < 0 ? std::string("the energy") : mechanism.coordinate_name(report.index);
  };
  const auto row = [&] {
    return report.index < 0 ? std::string("a loop") : mechanism.row_name(report.index);
  };
  switch (report.trouble) {
    case Trouble::none:
      break;
    case Trouble::singular_inertia:
      result.where = coordinate();
      result.message =
          at + "the inertia that joint coordinate '" + result.where +
          "' moves has vanished; check masses and the centre of mass, or try a smaller --step";
      break;
    case Trouble::singular_constraint:
      result.where = row();
      result.message = at + "the augmented matrix is singular at " + result.where +
                       "; solver 'topology' leaves out dependent equations, try --solver topology";
      break;
    case Trouble::not_converged:
      result.where = row();
      result.message = at + "the loops could not be closed again: " + result.where +
                       " is open by " + short_number(report.value, 3) +
                       " m (or rad); try a smaller --step";
      break;
    case Trouble::not_finite:
      result.where = coordinate();
      result.message = at + "the motion is not finite any more at '" + result.where +
                       "'; try a smaller --step, and look for springs that are too stiff for it "
                       "(treadle inspect)";
      break;
  }
}

void keep_end_state(const Mechanism& mechanism, std::span<const double> q,
                    std::span<const double> v, RunResult& result) {
  std::array<double, 7> user_q{};
  std::array<double, 6> user_v{};
  for (const TreeBody& body : mechanism.topology().bodies) {
    user_coordinates(body, q, v, user_q, user_v);
    result.q[body.joint].assign(user_q.begin(), user_q.begin() + body.nq);
    result.v[body.joint].assign(user_v.begin(), user_v.begin() + body.nv);
  }
}

}  // namespace

RunOptions options_of(const SimulationItem& item) {
  RunOptions options;
  options.duration = item.duration;
  options.step = item.step;
  options.output_interval = item.output_interval;
  options.integrator = item.integrator;
  options.solver = item.solver;
  options.constraints = item.constraints;
  return options;
}

RunResult run(const Mechanism& mechanism, const RunOptions& options, const Listener& listener) {
  check_options(options);
  ConstraintMethod method{};
  if (!find_constraint_method(options.constraints, method)) {
    throw ModelError("simulation.constraints",
                     "unknown constraint method '" + options.constraints + "'" +
                         suggestion(options.constraints, constraint_method_names()));
  }
  const Plan plan = make_plan(options);
  const bool generated = options.solver == "generated";
  if (generated && !options.evaluator) {
    throw ModelError(
        "simulation.solver",
        "solver 'generated' needs compiled code; make it with try_generated, or choose "
        "another solver");
  }
  MechanismSystem system(mechanism, generated ? "auto" : options.solver, method,
                         plan.row_interval / static_cast<double>(plan.steps_per_row),
                         generated ? options.evaluator : nullptr);
  const auto integrator = make_integrator(options.integrator, system);
  if (!integrator) {
    throw ModelError("simulation.integrator",
                     "unknown integrator '" + options.integrator + "'" +
                         suggestion(options.integrator, integrator_names()));
  }
  Sampler sampler(mechanism, system, options.channels);
  if (listener.columns) listener.columns(sampler.columns());

  std::vector<double> x = system.start(), row(sampler.columns().size());
  RunResult result;
  const SolverChoice& choice = system.solver_choice();
  result.solver = choice.name;
  result.solver_reason = (choice.chosen ? "auto: " : "") + choice.reason;
  if (generated) {
    result.solver = options.evaluator->name();
    result.solver_reason = "asked for; " + choice.name + " where it refuses";
  }
  Watch watch(system);
  StepClock clock;
  const auto write_row = [&](double t) {
    if (!listener.row) return;
    sampler.sample(t, x, row);
    listener.row(row);
  };
  // the balance is looked at with each row, or some thousand times where every step would be a row
  const long stride = options.output_interval ? 1 : std::max(1L, plan.rows / 2000);

  const auto begin = std::chrono::steady_clock::now();
  watch.look(0.0, x, result);
  write_row(0.0);
  for (long r = 0; r < plan.rows && result.end == RunEnd::done; ++r) {
    const long steps = plan.steps(r);
    for (long s = 0; s < steps; ++s) {
      const double t = plan.time(r, s, steps), next = plan.time(r, s + 1, steps);
      clock.start();
      const Report report = integrator->step(system, t, next - t, x);
      clock.stop();
      if (!report.ok()) {
        explain(mechanism, report, t, result);
        break;
      }
      ++result.steps;
      result.time = next;
      if (listener.row) sampler.follow(next, x);
      if (listener.progress && !listener.progress(next)) {
        result.end = RunEnd::interrupted;
        break;
      }
    }
    if (result.end == RunEnd::trouble) break;
    if ((r + 1) % stride == 0 || r + 1 == plan.rows) watch.look(result.time, x, result);
    write_row(result.time);
    if (!std::isfinite(result.energy_drift)) {  // the fastest coordinate is the one that ran away
      const auto v = system.v(x);
      const auto fastest = std::max_element(
          v.begin(), v.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); });
      explain(mechanism, {Trouble::not_finite, static_cast<int>(fastest - v.begin()), 0.0, 0},
              result.time, result);
    }
  }
  result.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.real_time_factor = result.time > 0.0 ? result.wall_seconds / result.time : 0.0;
  result.step_seconds = {clock.quantile(0.5), clock.quantile(0.999), clock.worst()};
  result.fallbacks = system.refusals();
  keep_end_state(mechanism, system.q(x), system.v(x), result);
  return result;
}

}  // namespace treadle
