#include "static_point.hpp"

#include "../base/at.hpp"
#include "../derivatives/nearby_motion.hpp"
#include "../keeping/closest.hpp"
#include "../kinematics/advance.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

std::vector<FunctionValue<double>> standing_still(const Mechanism& m, double t) {
  std::vector<FunctionValue<double>> out = m.functions_at(t);
  for (FunctionValue<double>& f : out) f.rate = f.acceleration = 0.0;
  return out;
}

std::span<const double> span_of(const Eigen::VectorXd& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

}  // namespace

StaticPoint::StaticPoint(const Mechanism& mechanism, double t)
    : mechanism_(mechanism),
      t_(t),
      slopes_(mechanism),
      freedoms_(mechanism),
      closing_(mechanism, {"auto", ConstraintMethod::closest, 1.0, nullptr, true}),
      work_(mechanism.model, mechanism.functions.size()),
      functions_(standing_still(mechanism, t)),
      q_(mechanism.start.q),
      rest_(at(mechanism.model.nv()), 0.0),
      states_(mechanism.functions.start_states()),
      lambda_(Eigen::VectorXd::Zero(mechanism.model.rows())),
      length_(length_scale(mechanism.model)) {}

void StaticPoint::set_point(bool with_multipliers) {
  const std::vector<std::size_t>& owned = mechanism_.functions.states();
  for (std::size_t z = 0; z < owned.size(); ++z) functions_[owned[z]] = {states_[z], 0.0, 0.0};
  slopes_.set_point({t_,
                     q_,
                     rest_,
                     {},
                     with_multipliers ? span_of(lambda_) : std::span<const double>(),
                     functions_});
}

// States of forces come to rest: one Newton step each time, which is exact for linear rates.
void StaticPoint::settle_states() {
  const std::vector<std::size_t>& owned = mechanism_.functions.states();
  const auto n = static_cast<Eigen::Index>(owned.size());
  std::vector<FunctionValue<double>> moved(mechanism_.functions.size());
  for (int repeat = 0; repeat < 3 && n > 0; ++repeat) {
    state_slope_.resize(n, n);
    Eigen::VectorXd rate(n);
    for (Eigen::Index z = 0; z < n; ++z) {
      moved[owned[at(static_cast<int>(z))]].value = 1.0;
      slopes_.along({.functions = moved});
      moved[owned[at(static_cast<int>(z))]].value = 0.0;
      for (Eigen::Index k = 0; k < n; ++k)
        state_slope_(k, z) = slopes_.state_rate(static_cast<std::size_t>(k));
    }
    for (Eigen::Index k = 0; k < n; ++k)
      rate[k] = slopes_.state_rate_value(static_cast<std::size_t>(k));
    const Eigen::VectorXd step = state_slope_.fullPivLu().solve(rate);
    if (!step.allFinite() || step.lpNorm<Eigen::Infinity>() == 0.0) return;
    for (Eigen::Index k = 0; k < n; ++k) states_[static_cast<std::size_t>(k)] -= step[k];
    set_point(false);
  }
}

// The largest weight, sum of forces on a body, or load of a joint, as a moment.
void StaticPoint::measure(std::span<const double> q) {
  work_.functions = functions_;
  prepare_equations<double>(mechanism_.model, mechanism_.forces, q, rest_, work_);
  size_ = 0.0;
  const PositionStage<double>& placed = work_.position;
  const double gravity = norm(mechanism_.model.gravity);
  for (std::size_t i = 0; i < work_.loads.body.size(); ++i) {
    const Force<double>& f = work_.loads.body[i];
    const Vec3<double> own = f.ang - cross(placed.x[i].p, f.lin);
    const double weight = mechanism_.model.links[i].mass * gravity;
    size_ = std::max({size_, std::max(weight, norm(f.lin)) * length_, norm(own)});
  }
  for (std::size_t k = 0; k < work_.loads.joint.size(); ++k)
    size_ = std::max(
        size_, std::fabs(work_.loads.joint[k]) * freedoms_.scale()[static_cast<Eigen::Index>(k)]);
}

void StaticPoint::look(std::span<const double> q) {
  std::copy(q.begin(), q.end(), q_.begin());
  set_point(false);
  settle_states();
  slopes_.along({});
  const Eigen::Index nv = mechanism_.model.nv();
  force_.resize(nv);
  for (Eigen::Index k = 0; k < nv; ++k)
    force_[k] = slopes_.residual_value(static_cast<std::size_t>(k));
  measure(q);
  freedoms_.look(work_.loops.phi);
  lambda_ = freedoms_.multipliers(-force_);
  left_ = freedoms_.basis().transpose() * force_;
}

bool StaticPoint::move(std::span<const double> dq, std::vector<double>& q) {
  std::vector<double> there(q.size()), speed(rest_);
  advance<double>(mechanism_.model, q, dq, there);
  normalize_quaternions(mechanism_.model, there);
  closing_.set_time(t_, states_);
  const Report report = closing_.project(t_, there, speed);
  if (!report.ok() ||
      !std::all_of(there.begin(), there.end(), [](double x) { return std::isfinite(x); }))
    return false;
  q = std::move(there);
  return true;
}

Eigen::MatrixXd StaticPoint::stiffness() {
  set_point(true);
  const Eigen::MatrixXd& b = freedoms_.basis();
  const Eigen::Index nv = b.rows(), n = b.cols(), nz = static_cast<Eigen::Index>(states_.size());
  Eigen::MatrixXd along(nv, n), rates(nz, n), by_state(nv, nz);
  for (Eigen::Index j = 0; j < n; ++j) {
    const Eigen::VectorXd d = b.col(j);
    slopes_.along({.q = span_of(d)});
    for (Eigen::Index k = 0; k < nv; ++k)
      along(k, j) = slopes_.residual(static_cast<std::size_t>(k));
    for (Eigen::Index k = 0; k < nz; ++k)
      rates(k, j) = slopes_.state_rate(static_cast<std::size_t>(k));
    if (mechanism_.model.nq() == mechanism_.model.nv()) continue;
    Eigen::VectorXd left(nv);
    for (Eigen::Index k = 0; k < nv; ++k)
      left[k] = slopes_.residual_value(static_cast<std::size_t>(k));
    const std::vector<double> share = chart_share(slopes_.model(), span_of(d), span_of(left));
    for (Eigen::Index k = 0; k < nv; ++k) along(k, j) -= share[static_cast<std::size_t>(k)];
  }
  if (nz > 0) {
    std::vector<FunctionValue<double>> moved(mechanism_.functions.size());
    for (Eigen::Index z = 0; z < nz; ++z) {
      FunctionValue<double>& f = moved[mechanism_.functions.states()[static_cast<std::size_t>(z)]];
      f.value = 1.0;
      slopes_.along({.functions = moved});
      f.value = 0.0;
      for (Eigen::Index k = 0; k < nv; ++k)
        by_state(k, z) = slopes_.residual(static_cast<std::size_t>(k));
    }
    along -= by_state * state_slope_.fullPivLu().solve(rates);  // (ST2)
  }
  return b.transpose() * along;
}

Eigen::MatrixXd StaticPoint::inertia() {
  const Model<double>& model = mechanism_.model;
  composite_inertia<double>(model, work_.position, work_.inertia, work_.matrix);
  const LowerPattern& p = model.pattern->inertia;
  const Eigen::MatrixXd& b = freedoms_.basis();
  Eigen::MatrixXd product = Eigen::MatrixXd::Zero(b.rows(), b.cols());
  for (int j = 0; j < p.n; ++j) {
    product.row(j) += work_.matrix.diagonal[at(j)] * b.row(j);
    for (int s = p.begin[at(j)]; s < p.begin[at(j) + 1]; ++s) {
      const int i = p.rows[at(s)];
      product.row(i) += work_.matrix.lower[at(s)] * b.row(j);
      product.row(j) += work_.matrix.lower[at(s)] * b.row(i);
    }
  }
  return b.transpose() * product;
}

}  // namespace treadle
