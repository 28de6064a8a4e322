#include "motion.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../kinematics/advance.hpp"
#include "../solve/registry.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace treadle {

namespace {

// Feedback of the stabilized method, for each second. It must not grow with shorter steps: the gap
// that a stage leaves is of second order in the step, and gains of 1 / step would make that an
// acceleration of order one.
constexpr double steady_feedback = 20.0;
constexpr double most_feedback_per_step =
    0.1;  // far inside the region of stability of every integrator here

// Memory that the plan of a factorization takes: M and L, and for each loop all pairs of positions
// above it.
constexpr double most_gigabytes = 8.0;

void check_memory(const SaddlePattern& pattern) {
  double bytes = 48.0 * pattern.inertia.entries();
  for (const LoopPattern& loop : pattern.loops) {
    const auto columns = static_cast<double>(loop.t_columns.size());
    bytes += 4.0 * columns * columns + 8.0 * columns * loop.rows;
  }
  if (bytes <= 1e9 * most_gigabytes) return;
  throw ModelError("simulation.solver", "the factors of this mechanism would take about " +
                                            short_number(1e-9 * bytes, 2) +
                                            " GB: loops stand on too many joints in a row; cut the "
                                            "chain into parts that stand on the ground");
}

std::unique_ptr<SaddleSolver<double>> solver_for(const Mechanism& mechanism,
                                                 const std::string& name) {
  if (name == "generated") {
    throw ModelError("simulation.solver",
                     "solver 'generated' serves runs only; choose another one, for example auto");
  }
  check_memory(*mechanism.model.pattern);
  auto solver = make_solver<double>(name, *mechanism.model.pattern);
  if (!solver) {
    throw ModelError("simulation.solver",
                     "unknown solver '" + name + "'" + suggestion(name, solver_options()));
  }
  solver->leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
  return solver;
}

// The recursion serves solver 'clustered'; its steps at singular positions are taken by Alg-S.
std::unique_ptr<Recursion<double>> recursion_for(const Mechanism& mechanism,
                                                 const std::string& name) {
  if (name != "clustered") return nullptr;
  auto recursion = std::make_unique<Recursion<double>>(mechanism.model);
  if (!recursion->possible()) return nullptr;
  recursion->leave_out(mechanism.redundancy.rows);
  return recursion;
}

}  // namespace

const std::vector<std::string>& constraint_method_names() {
  static const std::vector<std::string> names{"closest", "stabilized"};
  return names;
}

bool find_constraint_method(const std::string& name, ConstraintMethod& method) {
  const auto& names = constraint_method_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return false;
  method = static_cast<ConstraintMethod>(found - names.begin());
  return true;
}

MechanismSystem::MechanismSystem(const Mechanism& mechanism, const std::string& solver,
                                 ConstraintMethod method, double step,
                                 std::shared_ptr<Evaluator> evaluator)
    : mechanism_(mechanism),
      nq_(static_cast<std::size_t>(mechanism.model.nq())),
      nv_(static_cast<std::size_t>(mechanism.model.nv())),
      method_(method),
      length_(length_scale(mechanism.model)),
      choice_(resolve_solver(mechanism, solver)),
      recursion_(recursion_for(mechanism, choice_.name)),
      solver_(recursion_ && mechanism.model.rows() == 0
                  ? nullptr
                  : solver_for(mechanism, recursion_ ? "topology" : choice_.name)),
      evaluator_(std::move(evaluator)),
      projected_(nq_ + nv_),
      work_(mechanism.model, mechanism.functions.size(), solver_ != nullptr),
      projection_(mechanism.model) {
  for (const LoopData<double>& loop : mechanism.model.loops)
    multipliers_ = multipliers_ || loop.function >= 0;
  if (method == ConstraintMethod::stabilized) {
    const double gain = std::min(steady_feedback, most_feedback_per_step / step);
    feedback_ = {gain, gain};
  }
}

std::vector<double> MechanismSystem::start() const {
  std::vector<double> x(state_size(), 0.0);
  std::copy(mechanism_.start.q.begin(), mechanism_.start.q.end(), x.begin());
  std::copy(mechanism_.start.v.begin(), mechanism_.start.v.end(),
            x.begin() + static_cast<std::ptrdiff_t>(nq_));
  return x;
}

void MechanismSystem::set_time(double t) { mechanism_.functions.evaluate(t, work_.functions); }

// Work done for each second by all that keeps no energy: forces, forces written in C++, and
// drivers, whose constraint acts with -Phi^T lambda on velocities that obey Phi_q v = -Phi_t. (F9)
double MechanismSystem::power(double /*t*/, std::span<const double> x) {
  double sum = force_energy<double>(mechanism_.forces, state_of<double>(q(x), v(x), work_)).power +
               custom_power_;
  for (std::size_t r = 0; r < work_.lambda.size() && multipliers_; ++r)
    sum += work_.lambda[r] * work_.loops.drift[r];
  return sum;
}

Report MechanismSystem::rate(double t, std::span<const double> x, std::span<double> dx) {
  const auto at = q(x), moving = v(x);
  set_time(t);
  if (evaluator_ && ask_rate(x, dx)) return {};
  const auto custom = [&](Workspace<double>& w) {
    custom_power_ = 0.0;
    if (mechanism_.custom.empty()) return;
    const ForceScene scene(mechanism_.model, mechanism_.placement, t, w.position, w.velocity);
    ForceSink sink(mechanism_.model, mechanism_.placement, w.position, w.velocity, w.loads.body);
    for (const auto& force : mechanism_.custom) force->apply(scene, sink);
    custom_power_ = sink.power();
  };
  Report report;
  if (recursion_) {
    report = evaluate_by_recursion<double>(mechanism_.model, mechanism_.forces, *recursion_,
                                           feedback_, at, moving, multipliers_, work_, custom);
    if (!report.ok() && solver_) ++fallbacks_;
  }
  if (solver_ && (!recursion_ || !report.ok()))
    report = evaluate<double>(mechanism_.model, mechanism_.forces, *solver_, feedback_, at, moving,
                              work_, custom);
  if (!report.ok()) return report;
  std::copy(moving.begin(), moving.end(), dx.begin());
  std::copy(work_.qdd.begin(), work_.qdd.end(), dx.begin() + static_cast<std::ptrdiff_t>(nv_));
  dx[2 * nv_] = power(t, x);
  for (std::size_t k = 0; k < nv_; ++k) {
    if (std::isfinite(dx[nv_ + k])) continue;
    report.trouble = Trouble::not_finite;
    report.index = static_cast<int>(k);
    return report;
  }
  return report;
}

Report MechanismSystem::rate_with_multipliers(double t, std::span<const double> x,
                                              std::span<double> dx) {
  const bool before = std::exchange(multipliers_, true);
  const auto evaluator = std::exchange(evaluator_, nullptr);  // it leaves nothing in workspace()
  const Report report = rate(t, x, dx);
  evaluator_ = evaluator;
  multipliers_ = before;
  return report;
}

void MechanismSystem::advance(std::span<const double> x, std::span<const double> dx,
                              std::span<double> y) const {
  treadle::advance<double>(mechanism_.model, q(x), dx.first(nv_), y.first(nq_));
  for (std::size_t k = 0; k <= nv_; ++k) y[nq_ + k] = x[nq_ + k] + dx[nv_ + k];
}

void MechanismSystem::chart_rate(std::span<const double> dx, std::span<double> rate) const {
  treadle::chart_rate<double>(mechanism_.model, dx.first(nv_), rate.first(nv_), rate.first(nv_));
}

Report MechanismSystem::project(double t, std::span<double> x) {
  if (method_ != ConstraintMethod::closest || mechanism_.model.rows() == 0) return {};
  set_time(t);
  if (evaluator_ && ask_projection(x)) return {};
  return project_closest<double>(mechanism_.model, *solver_, length_, work_.functions, projection_,
                                 x.first(nq_), x.subspan(nq_, nv_));
}

void MechanismSystem::velocities(std::span<const double> x, std::span<double> out) const {
  const auto moving = v(x);
  std::copy(moving.begin(), moving.end(), out.begin());
}

void MechanismSystem::move(double t, std::span<const double> x) {
  set_time(t);
  place_bodies<double>(mechanism_.model, q(x), work_.position);
  move_bodies<double>(mechanism_.model, v(x), work_.position, work_.velocity);
}

Energy MechanismSystem::energy(double t, std::span<const double> x) {
  move(t, x);
  const Model<double>& model = mechanism_.model;
  body_inertias<double>(model, work_.position, work_.inertia);
  Energy energy;
  energy.kinetic = kinetic_energy<double>(model, work_.inertia, work_.velocity);
  energy.potential =
      weight_energy<double>(model, work_.position, work_.inertia) +
      force_energy<double>(mechanism_.forces, state_of<double>(q(x), v(x), work_)).stored;
  return energy;
}

Violation MechanismSystem::violation(double t, std::span<const double> x) {
  set_time(t);
  return treadle::violation<double>(mechanism_.model, work_.functions, projection_, q(x), v(x));
}

}  // namespace treadle
