#include "motion.hpp"

#include "../kinematics/advance.hpp"
#include "../spatial/quaternion.hpp"
#include "loop_keeper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace treadle {

namespace {

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
      layout_(mechanism.model),
      accelerations_(mechanism, {solver, method, step, std::move(evaluator)}),
      work_(accelerations_.workspace()),
      keeper_(accelerations_.keeper()),
      provable_(method != ConstraintMethod::stabilized || mechanism.model.rows() == 0),
      placed_(layout_.motion_size()),
      last_(start()) {}

MechanismSystem::~MechanismSystem() = default;

std::vector<double> MechanismSystem::start() const {
  std::vector<double> x(state_size(), 0.0);
  const std::span<double> all(x);
  std::copy(mechanism_.start.q.begin(), mechanism_.start.q.end(), layout_.q(all).begin());
  std::copy(mechanism_.start.v.begin(), mechanism_.start.v.end(), layout_.v(all).begin());
  return x;
}

Report MechanismSystem::find_rate(double t, std::span<const double> x, bool multipliers,
                                  std::span<double> dx) {
  const bool step_ends =
      std::exchange(due_, false) && std::equal(placed_.begin(), placed_.end(), x.begin());
  const Answer answer = accelerations_.find(
      {.t = t, .q = q(x), .v = v(x), .multipliers = multipliers, .prove = step_ends});
  if (!answer.ok()) return answer.report;
  const auto moving = v(x);
  std::copy(moving.begin(), moving.end(), layout_.dq(dx).begin());
  std::copy(work_.qdd.begin(), work_.qdd.end(), layout_.dv(dx).begin());
  layout_.dz(dx)[StateLayout::work_at] = answer.power;
  return answer.report;
}

Report MechanismSystem::rate(double t, std::span<const double> x, std::span<double> dx) {
  return find_rate(t, x, false, dx);
}

Report MechanismSystem::rate_with_multipliers(double t, std::span<const double> x,
                                              std::span<double> dx) {
  return find_rate(t, x, true, dx);
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
  const Report report = accelerations_.project(t, layout_.q(x), layout_.v(x));
  std::copy_n(x.begin(), placed_.size(), placed_.begin());
  due_ = report.ok() && provable_;
  return report;
}

// Numbers of q move with their joints' own rates: for a quaternion p' = 1/2 p (0, omega).
void MechanismSystem::plain_rate(std::span<const double> x, std::span<const double> dx,
                                 std::span<double> numbers) const {
  for (const Link<double>& link : mechanism_.model.links)
    plain_rate_of(link, x.data() + link.q_at, dx.data() + link.v_at, numbers.data() + link.q_at);
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

Energy MechanismSystem::energy(double t, std::span<const double> x) {
  move(t, x);
  const Model<double>& model = mechanism_.model;
  body_inertias<double>(model, work_.position, work_.inertia);
  Energy energy;
  energy.kinetic = kinetic_energy<double>(model, work_.inertia, work_.velocity);
  most_kinetic_ = std::max(most_kinetic_, energy.kinetic);
  energy.potential =
      weight_energy<double>(model, work_.position, work_.inertia) +
      force_energy<double>(mechanism_.forces, state_of<double>(q(x), v(x), work_)).stored;
  return energy;
}

Violation MechanismSystem::violation(double t, std::span<const double> x) {
  set_time(t);
  return treadle::violation<double>(mechanism_.model, work_.functions, accelerations_.projection(),
                                    q(x), v(x));
}

}  // namespace treadle
