#include "simulation.hpp"

#include "../acceleration/compiled_parts.hpp"
#include "../acceleration/loop_keeper.hpp"
#include "../assembly/driver_conflict.hpp"
#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../control/fed_inputs.hpp"
#include "../integrate/registry.hpp"
#include "balance_watch.hpp"
#include "checked_options.hpp"
#include "control_watch.hpp"
#include "deep_overlaps.hpp"
#include "events.hpp"
#include "explain.hpp"
#include "rows.hpp"
#include "stall_watch.hpp"
#include "start_with_parts.hpp"
#include "step_clock.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace treadle {

namespace {

void keep_end_state(const Mechanism& mechanism, std::span<const double> q,
                    std::span<const double> v, RunResult& result) {
  std::array<double, 7> user_q{};
  std::array<double, 6> user_v{};
  for (const TreeBody& body : mechanism.topology().bodies) {
    if (body.follows >= 0) continue;
    user_coordinates(body, q, v, user_q, user_v);
    result.q[body.joint].assign(user_q.begin(), user_q.begin() + body.nq);
    result.v[body.joint].assign(user_v.begin(), user_v.begin() + body.nv);
  }
}

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
                              " takes many short steps; --integrator implicit may do better");
  }
  if (steps.coarser > 1.0) {
    result.warnings.push_back(
        "more accuracy was asked for than the numbers have: the tolerance "
        "was raised by a factor of " +
        short_number(steps.coarser, 3) + "; give a larger --rtol");
  }
}

// Work, heat and energy that do not add up say that the motion is wrong, whatever the steps said.
void tell_balance(RunResult& result) {
  constexpr double worth_telling = 0.1;
  if (result.end == RunEnd::trouble || result.energy_drift <= worth_telling) return;
  result.warnings.push_back("energy and work differ by " + short_number(result.energy_drift, 2) +
                            " times the largest kinetic energy: do not trust this motion before "
                            "it agrees with one of a smaller --rtol and --atol, or --step");
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

struct Simulation::Parts {
  Parts(const Mechanism& given, const RunOptions& o, Listener l)
      : mechanism(given),
        options(checked(given, o)),
        listener(std::move(l)),
        plan(make_plan(options)),
        system(mechanism, generated() ? "auto" : options.solver, method_of(options),
               plan.row_interval / static_cast<double>(plan.steps_per_row),
               generated() ? options.evaluator : nullptr, false, options.threads,
               options.formulation == "component", options.ranks, options.component_code),
        walk(make_walk(options, plan, mechanism, system)),
        sampler(mechanism, system, options.channels),
        events(mechanism, system),
        control(mechanism, system, is_adaptive(options.integrator) ? options.step : 0.0),
        balance(system, mechanism, options),
        rows(plan, sampler, listener),
        stall(options.duration),
        x(system.start()) {
    if (is_adaptive(options.integrator)) system.count_springs_as_work();
    if (options.sleeping) system.let_sleep(*options.sleeping);
    if (is_implicit(options.integrator)) system.set_jacobian(jacobian_of(options));
    if (options.integrator == "semi-implicit-euler")
      system.look_ahead(plan.row_interval / static_cast<double>(plan.steps_per_row));
    result.time = result.start_time = options.start_time;
    tell_solver();
    if (listener.columns) listener.columns(sampler.columns());
  }

  [[nodiscard]] bool generated() const { return options.solver == "generated"; }
  [[nodiscard]] bool goes_on() const {
    return result.end == RunEnd::done && !stopped && (pending || result.time < options.duration);
  }

  void tell_solver() {
    const SolverChoice& choice = system.solver_choice();
    result.solver = choice.name;
    result.threads = system.accelerations().threads();
    result.solver_reason = (choice.chosen ? "auto: " : "") + choice.reason;
    if (!generated()) return;
    if (options.component_code) {
      result.solver = "generated";
      result.solver_reason = "asked for: " + std::to_string(options.component_code->routines) +
                             " routines for components; numeric ones where a pivot degenerates";
      return;
    }
    result.solver = options.evaluator->name();
    const std::string& why = options.evaluator_reason;
    result.solver_reason =
        (why.empty() ? "asked for" : "auto: " + why) + "; " + choice.name + " where it refuses";
  }

  void trouble(Report report, double t) {
    if (report.trouble == Trouble::not_finite && report.index < 0)
      report.index = fastest(system.v(walk->state()));
    explain(mechanism, report, t, result);
    if (flew_apart(mechanism, system)) {
      result.message = "at t = " + short_number(t, 9) +
                       " s: bodies are far inside of each other near '" + result.where +
                       "': their contacts are too stiff for this step; try a smaller --step";
      return;
    }
    if (const CompiledParts* const compiled = system.accelerations().compiled();
        compiled != nullptr && !compiled->trouble().empty()) {
      result.message = "at t = " + short_number(t, 9) + " s: " + compiled->trouble();
      return;
    }
    if (blame_drivers(t, system.q(walk->state()), true)) return;
    if (system.keeper()) result.message += system.keeper()->where_it_stands();
  }

  // Trouble that drivers bring: they contradict each other, or stand at a dead point.
  bool blame_drivers(double t, std::span<const double> q, bool suspect) {
    system.move(t, walk->state());
    const DriverConflict conflict =
        find_driver_conflict(mechanism.model, system.workspace().functions, {q.begin(), q.end()},
                             mechanism.redundancy.q, suspect);
    if (!conflict.any()) return false;
    const Topology& topology = mechanism.topology();
    result.end = RunEnd::trouble;
    result.where = topology.loops[LoopId{conflict.driver}].name;
    result.message = "at t = " + short_number(t, 9) + " s: " + words_of(topology, conflict);
    return true;
  }

  // The first row, and the integrator at the start.
  void begin() {
    begun = true;
    const double t = options.start_time;
    if (system.accelerations().compiled() != nullptr) {
      const Report closed = start_with_parts(mechanism, system, t, x, result.warnings);
      if (!closed.ok()) return trouble(closed, t);
    }
    const Report known = control.begin(t, x);
    if (!known.ok()) return trouble(known, t);
    const Report open = balance.look(t, x, result);
    tell_overlaps(mechanism, system, t, x, result.warnings);
    rows.write(t, x);
    Report report = events.begin(t, x);
    if (report.ok()) report = open.ok() ? walk->start(t, x) : open;
    if (!report.ok()) return trouble(report, t);
    if (method_of(options) != ConstraintMethod::stabilized) blame_drivers(t, system.q(x), false);
  }

  // Inputs have changed since the last step, or who sleeps does: no history holds any more.
  Report begin_anew(bool sleep_changes) {
    renewed = false;
    std::copy(walk->state().begin(), walk->state().end(), x.begin());
    if (sleep_changes) system.sleep_or_wake(walk->time(), x);
    return walk->start(walk->time(), x);
  }

  Report step(double until) {
    if (!pending) {
      const Report report = walk_on(until);
      if (!report.ok()) {
        trouble(report, walk->time());
        return report;
      }
    }
    const Report report = pass();
    if (!report.ok()) trouble(report, result.time);
    return report;
  }

  Report walk_on(double until) {
    Report report;
    clock.start();
    const bool changes = system.will_sleep_or_wake();
    if (renewed || changes) report = begin_anew(changes);
    system.settle_contacts(walk->time(), walk->state(), !is_adaptive(options.integrator));
    if (report.ok()) report = walk->step(std::min({until, options.duration, control.stop()}));
    clock.stop();
    if (report.ok()) report = stall.look(walk->time(), walk->statistics());
    return report;
  }

  // What the walk has passed. Events first, since they may end the step early; then the rows of
  // what is left of it. A listener that wants no more of them leaves it pending.
  Report pass() {
    Report report;
    if (!pending) report = events.look(*walk, result, result.time);
    pending = false;
    bool go_on = true;
    if (report.ok()) report = rows.pass(*walk, result.time, x, go_on);
    if (!go_on) {
      result.end = RunEnd::interrupted;
      pending = true;
      return report;
    }
    if (report.ok()) report = balance.step(result.time, walk->time(), walk->state(), result);
    if (report.ok()) report = events.act(*walk, stopped);
    bool jumped = false;
    if (report.ok()) report = control.step(walk->time(), walk->state(), jumped);
    renewed = renewed || jumped;
    return report;
  }

  // Wall time up to now, that of earlier parts of a resumed run included.
  [[nodiscard]] double wall_seconds() const {
    return seconds +
           std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
  }
  void begin_clock(double before) {
    seconds = before;
    since = std::chrono::steady_clock::now();
  }

  // All that the future depends on.
  void keep(Keep& keep) {
    keep(begun, renewed, stopped, pending, system, *walk, sampler, events, control, balance, rows,
         stall, clock);
    keep(result.time, result.events, result.energy_drift, result.position_violation,
         result.velocity_violation, seconds);
  }

  const Mechanism& mechanism;
  const RunOptions options;
  const Listener listener;
  const RunPlan plan;
  MechanismSystem system;
  std::unique_ptr<Walk> walk;
  Sampler sampler;
  EventWatch events;
  ControlWatch control;
  BalanceWatch balance;
  Rows rows;
  StallWatch stall;
  StepClock clock;
  std::vector<double> x;
  RunResult result;
  bool begun = false;    ///< the first row was written
  bool renewed = false;  ///< inputs were set since the last step
  bool stopped = false;  ///< by an event
  bool pending = false;  ///< the last step lacks rows
  double seconds = 0.0;  ///< of wall time, before `since`
  std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
};

Simulation::Simulation(const Mechanism& mechanism, const RunOptions& options, Listener listener)
    : parts_(std::make_unique<Parts>(mechanism, options, std::move(listener))) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

bool Simulation::step(double until) {
  Parts& p = *parts_;
  if (!p.begun) p.begin();
  if (!p.goes_on() || (p.result.time >= until && !p.pending)) return p.goes_on();
  if (!p.step(until).ok()) return false;
  if (p.result.end == RunEnd::done && p.listener.progress && !p.listener.progress(p.result.time))
    p.result.end = RunEnd::interrupted;
  return p.goes_on();
}

bool Simulation::advance_to(double t) {
  if (time() >= t) return true;
  while (step(t) && time() < t) {
  }
  return time() >= t;
}

double Simulation::time() const { return parts_->result.time; }
std::span<const double> Simulation::state() const {
  return parts_->begun ? parts_->walk->state() : std::span<const double>(parts_->x);
}
std::span<const double> Simulation::q() const { return parts_->system.q(state()); }
std::span<const double> Simulation::v() const { return parts_->system.v(state()); }
const RunResult& Simulation::result() const { return parts_->result; }

void Simulation::set_input(std::string_view name, double value, double rate, double acceleration) {
  const Functions& functions = parts_->mechanism.functions;
  const int input = functions.find_input(name);
  if (input < 0) {
    std::vector<std::string> known;
    for (const Input& one : functions.inputs()) known.push_back(one.name);
    throw ModelError("inputs", "unknown input '" + std::string(name) + "'" +
                                   suggestion(std::string(name), known));
  }
  if (is_fed(parts_->mechanism.control, static_cast<std::size_t>(input))) {
    throw ModelError("inputs", "input '" + std::string(name) +
                                   "' is fed by a controller; let that follow an input of "
                                   "another name");
  }
  parts_->system.set_input(static_cast<std::size_t>(input), {value, rate, acceleration, time()});
  parts_->renewed = parts_->begun;
}

bool Simulation::can_save() const {
  return parts_->walk->can_keep() && parts_->result.end != RunEnd::trouble;
}

std::vector<std::byte> Simulation::save() {
  if (parts_->result.end == RunEnd::trouble)
    throw ModelError("", "a run that ended in trouble cannot be saved");
  if (!can_save()) {
    throw ModelError("simulation.integrator",
                     "the history of integrator '" + parts_->options.integrator +
                         "' cannot be saved; choose another one, for example adams");
  }
  parts_->begin_clock(parts_->wall_seconds());
  Keep keep;
  parts_->keep(keep);
  return keep.bytes();
}

void Simulation::restore(std::span<const std::byte> saved) {
  Keep keep(saved);
  parts_->keep(keep);
  if (!keep.at_end()) throw ModelError("", "the saved state belongs to something else");
  parts_->result.end = RunEnd::done;
  parts_->begin_clock(parts_->seconds);
}

RunResult Simulation::finish() {
  Parts& p = *parts_;
  if (!p.begun) p.begin();
  RunResult& result = p.result;
  if (result.end != RunEnd::trouble) {
    const Report report = p.balance.finish(result.time, p.walk->state(), result);
    p.rows.finish(result.time, p.walk->state());
    if (!report.ok()) p.trouble(report, result.time);
  }
  result.wall_seconds = p.wall_seconds();
  const double simulated = result.time - result.start_time;
  result.real_time_factor = simulated > 0.0 ? result.wall_seconds / simulated : 0.0;
  result.step_seconds = {p.clock.quantile(0.5), p.clock.quantile(0.999), p.clock.worst()};
  tell_statistics(p.options, p.walk->statistics(), result);
  result.newton = p.system.newton_counts();
  result.jacobian_fill = p.system.jacobian_fill();
  if (is_implicit(p.options.integrator))
    result.jacobian = jacobian_names().at(static_cast<std::size_t>(p.system.jacobian()));
  result.changes.assign(p.walk->changes().begin(), p.walk->changes().end());
  result.constraint_method = p.options.constraints;
  if (const LoopKeeper* keeper = p.system.keeper()) {
    result.switches = keeper->switches();
    result.repartitions = keeper->repartitions();
    result.singular_times = keeper->singular_times();
    for (std::string& warning : keeper->warnings()) result.warnings.push_back(std::move(warning));
  }
  tell_balance(result);
  if (const ContactForces* const contacts = p.system.accelerations().contacts())
    result.contacts = contacts->facts();
  tell_methods(p.system.accelerations(), result);
  result.traffic = p.system.accelerations().traffic();
  result.not_unique = p.sampler.not_unique();
  if (!result.not_unique.empty())
    result.warnings.push_back(open_reactions_words(result.not_unique));
  keep_end_state(p.mechanism, p.system.q(p.walk->state()), p.system.v(p.walk->state()), result);
  return result;
}

}  // namespace treadle
