#include "motion.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../kinematics/advance.hpp"
#include "../solve/registry.hpp"
#include "../spatial/quaternion.hpp"
#include "lane_evaluator.hpp"
#include "loop_keeper.hpp"

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

// The model with ball joints that turn about the axes of their groups; none where there are none.
std::unique_ptr<const Model<double>> turned_model(const Model<double>& model) {
  const bool any = std::any_of(model.links.begin(), model.links.end(),
                               [](const auto& link) { return link.type == JointType::spherical; });
  if (!any) return nullptr;
  auto turned = std::make_unique<Model<double>>(model);
  turned->turn_about_group_axes();
  return turned;
}

// The recursion serves solver 'clustered'; its steps at singular positions are taken by Alg-S.
std::unique_ptr<Recursion<double>> recursion_for(const Mechanism& mechanism,
                                                 const Model<double>& model,
                                                 const std::string& name) {
  if (name != "clustered") return nullptr;
  auto recursion = std::make_unique<Recursion<double>>(model);
  if (!recursion->possible()) return nullptr;
  recursion->leave_out(mechanism.redundancy.rows);
  return recursion;
}

// Where the quaternion of a joint begins among its numbers; -1 for none.
int quaternion_at(JointType type) {
  return type == JointType::spherical ? 0 : type == JointType::free ? 3 : -1;
}

// Positions of bodies move along their own axes, quaternions with half of q times omega. (I4)
void plain_rate_of(const Link<double>& link, const double* q, const double* v, double* rate) {
  const int at = quaternion_at(link.type);
  if (at < 0) {
    std::copy_n(v, link.nv, rate);
    return;
  }
  const Quaternion<double> p{q[at], q[at + 1], q[at + 2], q[at + 3]};
  if (at == 3) {
    const Vec3<double> move = p.matrix() * Vec3<double>{v[0], v[1], v[2]};
    rate[0] = move.x;
    rate[1] = move.y;
    rate[2] = move.z;
  }
  const Quaternion<double> turn =
      p * Quaternion<double>{0.0, 0.5 * v[at], 0.5 * v[at + 1], 0.5 * v[at + 2]};
  rate[at] = turn.w;
  rate[at + 1] = turn.x;
  rate[at + 2] = turn.y;
  rate[at + 3] = turn.z;
}

// Multistep methods add up numbers, which leaves unit quaternions by their error.
void normalize_quaternions(const Model<double>& model, std::span<double> q) {
  for (const Link<double>& link : model.links) {
    const int at = quaternion_at(link.type);
    if (at < 0) continue;
    double* p = q.data() + link.q_at + at;
    const double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
    if (std::fabs(square - 1.0) < 1e-15) continue;
    const double factor = 1.0 / std::sqrt(square);
    for (int k = 0; k < 4; ++k) p[k] *= factor;
  }
}

}  // namespace

MechanismSystem::MechanismSystem(const Mechanism& mechanism, const std::string& solver,
                                 ConstraintMethod method, double step,
                                 std::shared_ptr<Evaluator> evaluator)
    : mechanism_(mechanism),
      nq_(static_cast<std::size_t>(mechanism.model.nq())),
      nv_(static_cast<std::size_t>(mechanism.model.nv())),
      method_(method),
      length_(length_scale(mechanism.model)),
      turned_(turned_model(mechanism.model)),
      choice_(resolve_solver(mechanism, solver)),
      recursion_(recursion_for(mechanism, evaluated(), choice_.name)),
      lanes_(recursion_ && method != ConstraintMethod::stabilized
                 ? LaneEvaluator::make(mechanism, evaluated())
                 : nullptr),
      solver_(recursion_ && mechanism.model.rows() == 0
                  ? nullptr
                  : solver_for(mechanism, recursion_ ? "topology" : choice_.name)),
      evaluator_(std::move(evaluator)),
      projected_(nq_ + nv_),
      placed_(nq_ + nv_),
      last_(start()),
      work_(evaluated(), mechanism.functions.size(), solver_ != nullptr),
      projection_(mechanism.model),
      balance_(mechanism.model) {
  for (const LoopData<double>& loop : mechanism.model.loops)
    multipliers_ = multipliers_ || loop.function >= 0;
  if (method == ConstraintMethod::stabilized) {
    const double gain = std::min(steady_feedback, most_feedback_per_step / step);
    feedback_ = {gain, gain};
  }
  if (method != ConstraintMethod::stabilized && method != ConstraintMethod::closest &&
      mechanism.model.rows() > 0)
    keeper_ = std::make_unique<LoopKeeper>(mechanism, method);
}

MechanismSystem::~MechanismSystem() = default;

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
double MechanismSystem::power() const {
  double sum = work_.power + custom_power_;
  for (std::size_t r = 0; r < work_.lambda.size() && multipliers_; ++r)
    sum += work_.lambda[r] * work_.loops.drift[r];
  return sum;
}

Report MechanismSystem::rate(double t, std::span<const double> x, std::span<double> dx) {
  const auto at = q(x), moving = v(x);
  set_time(t);
  const bool prove =
      std::exchange(due_, false) && std::equal(placed_.begin(), placed_.end(), x.begin());
  // near a singular position neither a fixed choice of pivots nor compiled code is to be trusted
  const bool kept = keeper_ && keeper_->takes_over(work_.functions, at, moving);
  const bool careful = kept || (keeper_ && keeper_->wants_care());
  if (evaluator_ && careful) ++refusals_;
  const bool compiled = evaluator_ && !careful && ask_rate(x, dx);
  if (compiled && !(prove && is_sampled())) return {};
  const Asked asked{t, at, moving, kept ? &mechanism_.model : &evaluated(), prove};
  Report report = find_accelerations(asked, kept, careful);
  if (compiled && report.ok()) {
    if (is_same(dx.subspan(nv_, nv_))) return {};
    ++refusals_;
    ++proofs_.refused;
  }
  if (!report.ok()) return report;
  std::copy(moving.begin(), moving.end(), dx.begin());
  std::copy(work_.qdd.begin(), work_.qdd.end(), dx.begin() + static_cast<std::ptrdiff_t>(nv_));
  dx[2 * nv_] = power();
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
  factored_ = false;
  const Report report = place(t, x);
  std::copy_n(x.begin(), nq_ + nv_, placed_.begin());
  due_ = report.ok();
  return report;
}

Report MechanismSystem::place(double t, std::span<double> x) {
  normalize_quaternions(mechanism_.model, x.first(nq_));
  if (method_ == ConstraintMethod::stabilized || mechanism_.model.rows() == 0) return {};
  set_time(t);
  if (keeper_ && keeper_->takes_over(work_.functions, q(x), v(x)))
    return keeper_->project(length_, work_.functions, projection_, x.first(nq_),
                            x.subspan(nq_, nv_));
  if (evaluator_ && ask_projection(x)) return {};
  const auto move = x.first(nq_), speed = x.subspan(nq_, nv_);
  std::copy_n(x.begin(), nq_ + nv_, projected_.begin());
  Report report = project_closest<double>(mechanism_.model, *solver_, length_, work_.functions,
                                          projection_, move, speed);
  factored_ = report.ok();
  if (report.ok() || !keeper_ || !keeper_->can_care()) return report;
  std::copy_n(projected_.begin(), nq_ + nv_, x.begin());
  ++proofs_.singular_values;
  return keeper_->project_with_care(length_, work_.functions, projection_, move, speed);
}

// Numbers of q move with their joints' own rates: for a quaternion p' = 1/2 p (0, omega).
void MechanismSystem::plain_rate(std::span<const double> x, std::span<const double> dx,
                                 std::span<double> numbers) const {
  for (const Link<double>& link : mechanism_.model.links)
    plain_rate_of(link, x.data() + link.q_at, dx.data() + link.v_at, numbers.data() + link.q_at);
  for (std::size_t k = 0; k <= nv_; ++k) numbers[nq_ + k] = dx[nv_ + k];
}

void MechanismSystem::difference(std::span<const double> x, std::span<const double> y,
                                 std::span<double> dx) const {
  treadle::difference<double>(mechanism_.model, q(x), q(y), dx.first(nv_));
  for (std::size_t k = 0; k <= nv_; ++k) dx[nv_ + k] = y[nq_ + k] - x[nq_ + k];
}

bool MechanismSystem::accepted(const StepNews& news, std::span<const double> x) {
  std::copy(x.begin(), x.end(), last_.begin());
  if (!keeper_) return false;
  set_time(news.t);
  Energy now;
  if (keeper_->wants_energy()) now = energy(news.t, x);
  keeper_->accepted(news, work_.functions, q(x), now.total() - work(x), now.kinetic);
  return false;
}

// Something may have happened that work is to be measured by.
void MechanismSystem::refused(double t, double /*h*/) {
  energy(t, last_);
  if (keeper_) keeper_->refused();
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

Energy MechanismSystem::energy(double t, std::span<const double> x, bool note) {
  move(t, x);
  const Model<double>& model = mechanism_.model;
  body_inertias<double>(model, work_.position, work_.inertia);
  Energy energy;
  energy.kinetic = kinetic_energy<double>(model, work_.inertia, work_.velocity);
  if (note) most_kinetic_ = std::max(most_kinetic_, energy.kinetic);
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
