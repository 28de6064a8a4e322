#include "mechanism_system.hpp"

#include "../acceleration/compiled_parts.hpp"
#include "../acceleration/loop_keeper.hpp"
#include "../base/error.hpp"
#include "../kinematics/advance.hpp"
#include "../newton/newton_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace treadle {

namespace {

// Of all masses at the mechanism's length, with 1 rad/s.
double turning_energy(const Model<double>& model) {
  double mass = 0.0;
  for (const Link<double>& link : model.links) mass += link.mass;
  const double length = length_scale(model);
  return mass > 0.0 ? mass * length * length : 1.0;  // all of it may be inside compiled parts
}

// Whether anything but weight and contacts may act on a body.
bool has_forces(const Mechanism& mechanism) {
  bool some = !mechanism.custom.empty();
  for_each_field([&](const auto& list) { some = some || !list.empty(); }, mechanism.forces);
  return some;
}

}  // namespace

MechanismSystem::MechanismSystem(const Mechanism& mechanism, const std::string& solver,
                                 ConstraintMethod method, double step,
                                 std::shared_ptr<Evaluator> evaluator, bool single_states,
                                 int threads, bool by_components, std::shared_ptr<Ranks> ranks,
                                 std::shared_ptr<const ComponentCode> component_code)
    : mechanism_(mechanism),
      layout_(mechanism.model, mechanism.functions.states().size()),
      control_(mechanism.control.empty()
                   ? nullptr
                   : std::make_unique<ControlLoop>(mechanism.control, mechanism.functions,
                                                   mechanism.control_scene())),
      accelerations_(mechanism, {solver, method, step, std::move(evaluator), single_states, threads,
                                 by_components, std::move(ranks), std::move(component_code)}),
      work_(accelerations_.workspace()),
      keeper_(accelerations_.keeper()),
      provable_(method != ConstraintMethod::stabilized || mechanism.model.rows() == 0),
      unit_energy_(std::min(1.0, turning_energy(mechanism.model))),
      placed_(layout_.motion_size()),
      moved_(state_size()),
      last_(start()) {}

MechanismSystem::~MechanismSystem() = default;

std::vector<double> MechanismSystem::start() const {
  std::vector<double> x(state_size(), 0.0);
  const std::span<double> all(x);
  std::copy(mechanism_.start.q.begin(), mechanism_.start.q.end(), layout_.q(all).begin());
  std::copy(mechanism_.start.v.begin(), mechanism_.start.v.end(), layout_.v(all).begin());
  const std::vector<double> own = mechanism_.functions.start_states();
  std::copy(own.begin(), own.end(), layout_.states(all).begin());
  return x;
}

Report MechanismSystem::find_rate(double t, std::span<const double> x, bool multipliers,
                                  std::span<double> dx) {
  const bool step_ends =
      std::exchange(due_, false) && std::equal(placed_.begin(), placed_.end(), x.begin());
  is_moved_ = false;
  ask_controllers(t, x);
  const Answer answer = accelerations_.find({.t = t,
                                             .q = q(x),
                                             .v = v(x),
                                             .states = layout_.states(x),
                                             .multipliers = multipliers,
                                             .prove = step_ends});
  if (!answer.ok()) return answer.report;
  if (sleepers_ != nullptr) sleepers_->hold(work_.qdd);
  const auto moving = v(x);
  std::copy(moving.begin(), moving.end(), layout_.dq(dx).begin());
  std::copy(work_.qdd.begin(), work_.qdd.end(), layout_.dv(dx).begin());
  const auto rates = layout_.dz(dx);
  const std::vector<std::size_t>& owned = mechanism_.functions.states();
  for (std::size_t k = 0; k < owned.size(); ++k) rates[k] = work_.rates[owned[k]];
  if (control_) control_->rates(layout_.states(x), rates);
  rates[layout_.work_at()] = answer.power;
  return answer.report;
}

void MechanismSystem::ask_controllers(double t, std::span<const double> x) {
  if (!control_) return;
  control_->look(control_point(t, x));
  for (std::size_t b = 0; b < mechanism_.control.blocks.size(); ++b) feed(b, t);
}

void MechanismSystem::feed(std::size_t block, double t) {
  const FunctionValue<double>& y = control_->outputs()[block];
  accelerations_.set_input(mechanism_.control.blocks[block].input,
                           {y.value, y.rate, y.acceleration, t});
}

Report MechanismSystem::rate(double t, std::span<const double> x, std::span<double> dx) {
  return find_rate(t, x, false, dx);
}

Report MechanismSystem::rate_with_multipliers(double t, std::span<const double> x,
                                              std::span<double> dx) {
  return find_rate(t, x, true, dx);
}

Report MechanismSystem::accelerate_proved(double t, std::span<const double> x) {
  is_moved_ = false;
  ask_controllers(t, x);
  return accelerations_.find_proved({.t = t, .q = q(x), .v = v(x), .states = layout_.states(x)})
      .report;
}

void MechanismSystem::advance(std::span<const double> x, std::span<const double> dx,
                              std::span<double> y) const {
  treadle::advance<double>(mechanism_.model, q(x), layout_.dq(dx), layout_.q(y));
  const auto from = layout_.plain(x), change = layout_.plain_rate(dx);
  const auto to = layout_.plain(y);
  for (std::size_t k = 0; k < to.size(); ++k) to[k] = from[k] + change[k];
}

void MechanismSystem::chart_rate(std::span<const double> dx, std::span<double> rate) const {
  treadle::chart_rate<double>(mechanism_.model, layout_.dq(dx), layout_.dq(rate), layout_.dq(rate));
}

Report MechanismSystem::project(double t, std::span<double> x) {
  normalize_quaternions(mechanism_.model, layout_.q(x));
  if (control_ && control_->plan().feeds_drivers) {
    control_->look_at_drivers(control_point(t, x));
    for (const std::size_t block : control_->plan().drivers) feed(block, t);
  }
  const Report report = accelerations_.project(t, layout_.q(x), layout_.v(x), layout_.states(x));
  std::copy_n(x.begin(), placed_.size(), placed_.begin());
  placed_time_ = t;
  due_ = report.ok() && provable_;
  return report;
}

// Numbers of q move with their joints' own rates: for a quaternion p' = 1/2 p (0, omega).
void MechanismSystem::plain_rate(std::span<const double> x, std::span<const double> dx,
                                 std::span<double> numbers) const {
  treadle::plain_rate<double>(mechanism_.model, q(x), layout_.dq(dx), layout_.q(numbers));
  const auto rates = layout_.plain_rate(dx);
  std::copy(rates.begin(), rates.end(), layout_.plain(numbers).begin());
}

void MechanismSystem::difference(std::span<const double> x, std::span<const double> y,
                                 std::span<double> dx) const {
  treadle::difference<double>(mechanism_.model, q(x), q(y), layout_.dq(dx));
  const auto from = layout_.plain(x), to = layout_.plain(y);
  const auto change = layout_.plain_rate(dx);
  for (std::size_t k = 0; k < change.size(); ++k) change[k] = to[k] - from[k];
}

bool MechanismSystem::accepted(const StepNews& news, std::span<const double> x) {
  std::copy(x.begin(), x.end(), last_.begin());
  accelerations_.forget_evaluation();
  if (sleepers_ != nullptr) sleepers_->watch(news.h, v(x), work_.qdd);
  if (!keeper_) return false;
  if (keeper_->wants_functions(q(x))) set_time(news.t, x);
  Energy now;
  if (keeper_->wants_energy()) now = energy(news.t, x);
  keeper_->accepted(news, work_.functions, q(x), v(x), now.total() - work(x), now.kinetic);
  return false;
}

double MechanismSystem::noise() const { return keeper_ ? keeper_->noise() : 0.0; }

// Something may have happened that work is to be measured by.
void MechanismSystem::refused(double t, double /*h*/) {
  energy(t, last_);
  if (keeper_) keeper_->refused();
}

void MechanismSystem::set_jacobian(JacobianKind asked) {
  constexpr std::size_t many_numbers = 1200;
  JacobianKind kind = asked;
  if (kind == JacobianKind::automatic)
    kind = OpaqueJacobians::know_all(mechanism_) ? JacobianKind::approximate
                                                 : JacobianKind::differences;
  // many bodies that touch fill up in space: what is inside of bodies is factored, the rest
  // iterated
  const bool touches = accelerations_.contacts() != nullptr;
  if (touches && asked == JacobianKind::automatic && tangent_size() > many_numbers)
    kind = JacobianKind::block_diagonal;
  // no matrix of forces knows what controllers feed back, nor what is inside of parts; of many
  // bodies that touch, what is fed back is left to the residual
  if ((control_ && !(touches && tangent_size() > many_numbers)) || parts() != nullptr)
    kind = JacobianKind::differences;
  jacobian_ = kind;
  newton_.reset();
}

Report MechanismSystem::linearize(double t, std::span<const double> x, std::span<const double> dx) {
  if (jacobian_ == JacobianKind::differences) return System::linearize(t, x, dx);
  if (!newton_) {  // who never meets stiff equations needs none
    newton_ = std::make_unique<NewtonMatrix>(mechanism_, jacobian_);
    linear_rate_.resize(tangent_size());
  }
  ++newton_counts_.evaluations;
  Report report;
  if (jacobian_ == JacobianKind::exact) report = rate_with_multipliers(t, x, linear_rate_);
  if (!report.ok()) return report;
  set_time(t, x);
  newton_->linearize({.t = t,
                      .q = q(x),
                      .v = v(x),
                      .qdd = work_.qdd,
                      .lambda = work_.lambda,
                      .functions = work_.functions},
                     accelerations_.contacts());
  return {};
}

Report MechanismSystem::factor_newton(double c_q, double c_v) {
  if (!newton_) return System::factor_newton(c_q, c_v);
  ++newton_counts_.factorizations;
  return newton_->factor(c_q, c_v);
}

Report MechanismSystem::solve_newton(std::span<double> r) {
  if (!newton_) return System::solve_newton(r);
  return newton_->solve({layout_.dq(r), layout_.dv(r), r.subspan(2 * layout_.nv, layout_.nz - 1)},
                        last_solution_, newton_counts_.iterations);
}

FillFacts MechanismSystem::jacobian_fill() const { return newton_ ? newton_->fill() : FillFacts{}; }

bool MechanismSystem::follows_time() const {
  return mechanism_.functions.size() > mechanism_.functions.states().size() ||
         !mechanism_.custom.empty();
}

void MechanismSystem::velocities(std::span<const double> x, std::span<double> out) const {
  const auto moving = v(x);
  std::copy(moving.begin(), moving.end(), out.begin());
}

// Positions inside of compiled parts are among z. (H25)
Report MechanismSystem::drift(std::span<const double> x, double h, std::span<double> moved) {
  if (parts() == nullptr || parts()->drift(layout_.states(x), h, layout_.states(moved))) return {};
  return {Trouble::not_finite, -1, 0.0, 0};
}

Report MechanismSystem::prepare_parts(double t, std::span<const double> x) {
  if (!parts()->needs_motion()) {
    set_time(t, x);
    return {};
  }
  parts_rate_.resize(tangent_size());
  return rate_with_multipliers(t, x, parts_rate_);
}

void MechanismSystem::move(double t, std::span<const double> x) {
  set_time(t, x);
  if (is_moved_ && std::equal(x.begin(), x.end(), moved_.begin())) return;
  place_bodies<double>(mechanism_.model, q(x), work_.position);
  move_bodies<double>(mechanism_.model, v(x), work_.position, work_.velocity);
  is_moved_ = true;
  std::copy(x.begin(), x.end(), moved_.begin());
}

Energy MechanismSystem::energy(double t, std::span<const double> x, bool note) {
  move(t, x);
  const Model<double>& model = mechanism_.model;
  body_inertias<double>(model, work_.position, work_.inertia);
  Energy energy;
  energy.kinetic = kinetic_energy<double>(model, work_.inertia, work_.velocity);
  energy.potential =
      weight_energy<double>(model, work_.position, work_.inertia) +
      force_energy<double>(mechanism_.forces, state_of<double>(q(x), v(x), work_)).stored;
  if (ContactForces* const contacts = accelerations_.contacts())
    energy.potential += contacts->stored(work_.position, work_.velocity);
  if (CompiledParts* const compiled = accelerations_.compiled()) {
    const CompiledParts::Energies inside = compiled->energy(t, layout_.states(x));
    energy.kinetic += inside.kinetic;
    energy.potential += inside.potential;
  }
  if (note) most_kinetic_ = std::max(most_kinetic_, energy.kinetic);
  return energy;
}

void MechanismSystem::settle_contacts(double t, std::span<const double> x, bool evaluates_next) {
  ContactForces* const contacts = accelerations_.contacts();
  if (contacts == nullptr) return;
  if (evaluates_next) return contacts->settle_next();
  move(t, x);
  contacts->settle(work_.position, work_.velocity);
}

void MechanismSystem::count_springs_as_work() {
  if (accelerations_.contacts() != nullptr) accelerations_.contacts()->count_springs_as_work();
}

void MechanismSystem::let_sleep(const SleepingItem& rule) {
  ContactForces* const contacts = accelerations_.contacts();
  if (contacts == nullptr)
    throw ModelError("simulation.sleeping",
                     "nothing touches: only bodies of the list 'contacts' can fall asleep");
  contacts->let_sleep(mechanism_.model, rule, has_forces(mechanism_));
  sleepers_ = contacts->sleepers();
}

bool MechanismSystem::will_sleep_or_wake() {
  return sleepers_ != nullptr && accelerations_.contacts()->choose_sleepers();
}

void MechanismSystem::sleep_or_wake(double t, std::span<double> x) {
  sleepers_->stop(layout_.v(x));
  move(t, x);
  accelerations_.contacts()->change_sleepers(work_.position, work_.velocity);
  is_moved_ = false;
}

int MechanismSystem::asleep() const { return sleepers_ != nullptr ? sleepers_->count() : 0; }

std::span<const ContactSum> MechanismSystem::contact_sums(double t, std::span<const double> x) {
  ContactForces* const contacts = accelerations_.contacts();
  if (contacts == nullptr) return {};
  move(t, x);
  return contacts->sums(work_.position, work_.velocity);
}

void MechanismSystem::visit_contacts(double t, std::span<const double> x,
                                     const std::function<void(const ContactView&)>& see) {
  ContactForces* const contacts = accelerations_.contacts();
  if (contacts == nullptr) return;
  move(t, x);
  contacts->visit(work_.position, work_.velocity, see);
}

Violation MechanismSystem::violation(double t, std::span<const double> x) {
  const ProjectionStage<double>& stage = accelerations_.projection();
  if (stage.is_left_known && is_placed(t, x)) return stage.left;
  set_time(t, x);
  return treadle::violation<double>(mechanism_.model, work_.functions, accelerations_.projection(),
                                    q(x), v(x));
}

}  // namespace treadle
