#include "equation_slopes.hpp"

#include "../base/error.hpp"

#include "../kinematics/advance.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace treadle {

namespace {

std::size_t size_of(int n) { return static_cast<std::size_t>(n); }

void add_multiple(std::vector<Force<double>>& to, double factor,
                  const std::vector<Force<double>>& from) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    to[i].lin += factor * from[i].lin;
    to[i].ang += factor * from[i].ang;
  }
}

void put_or_zero(std::span<const double> from, std::vector<Dual>& to) {
  for (std::size_t k = 0; k < to.size(); ++k) to[k] = Dual(from.empty() ? 0.0 : from[k]);
}

Dual with_slope(double value, double slope) { return Dual(value, slope); }

Vec3<Dual> with_slope(const Vec3<double>& a, const Vec3<double>& d) {
  return {with_slope(a.x, d.x), with_slope(a.y, d.y), with_slope(a.z, d.z)};
}

}  // namespace

EquationSlopes::EquationSlopes(const Mechanism& mechanism, OfContacts contacts)
    : mechanism_(mechanism),
      model_(cast<Dual>(mechanism.model)),
      forces_(cast<Dual>(mechanism.forces)),
      work_(model_, mechanism.functions.size(), false),
      q_(size_of(model_.nq())),
      v_(size_of(model_.nv())),
      functions_(mechanism.functions.size()),
      dq_(v_.size()),
      dv_(v_.size()),
      from_(q_.size()),
      step_(v_.size()),
      at_q_(q_.size()),
      at_v_(v_.size()),
      qdd_(v_.size()),
      lambda_(size_of(model_.rows())),
      moved_(model_.links.size()),
      left_(model_.links.size()),
      residual_(v_.size()),
      rate_(lambda_.size()),
      excess_(lambda_.size()) {
  if (!mechanism.contacts.empty() && contacts == OfContacts::refused)
    throw ModelError("contacts",
                     "equilibria and linearization do not know contacts yet and need a model "
                     "without them");
  if (mechanism.custom.empty()) return;
  for (auto* loads : {&custom_value_, &custom_slope_, &custom_one_}) loads->resize(left_.size());
}

void EquationSlopes::set_point(const EquationPoint& point) {
  t_ = point.t;
  std::copy(point.q.begin(), point.q.end(), q_.begin());
  std::copy(point.v.begin(), point.v.end(), v_.begin());
  std::copy(point.functions.begin(), point.functions.end(), functions_.begin());
  put_or_zero(point.qdd, qdd_);
  put_or_zero(point.lambda, lambda_);
}

void EquationSlopes::along(const EquationDirection& d) {
  for (std::size_t k = 0; k < v_.size(); ++k) {
    dq_[k] = d.q.empty() ? 0.0 : d.q[k];
    dv_[k] = d.v.empty() ? 0.0 : d.v[k];
    step_[k] = Dual(0.0, dq_[k]);
    at_v_[k] = Dual(v_[k], dv_[k]);
  }
  for (std::size_t k = 0; k < q_.size(); ++k) from_[k] = Dual(q_[k]);
  advance<Dual>(model_, from_, step_, at_q_);  // (E2)
  for (std::size_t k = 0; k < functions_.size(); ++k) {
    const FunctionValue<double>& f = functions_[k];
    const FunctionValue<double> s = d.functions.empty() ? FunctionValue<double>{} : d.functions[k];
    work_.functions[k] = {Dual(f.value, s.value), Dual(f.rate, s.rate),
                          Dual(f.acceleration, s.acceleration)};
  }
  prepare_equations<Dual>(model_, forces_, at_q_, at_v_, work_, [&](Workspace<Dual>& /*w*/) {
    add_custom();
    add_held();
  });
  // r = M a - Q, without M (P3)
  FeltSizes<Dual> sizes;
  missing_on_bodies<Dual>(model_, work_.position, work_.inertia, work_.loads, qdd_, moved_, left_,
                          sizes);
  carry_to_joints<Dual>(model_, work_.position, work_.loads, left_, residual_);
  for (Dual& r : residual_) r = -r;
  add_loops();
}

// Loads of the world seen from groups that move.
void EquationSlopes::add_held() {
  for (std::size_t i = 0; i < held_.size(); ++i) {
    const Transform<Dual>& group = work_.position.group[size_of(model_.links[i].group)];
    const Vec3<Dual> force = with_slope(held_[i].lin, {}),
                     moment = with_slope(held_[i].ang, {}) - cross(group.p, force);
    work_.loads.body[i].lin += transpose_times(group.r, force);
    work_.loads.body[i].ang += transpose_times(group.r, moment);
  }
}

Motion<double> EquationSlopes::body_velocity(std::size_t body) const {
  const Transform<Dual>& group = work_.position.group[size_of(model_.links[body].group)];
  const Motion<Dual>& v = work_.velocity.v[body];
  const Vec3<Dual> ang = group.r * v.ang, lin = group.r * v.lin - cross(ang, group.p);
  const auto slope = [](const Vec3<Dual>& a) {
    return Vec3<double>{a.x.slope(), a.y.slope(), a.z.slope()};
  };
  return {slope(lin), slope(ang)};
}

// Phi^T lambda, Phi_q v + Phi_t and Phi_q a - gamma. (E1)
void EquationSlopes::add_loops() {
  loop_rate<Dual>(model_, work_.loops, at_v_, rate_);
  loop_rate<Dual>(model_, work_.loops, qdd_, excess_);
  for (std::size_t r = 0; r < excess_.size(); ++r)
    excess_[r] -= work_.loops.drift[r] + work_.gamma[r];
  for (const LoopData<Dual>& loop : model_.loops) {
    auto entry = size_of(loop.values_at);
    for (const int column : loop.columns) {
      for (int r = 0; r < loop.row_count; ++r)
        residual_[size_of(column)] +=
            work_.loops.phi[entry++] * lambda_[size_of(loop.first_row + r)];
    }
  }
}

// Loads of forces written in C++, a step along the direction, about group origins.
void EquationSlopes::custom_loads(double step, std::vector<Force<double>>& out) {
  const Model<double>& model = mechanism_.model;
  std::vector<double> q(q_.size()), v(v_), dq(dq_);
  for (std::size_t k = 0; k < v.size(); ++k) {
    v[k] += step * dv_[k];
    dq[k] *= step;
  }
  advance<double>(model, q_, dq, q);
  PositionStage<double> position(model);
  VelocityStage<double> velocity(model);
  place_bodies<double>(model, q, position);
  move_bodies<double>(model, v, position, velocity);
  std::fill(out.begin(), out.end(), Force<double>{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}});
  const ForceScene scene(model, mechanism_.placement, t_, position, velocity);
  ForceSink sink(model, mechanism_.placement, position, velocity, out);
  for (const auto& force : mechanism_.custom) force->apply(scene, sink);
}

void EquationSlopes::add_custom() {
  if (mechanism_.custom.empty()) return;
  double size = 0.0;
  for (std::size_t k = 0; k < v_.size(); ++k)
    size = std::max({size, std::fabs(dq_[k]), std::fabs(dv_[k])});
  custom_loads(0.0, custom_value_);
  std::fill(custom_slope_.begin(), custom_slope_.end(),
            Force<double>{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}});
  if (size > 0.0) {
    const double h = 1e-4 / size;
    constexpr std::array<std::array<double, 2>, 4> terms{
        {{1.0, 8.0}, {-1.0, -8.0}, {2.0, -1.0}, {-2.0, 1.0}}};
    for (const auto& [at, factor] : terms) {
      custom_loads(at * h, custom_one_);
      add_multiple(custom_slope_, factor / (12.0 * h), custom_one_);
    }
  }
  for (std::size_t i = 0; i < custom_value_.size(); ++i) {
    work_.loads.body[i].lin += with_slope(custom_value_[i].lin, custom_slope_[i].lin);
    work_.loads.body[i].ang += with_slope(custom_value_[i].ang, custom_slope_[i].ang);
  }
}

}  // namespace treadle
