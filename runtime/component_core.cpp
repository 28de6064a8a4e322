#include "component_core.hpp"

#include "../src/base/at.hpp"
#include "../src/kinematics/advance.hpp"
#include "../src/kinematics/frame_motion.hpp"
#include "../src/solve/registry.hpp"

#include <Eigen/LU>

#include <algorithm>

namespace treadle {

namespace {

std::unique_ptr<SaddleSolver<double>> solver_of(const Mechanism& mechanism) {
  auto solver = make_solver<double>("topology", *mechanism.model.pattern);
  solver->leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
  return solver;
}

std::vector<ComponentCore::Told> told_of(const Functions& functions,
                                         const std::vector<InsideNumber>& inputs) {
  std::vector<ComponentCore::Told> told;
  for (const InsideNumber& number : inputs)
    told.push_back({at(functions.find_input(number.inside)), {number.start, 0.0, 0.0}});
  return told;
}

std::vector<std::string> watched_by(const Description& description) {
  std::vector<std::string> names;
  for (const EventItem& event : description.events) names.push_back(event.when);
  return names;
}

std::vector<std::string> names_of(const std::vector<InsideNumber>& numbers) {
  std::vector<std::string> names;
  for (const InsideNumber& number : numbers) names.push_back(number.inside);
  return names;
}

bool is_driven(const Model<double>& model) {
  return std::any_of(model.loops.begin(), model.loops.end(),
                     [](const LoopData<double>& loop) { return loop.function >= 0; });
}

}  // namespace

ComponentCore::ComponentCore(const ComponentContent& content)
    : mechanism_(build_mechanism(content.model)),
      border_(content.border),
      nq_(at(mechanism_.model.nq())),
      nv_(at(mechanism_.model.nv())),
      owned_(mechanism_.functions.states().size()),
      rows_(at(mechanism_.model.rows())),
      length_(length_scale(mechanism_.model)),
      driven_(is_driven(mechanism_.model)),
      solver_(solver_of(mechanism_)),
      w_(mechanism_.model, mechanism_.functions.size()),
      stage_(mechanism_.model),
      unit_(mechanism_.model),
      inputs_(mechanism_.functions.start()),
      told_(told_of(mechanism_.functions, content.inputs)),
      control_(mechanism_.control.empty()
                   ? nullptr
                   : std::make_unique<ControlLoop>(mechanism_.control, mechanism_.functions,
                                                   mechanism_.control_scene())),
      pace_(control_.get()),
      heights_(mechanism_, watched_by(mechanism_.description)),
      last_step_(mechanism_, mechanism_.control.last),
      shown_(mechanism_, names_of(content.outputs)),
      needs_motion_(heights_.needs_motion() || last_step_.needs_motion() || shown_.needs_motion()),
      loads_(mechanism_.model),
      moved_(mechanism_.model.links.size()),
      jacobian_(6 * border_.size() * nv_),
      responses_(jacobian_.size()),
      multipliers_(6 * border_.size() * rows_),
      nothing_(rows_),
      state_(nq_ + nv_ + owned_),
      qdd_(nv_),
      lambda_(rows_),
      alone_(6 * border_.size()),
      d_(alone_.size() * alone_.size()),
      tau_(alone_.size()),
      way_(nv_),
      place_(nq_) {
  for (const PublishedBody& one : border_) {
    placed_.push_back(mechanism_.placement.find(one.body));
    if (!placed_.back().body.valid())
      throw ModelError("border", "body '" + one.name + "' is fixed to the ground");
  }
}

void ComponentCore::start(std::span<double> state) const {
  std::copy(mechanism_.start.q.begin(), mechanism_.start.q.end(), state.begin());
  std::copy(mechanism_.start.v.begin(), mechanism_.start.v.end(),
            state.begin() + static_cast<std::ptrdiff_t>(nq_));
  const std::vector<double> own = mechanism_.functions.start_states();
  std::copy(own.begin(), own.end(), state.begin() + static_cast<std::ptrdiff_t>(nq_ + nv_));
}

ComponentCore::~ComponentCore() = default;

ControlPoint ComponentCore::point(double t, std::span<const double> state) const {
  return {t, q(state), v(state), state.subspan(nq_ + nv_, owned_), inputs_};
}

void ComponentCore::tell_time(double t, std::span<const double> state) {
  for (const Told& told : told_)
    inputs_[told.input] = {told.value[0], told.value[1], told.value[2], t};
  if (control_) {
    control_->look(point(t, state));
    const std::vector<ControlBlock>& blocks = mechanism_.control.blocks;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const FunctionValue<double>& y = control_->outputs()[b];
      inputs_[blocks[b].input] = {y.value, y.rate, y.acceleration, t};
    }
  }
  mechanism_.functions.evaluate(t, inputs_, state.subspan(nq_ + nv_, owned_), w_.functions);
  mechanism_.functions.look_ahead(ahead_, w_.functions);
}

FrameMotion ComponentCore::look(std::size_t b, Depth depth) const {
  const int body = static_cast<int>(placed_[b].body.index());
  return motion_in_world({w_.position, w_.velocity, moved_}, mechanism_.model.links[at(body)].group,
                         body, placed_[b].frame, depth);
}

void ComponentCore::borders(std::span<const double> state, std::span<double> poses,
                            std::span<double> velocities) {
  place_bodies<double>(mechanism_.model, q(state), w_.position);
  move_bodies<double>(mechanism_.model, v(state), w_.position, w_.velocity);
  for (std::size_t b = 0; b < placed_.size(); ++b) {
    const FrameMotion m = look(b, Depth::velocity);
    const std::array<double, 4> turn = to_quaternion(m.x.r);
    const double pose[7]{m.x.p.x, m.x.p.y, m.x.p.z, turn[0], turn[1], turn[2], turn[3]};
    const double velocity[6]{m.v.x, m.v.y, m.v.z, m.w.x, m.w.y, m.w.z};
    std::copy_n(pose, 7, poses.begin() + static_cast<std::ptrdiff_t>(7 * b));
    std::copy_n(velocity, 6, velocities.begin() + static_cast<std::ptrdiff_t>(6 * b));
  }
}

// Rows of J: what a unit force on a body of the border does along the coordinates.
void ComponentCore::find_rows() {
  const Model<double>& model = mechanism_.model;
  std::fill(unit_.joint.begin(), unit_.joint.end(), 0.0);
  std::fill(unit_.body.begin(), unit_.body.end(), Force<double>{{}, {}});
  for (std::size_t b = 0; b < placed_.size(); ++b) {
    const std::size_t body = placed_[b].body.index();
    const int group = model.links[body].group;
    const Mat3<double>& axes = w_.position.group[at(group)].r;
    const Vec3<double> p = place_on(w_.position, group, static_cast<int>(body), placed_[b].frame).p;
    for (std::size_t k = 0; k < 6; ++k) {
      const std::size_t axis = k % 3;
      const Vec3<double> e = transpose_times(
          axes, Vec3<double>{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0});
      unit_.body[body] = k < 3 ? Force<double>{e, cross(p, e)} : Force<double>{{}, e};
      generalized_forces<double>(model, w_.position, unit_, w_.carried,
                                 std::span(jacobian_).subspan((6 * b + k) * nv_, nv_));
    }
    unit_.body[body] = {{}, {}};
  }
}

// D = J M'^-1 J^T with M'^-1 the inverse on what the loops inside allow; r with no force outside.
// (H20)
Report ComponentCore::evaluate(double t, std::span<const double> state, std::span<double> d,
                               std::span<double> r) {
  const Model<double>& model = mechanism_.model;
  std::copy(state.begin(), state.end(), state_.begin());
  tell_time(t, state);
  assemble_equations<double>(model, mechanism_.forces, q(state), v(state), w_);
  const Report report = solver_->factor({w_.matrix.diagonal, w_.matrix.lower, w_.loops.phi});
  if (!report.ok()) return report;
  solver_->solve(w_.q_force, w_.gamma, w_.qdd, w_.lambda);
  const auto met = [&](double rounding) {
    return loops_are_met<double>(model, length_, v(state), w_.qdd, w_, rounding);
  };
  if (!met(0.0) && !met(rounding_at_rest(model, length_, w_)))
    return {Trouble::unproved, -1, 0.0, 0};
  accelerate_bodies<double>(model, w_.qdd, w_.position, w_.velocity, moved_);
  for (std::size_t b = 0; b < placed_.size(); ++b) {
    const FrameMotion m = look(b, Depth::acceleration);
    const double a[6]{m.a.x, m.a.y, m.a.z, m.alpha.x, m.alpha.y, m.alpha.z};
    std::copy_n(a, 6, alone_.begin() + static_cast<std::ptrdiff_t>(6 * b));
  }
  std::copy(alone_.begin(), alone_.end(), r.begin());
  find_rows();
  const std::size_t n = alone_.size();
  for (std::size_t k = 0; k < n; ++k)
    solver_->solve(std::span(jacobian_).subspan(k * nv_, nv_), nothing_, response(k),
                   std::span(multipliers_).subspan(k * rows_, rows_));
  const auto product = [&](std::size_t i, std::size_t k) {
    double sum = 0.0;
    for (std::size_t c = 0; c < nv_; ++c) sum += jacobian_[i * nv_ + c] * responses_[k * nv_ + c];
    return sum;
  };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k <= i; ++k) {
      const double both = 0.5 * (product(i, k) + product(k, i));
      d[i * (i + 1) / 2 + k] = d_[i * n + k] = d_[k * n + i] = both;
    }
  }
  return {};
}

void ComponentCore::take(std::span<const double> tau) {
  std::copy(tau.begin(), tau.end(), tau_.begin());
  qdd_ = w_.qdd;
  lambda_ = w_.lambda;
  for (std::size_t k = 0; k < tau_.size(); ++k) {
    for (std::size_t c = 0; c < nv_; ++c) qdd_[c] += tau_[k] * responses_[k * nv_ + c];
    for (std::size_t c = 0; c < rows_; ++c) lambda_[c] += tau_[k] * multipliers_[k * rows_ + c];
  }
  if (needs_motion_) load_border();
}

void ComponentCore::accelerations(std::span<double> a) const {
  const std::size_t n = alone_.size();
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = alone_[i];
    for (std::size_t k = 0; k < n; ++k) a[i] += d_[i * n + k] * tau_[k];
  }
}

void ComponentCore::rate(std::span<double> rates) const {
  plain_rate<double>(mechanism_.model, q(state_), v(state_), rates.first(nq_));
  std::copy(qdd_.begin(), qdd_.end(), rates.begin() + static_cast<std::ptrdiff_t>(nq_));
  const std::vector<std::size_t>& owned = mechanism_.functions.states();
  for (std::size_t k = 0; k < owned_; ++k) rates[nq_ + nv_ + k] = w_.rates[owned[k]];
  if (control_)
    control_->rates(std::span<const double>(state_).subspan(nq_ + nv_, owned_),
                    rates.subspan(nq_ + nv_, owned_));
}

// Drivers work by their multipliers. (F9)
double ComponentCore::power() const {
  double sum = w_.power;
  for (std::size_t r = 0; r < rows_ && driven_; ++r) sum += lambda_[r] * w_.loops.drift[r];
  return sum;
}

Report ComponentCore::project(double t, std::span<double> state) {
  normalize_quaternions(mechanism_.model, state.first(nq_));
  if (rows_ == 0) return {};
  tell_time(t, state);
  FactoredSteps<double> steps(mechanism_.model, *solver_);
  return project_closest<double>(mechanism_.model, steps, length_, w_.functions, stage_,
                                 state.first(nq_), state.subspan(nq_, nv_));
}

void ComponentCore::move(std::span<const double> tau, bool velocities, std::span<double> state) {
  std::fill(way_.begin(), way_.end(), 0.0);
  for (std::size_t k = 0; k < tau.size(); ++k)
    for (std::size_t c = 0; c < nv_; ++c) way_[c] += tau[k] * responses_[k * nv_ + c];
  if (velocities) {
    for (std::size_t c = 0; c < nv_; ++c) state[nq_ + c] += way_[c];
    return;
  }
  advance<double>(mechanism_.model, q(state), way_, place_);
  std::copy(place_.begin(), place_.end(), state.begin());
}

// (H25)
void ComponentCore::drift(std::span<const double> from, double h, std::span<double> state) {
  for (std::size_t c = 0; c < nv_; ++c) way_[c] = h * state[nq_ + c];
  advance<double>(mechanism_.model, q(from), way_, place_);
  std::copy(place_.begin(), place_.end(), state.begin());
}

// Bodies that are handed in are roots with six rates, of which their velocities are linear. (H22)
void ComponentCore::ride(std::span<const double> velocities, std::span<double> state) {
  using Six = Eigen::Matrix<double, 6, 1>;
  std::vector<double> one(state.size()), poses(7 * border_.size()), moving(6 * border_.size());
  for (std::size_t b = 0; b < border_.size(); ++b) {
    const Link<double>& link = mechanism_.model.links[placed_[b].body.index()];
    if (!border_[b].is_port || link.parent >= 0 || link.nv != 6) continue;
    Eigen::Matrix<double, 6, 6> columns;
    for (Eigen::Index k = 0; k < 6; ++k) {
      std::copy(state.begin(), state.end(), one.begin());
      std::fill_n(one.begin() + static_cast<std::ptrdiff_t>(nq_), nv_, 0.0);
      one[nq_ + at(link.v_at) + static_cast<std::size_t>(k)] = 1.0;
      borders(one, poses, moving);
      columns.col(k) = Six::Map(moving.data() + 6 * b);
    }
    Six::Map(state.data() + nq_ + at(link.v_at)) =
        columns.partialPivLu().solve(Six::Map(velocities.data() + 6 * b));
  }
}

void ComponentCore::energy(double t, std::span<const double> state, std::span<double, 2> out) {
  const Model<double>& model = mechanism_.model;
  stand(t, state);
  body_inertias<double>(model, w_.position, w_.inertia);
  out[0] = kinetic_energy<double>(model, w_.inertia, w_.velocity);
  out[1] = weight_energy<double>(model, w_.position, w_.inertia) +
           force_energy<double>(mechanism_.forces, state_of<double>(q(state), v(state), w_)).stored;
}

}  // namespace treadle
