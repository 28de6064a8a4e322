#include "run.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "events.hpp"
#include "explain.hpp"
#include "loop_keeper.hpp"
#include "step_clock.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace treadle {

namespace {

constexpr double most_rows = 1e8;

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
  if (o.max_step && !(*o.max_step > 0.0))
    fail("simulation.max_step", "the longest step must be positive");
  if (!(o.rtol >= 0.0) || !std::isfinite(o.rtol))
    fail("simulation.rtol", "the relative tolerance must not be negative");
  if (!(o.atol > 0.0) || !std::isfinite(o.atol))
    fail("simulation.atol", "the absolute tolerance must be positive");
  if (o.duration / o.step > 1e12)
    fail("simulation.step", "more than 1e12 steps; choose a longer step");
  if (o.output_interval && o.duration / *o.output_interval > most_rows) {
    fail("simulation.output_interval", "more than 1e8 rows; choose a longer interval");
  }
}

/// Watches energy balance and violations along the run.
class Watch {
 public:
  explicit Watch(MechanismSystem& system) : system_(system) {}

  /// At a step's end, unless an event has cut it: at each of the first ones, then less and less
  /// often, so that it costs little of a long run.
  Report step(double reached, double t, std::span<const double> x, RunResult& result) {
    if (++steps_ % stride_ != 0 || reached < t) return {};
    look(t, x, result);
    if (++looks_ == looks_for_each) {
      looks_ = 0;
      stride_ *= 2;
    }
    if (!std::isfinite(result.energy_drift)) return {Trouble::not_finite, -1, 0.0, 0};
    return {};
  }
  void finish(double t, std::span<const double> x, RunResult& result) {
    if (t > looked_) look(t, x, result);
  }
  void look(double t, std::span<const double> x, RunResult& result) {
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
  }

 private:
  static constexpr double rounded = 4e-15;      // of the terms
  static constexpr long looks_for_each = 1024;  // stride
  MechanismSystem& system_;
  bool first_ = true;
  long steps_ = 0, looks_ = 0, stride_ = 1;
  double looked_ = 0.0;
  double start_ = 0.0, potential_ = 0.0, kinetic_ = 0.0, drift_ = 0.0;
};

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
  options.max_step = item.max_step;
  options.rtol = item.rtol;
  options.atol = item.atol;
  options.integrator = item.integrator;
  options.solver = item.solver;
  options.constraints = item.constraints;
  return options;
}

namespace {

/// Rows at their times, whatever the steps are.
class Rows {
 public:
  Rows(const Plan& plan, Sampler& sampler, const Listener& listener)
      : plan_(plan), sampler_(sampler), listener_(listener), row_(sampler.columns().size()) {}

  void write(double t, std::span<const double> x) {
    written_ = followed_ = t;
    if (!listener_.row) return;
    sampler_.sample(t, x, row_);
    listener_.row(row_);
  }
  /// All rows that the last step has passed, unless the listener asks to stop between two of them.
  Report pass(Walk& walk, double reached, std::span<double> x, RunResult& result) {
    if (!listener_.row) return {};
    const double before = written_, turning = sampler_.turning(walk.state());
    for (; next_ < plan_.rows && plan_.row_end(next_) <= reached; ++next_) {
      const double t = plan_.row_end(next_);
      Report report = follow(walk, t, turning, x);
      if (report.ok()) report = walk.state_at(t, x);
      if (!report.ok()) return report;
      if (written_ > before && listener_.progress && !listener_.progress(reached)) {
        result.end = RunEnd::interrupted;
        return {};
      }
      write(t, x);
    }
    if (!sampler_.follows() || followed_ >= reached) return {};
    Report report = follow(walk, reached, turning, x);
    if (report.ok()) report = walk.state_at(reached, x);
    if (report.ok()) sampler_.follow(reached, x);
    followed_ = reached;
    return report;
  }
  /// Of an end that is not at the time of a row.
  void finish(double t, std::span<const double> x) {
    if (t > written_) write(t, x);
  }

 private:
  // Angles count their turns: between two looks nothing turns by a radian.
  Report follow(Walk& walk, double t, double turning, std::span<double> x) {
    const double from = followed_, parts = std::ceil((t - from) * turning);
    for (double k = 1.0; k < parts; k += 1.0) {
      const double between = from + (t - from) * (k / parts);
      const Report report = walk.state_at(between, x);
      if (!report.ok()) return report;
      sampler_.follow(between, x);
    }
    return {};
  }

  const Plan& plan_;
  Sampler& sampler_;
  const Listener& listener_;
  long next_ = 0;
  double written_ = 0.0, followed_ = 0.0;
  std::vector<double> row_;
};

/// Ends a run whose steps are so short that it would never end.
class Progress {
 public:
  explicit Progress(double duration) : duration_(duration) {}

  Report look(double t, long evaluations) {
    const long done = evaluations - evaluations_;
    if (done < window) return {};
    const double moved = t - t_, each = moved / static_cast<double>(done);
    evaluations_ = evaluations;
    t_ = t;
    const bool slow =
        each < std::min(slowest * duration_, slowest_seconds) && (duration_ - t) > most_left * each;
    in_row_ = slow ? in_row_ + 1 : 0;
    if (in_row_ < most_in_row) return {};
    return {Trouble::stuck, -1, moved, 0};
  }

 private:
  static constexpr long window = 2000;             // evaluations between two looks
  static constexpr int most_in_row = 4;            // an impact takes one or two
  static constexpr double slowest = 1e-10;         // of the duration, for each evaluation
  static constexpr double slowest_seconds = 1e-8;  // likewise
  static constexpr double most_left = 1e6;         // evaluations that a person would wait for
  double duration_, t_ = 0.0;
  long evaluations_ = 0;
  int in_row_ = 0;
};

// The fastest coordinate is the one that ran away.
int fastest(std::span<const double> v) {
  const auto most = std::max_element(
      v.begin(), v.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  return static_cast<int>(most - v.begin());
}

void tell_statistics(const RunOptions& options, const StepStatistics& steps, RunResult& result) {
  result.steps = steps.steps;
  result.evaluations = steps.evaluations;
  result.failures = steps.failures;
  result.order = steps.order;
  result.smallest_step = steps.smallest;
  result.largest_step = steps.largest;
  if (steps.stiff_since >= 0.0) {
    result.warnings.push_back("the equations look stiff from t = " +
                              short_number(steps.stiff_since, 4) + " s on: " + options.integrator +
                              " takes many short steps; --integrator cvode-bdf may do better");
  }
  if (steps.coarser > 1.0) {
    result.warnings.push_back(
        "more accuracy was asked for than the numbers have: the tolerance "
        "was raised by a factor of " +
        short_number(steps.coarser, 3) + "; give a larger --rtol");
  }
}

// What generated code left to others, what did not pass its proof, and what it took then.
void tell_methods(const Accelerations& accelerations, RunResult& result) {
  result.methods = accelerations.counts();
  result.refused_answers = accelerations.unproved();
  if (const MethodCount* generated = accelerations.count_of("generated"))
    result.fallbacks = generated->left_to_others();
  if (const MethodCount* last = accelerations.count_of("singular values"))
    result.singular_values = last->answered + last->projected;
}

}  // namespace

RunResult run(const Mechanism& given, const RunOptions& options, const Listener& listener) {
  check_options(options);
  ConstraintMethod method{};
  if (!find_constraint_method(options.constraints, method)) {
    throw ModelError("simulation.constraints",
                     "unknown constraint method '" + options.constraints + "'" +
                         suggestion(options.constraints, constraint_method_names()));
  }
  // a run that switches forces has its own
  std::optional<Mechanism> own;
  if (switches_forces(given.description)) switch_start(own.emplace(given));
  const Mechanism& mechanism = own ? *own : given;
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
                         generated && !own ? options.evaluator : nullptr);
  const auto walk = make_walk(options, plan, mechanism, system);
  Sampler sampler(mechanism, system, options.channels);
  EventWatch events(mechanism, system, own ? &own->forces : nullptr);
  if (listener.columns) listener.columns(sampler.columns());

  std::vector<double> x = system.start();
  RunResult result;
  const SolverChoice& choice = system.solver_choice();
  result.solver = choice.name;
  result.solver_reason = (choice.chosen ? "auto: " : "") + choice.reason;
  if (generated && !own) {
    result.solver = options.evaluator->name();
    const std::string& why = options.evaluator_reason;
    result.solver_reason =
        (why.empty() ? "asked for" : "auto: " + why) + "; " + choice.name + " where it refuses";
  } else if (generated) {
    result.solver_reason = "events switch forces, which generated code does not know";
  }
  Watch watch(system);
  Rows rows(plan, sampler, listener);
  StepClock clock;
  Progress progress(options.duration);

  const auto begin = std::chrono::steady_clock::now();
  watch.look(0.0, x, result);
  rows.write(0.0, x);
  events.begin(0.0, x);
  const auto trouble = [&](Report report, double t) {
    if (report.trouble == Trouble::not_finite && report.index < 0)
      report.index = fastest(system.v(walk->state()));
    explain(mechanism, report, t, result);
    if (system.keeper()) result.message += system.keeper()->where_it_stands();
  };
  Report report = walk->start(0.0, x);
  if (!report.ok()) trouble(report, 0.0);
  bool stop = false;
  while (result.end == RunEnd::done && !stop && walk->time() < options.duration) {
    clock.start();
    report = walk->step(options.duration);
    clock.stop();
    if (!report.ok()) {
      trouble(report, walk->time());
      break;
    }
    report = progress.look(walk->time(), walk->statistics().evaluations);
    if (!report.ok()) {
      trouble(report, walk->time());
      break;
    }
    // events first, since they may end the step early; then the rows of what is left of it
    report = events.look(*walk, result, result.time);
    if (report.ok()) report = rows.pass(*walk, result.time, x, result);
    if (report.ok()) report = watch.step(result.time, walk->time(), walk->state(), result);
    if (report.ok()) report = events.act(*walk, stop);
    if (!report.ok()) {
      trouble(report, result.time);
      break;
    }
    if (result.end == RunEnd::done && listener.progress && !listener.progress(result.time))
      result.end = RunEnd::interrupted;
  }
  if (result.end != RunEnd::trouble) {
    watch.finish(result.time, walk->state(), result);
    rows.finish(result.time, walk->state());
  }
  result.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.real_time_factor = result.time > 0.0 ? result.wall_seconds / result.time : 0.0;
  result.step_seconds = {clock.quantile(0.5), clock.quantile(0.999), clock.worst()};
  tell_statistics(options, walk->statistics(), result);
  result.constraint_method = options.constraints;
  if (const LoopKeeper* keeper = system.keeper()) {
    result.switches = keeper->switches();
    result.repartitions = keeper->repartitions();
    result.singular_times = keeper->singular_times();
    for (std::string& warning : keeper->warnings()) result.warnings.push_back(std::move(warning));
  }
  tell_methods(system.accelerations(), result);
  keep_end_state(mechanism, system.q(walk->state()), system.v(walk->state()), result);
  return result;
}

}  // namespace treadle
