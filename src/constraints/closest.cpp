#include "closest.hpp"

#include "../kinematics/advance.hpp"
#include "../scalar/instantiate.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr int most_projections = 12;
constexpr double position_tolerance = 1e-13;  // of the mechanism's length, as rounding allows
constexpr double velocity_tolerance = 1e-13;

template <Decidable S>
SaddleMatrix<S> matrix_of(const ProjectionStage<S>& w) {
  return {w.matrix.diagonal, w.matrix.lower, w.loops.phi};
}

}  // namespace

template <Decidable S>
ProjectionStage<S>::ProjectionStage(const Model<S>& model)
    : position(model),
      loops(model),
      inertia(model),
      matrix(model.rows() > 0 ? InertiaMatrix<S>(model) : InertiaMatrix<S>()),
      zero(static_cast<std::size_t>(model.nv()), S(0.0)),
      right(static_cast<std::size_t>(model.rows())),
      step(static_cast<std::size_t>(model.nv())),
      lambda(static_cast<std::size_t>(model.rows())),
      moved(static_cast<std::size_t>(model.nq())) {}

template <Decidable S>
Report project_closest(const Model<S>& model, SaddleSolver<S>& solver, double length,
                       std::span<const FunctionValue<S>> functions, ProjectionStage<S>& w,
                       std::span<S> q, std::span<S> v, double unmet) {
  Report report;
  place_bodies<S>(model, q, w.position);
  close_loops<S>(model, q, functions, w.position, w.loops);
  body_inertias<S>(model, w.position, w.inertia);
  composite_inertia<S>(model, w.position, w.inertia, w.matrix);
  report = solver.factor(matrix_of(w));
  if (!report.ok()) return report;

  // positions: simplified Newton in tangent space, with the factors of the first point (C1)
  double residual = largest<S>(w.loops.residual);
  for (int it = 0; residual > position_tolerance * length; ++it) {
    if (it == most_projections || !std::isfinite(residual)) {
      // what rounding leaves after a good start is no failure
      if (residual <= 1e-9 * length) break;
      report.trouble = Trouble::not_converged;
      report.value = residual;
      for (std::size_t r = 0; r < w.loops.residual.size(); ++r) {
        if (!(std::fabs(value(w.loops.residual[r])) < residual)) report.index = static_cast<int>(r);
      }
      return report;
    }
    for (std::size_t r = 0; r < w.right.size(); ++r) w.right[r] = -w.loops.residual[r];
    solver.solve(w.zero, w.right, w.step, w.lambda);
    advance<S>(model, q, w.step, w.moved);
    std::copy(w.moved.begin(), w.moved.end(), q.begin());
    place_bodies<S>(model, q, w.position);
    close_loops<S>(model, q, functions, w.position, w.loops);
    const double before = residual;
    residual = largest<S>(w.loops.residual);
    if (residual > 0.5 * before && residual <= 1e-10 * length) break;  // rounding is reached
    if (residual > 0.3 * before) {                                     // the factors are too old
      body_inertias<S>(model, w.position, w.inertia);
      composite_inertia<S>(model, w.position, w.inertia, w.matrix);
      report = solver.factor(matrix_of(w));
      if (!report.ok()) return report;
    }
  }

  // what was left out as dependent must be met as well, or something was left out that is not
  const auto missed = [&](double most, std::span<const S> rows) {
    report.trouble = Trouble::not_converged;
    report.value = most;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (!(std::fabs(value(rows[r])) < most)) report.index = static_cast<int>(r);
    }
    return report;
  };
  if (residual > unmet * length) return missed(residual, w.loops.residual);

  // velocities: v - M^-1 Phi^T (Phi M^-1 Phi^T)^-1 Phi v, repeated for the age of the factors (C2).
  // Once in any case: a gap that is passed over in one step and met in the next would be a jump
  for (int it = 0; it < 3; ++it) {
    loop_rate<S>(model, w.loops, v, w.right);
    const double rate = largest<S>(w.right), speed = largest<S>(v);
    if (it > 0 && rate <= velocity_tolerance * (speed * length + speed)) break;
    for (S& r : w.right) r = -r;
    solver.solve(w.zero, w.right, w.step, w.lambda);
    for (std::size_t k = 0; k < w.step.size(); ++k) v[k] += w.step[k];
  }
  loop_rate<S>(model, w.loops, v, w.right);
  const double rate = largest<S>(w.right), speed = largest<S>(v);
  if (rate > unmet * (speed * length + speed)) return missed(rate, w.right);
  return report;
}

template <Decidable S>
Violation violation(const Model<S>& model, std::span<const FunctionValue<S>> functions,
                    ProjectionStage<S>& w, std::span<const S> q, std::span<const S> v) {
  place_bodies<S>(model, q, w.position);
  close_loops<S>(model, q, functions, w.position, w.loops);
  loop_rate<S>(model, w.loops, v, w.right);
  return {largest<S>(w.loops.residual), largest<S>(w.right)};
}

double length_scale(const Model<double>& model) {
  double most = 1e-3;
  for (const auto& link : model.links) {
    if (link.parent >= 0) most = std::max(most, norm(link.joint_frame.p));
    most = std::max(most, norm(link.center));
  }
  for (const auto& loop : model.loops) {
    if (loop.from.body >= 0) most = std::max(most, norm(loop.from.frame.p));
    if (loop.to.body >= 0) most = std::max(most, norm(loop.to.frame.p));
  }
  return most;
}

#define TREADLE_INSTANTIATE(S)                                                               \
  template struct ProjectionStage<S>;                                                        \
  template Report project_closest<S>(const Model<S>&, SaddleSolver<S>&, double,              \
                                     std::span<const FunctionValue<S>>, ProjectionStage<S>&, \
                                     std::span<S>, std::span<S>, double);                    \
  template Violation violation<S>(const Model<S>&, std::span<const FunctionValue<S>>,        \
                                  ProjectionStage<S>&, std::span<const S>, std::span<const S>);
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
