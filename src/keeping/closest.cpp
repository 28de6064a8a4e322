#include "closest.hpp"

#include "../kinematics/advance.hpp"
#include "../scalar/instantiate.hpp"
#include "kinds_of_units.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace treadle {

namespace {

constexpr int most_projections = 12;
constexpr double position_tolerance = 1e-13;  // as rounding allows, in plain numbers
constexpr double velocity_tolerance = 1e-13;
constexpr double too_slow = 0.1;  // what a step may leave of a gap before all is prepared anew

template <Decidable S>
Report factor_here(const Model<S>& model, SaddleSolver<S>& solver, ProjectionStage<S>& w) {
  body_inertias<S>(model, w.position, w.inertia);
  composite_inertia<S>(model, w.position, w.inertia, w.matrix);
  return solver.factor({w.matrix.diagonal, w.matrix.lower, w.loops.phi});
}

}  // namespace

template <Decidable S>
ProjectionStage<S>::ProjectionStage(const Model<S>& model)
    : position(model),
      loops(model),
      inertia(model),
      matrix(model.rows() > 0 && model.nv() <= largest_ready_matrix ? InertiaMatrix<S>(model)
                                                                    : InertiaMatrix<S>()),
      zero(static_cast<std::size_t>(model.nv()), S(0.0)),
      right(static_cast<std::size_t>(model.rows())),
      step(static_cast<std::size_t>(model.nv())),
      lambda(static_cast<std::size_t>(model.rows())),
      moved(static_cast<std::size_t>(model.nq())),
      row_lengths(lengths_among_rows(model)),
      v_lengths(lengths_among_velocities(model)) {}

template <Decidable S>
Report factor_at(const Model<S>& model, SaddleSolver<S>& solver,
                 std::span<const FunctionValue<S>> functions, std::span<const S> q,
                 ProjectionStage<S>& w) {
  place_bodies<S>(model, q, w.position);
  close_loops<S>(model, q, functions, w.position, w.loops);
  return factor_here(model, solver, w);
}

template <Decidable S>
Report FactoredSteps<S>::prepare(ProjectionStage<S>& w) {
  return factor_here(model_, solver_, w);
}

template <Decidable S>
Report FactoredSteps<S>::solve(ProjectionStage<S>& w) {
  solver_.solve(w.zero, w.right, w.step, w.lambda);
  return {};
}

template <Decidable S>
Report RecursiveSteps<S>::prepare(ProjectionStage<S>& w) {
  body_inertias<S>(model_, w.position, w.inertia);
  factored_ = false;
  return {};
}

template <Decidable S>
Report RecursiveSteps<S>::solve(ProjectionStage<S>& w) {
  const typename Recursion<S>::State state{model_,      w.position, w.inertia,     nullptr,
                                           w.loops.phi, w.right,    w.loops.wrench};
  if (!std::exchange(factored_, true) || recursion_.carries())
    return recursion_.solve(state, w.step, {});
  recursion_.solve_again(state, w.step);
  return {};
}

template <Decidable S>
Report project_closest(const Model<S>& model, LoopSteps<S>& steps, double length,
                       std::span<const FunctionValue<S>> functions, ProjectionStage<S>& w,
                       std::span<S> q, std::span<S> v, double unmet) {
  Report report;
  const auto place = [&] {
    place_bodies<S>(model, q, w.position);
    close_loops<S>(model, q, functions, w.position, w.loops, w.crew);
  };
  place();
  bool prepared = false;
  // -w.right turned into a step
  const auto find_step = [&] {
    if (!prepared) report = steps.prepare(w);
    prepared = true;
    for (S& r : w.right) r = -r;
    if (report.ok()) report = steps.solve(w);
    return report.ok();
  };

  // positions: simplified Newton in tangent space, prepared once if that serves (C1)
  const auto open = [&] { return largest_plain<S>(w.loops.residual, w.row_lengths, length); };
  const auto missed = [&](std::span<const S> rows) {
    report.trouble = Trouble::not_converged;
    report.value = largest<S>(rows);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (!(std::fabs(value(rows[r])) < report.value)) report.index = static_cast<int>(r);
    }
    return report;
  };
  double residual = open();
  for (int it = 0; residual > position_tolerance; ++it) {
    if (it == most_projections || !std::isfinite(residual)) {
      // what rounding leaves after a good start is no failure
      if (residual <= 1e-9) break;
      return missed(w.loops.residual);
    }
    std::copy(w.loops.residual.begin(), w.loops.residual.end(), w.right.begin());
    if (!find_step()) return report;
    advance<S>(model, q, w.step, w.moved);
    std::copy(w.moved.begin(), w.moved.end(), q.begin());
    place();
    const double before = residual;
    residual = open();
    if (residual > 0.5 * before && residual <= 1e-10) break;  // rounding is reached
    if (residual > too_slow * before) prepared = false;       // the place is another one
  }

  // what was left out as dependent must be met as well, or something was left out that is not
  if (residual > unmet) return missed(w.loops.residual);

  // velocities: v - M^-1 Phi^T (Phi M^-1 Phi^T)^-1 Phi v, repeated for the age of what was prepared
  // (C2). Once in any case: a gap that is passed over in one step and met in the next would be a
  // jump
  const auto opening = [&] { return largest_plain<S>(w.right, w.row_lengths, length); };
  const auto speed = [&] { return largest_plain<S>(v, w.v_lengths, length); };
  double before = 0.0;
  for (int it = 0; it < 3; ++it) {
    loop_rate<S>(model, w.loops, v, w.right);
    const double open_by = opening();
    if (it > 0 && open_by <= velocity_tolerance * speed()) break;
    if (it > 0 && open_by > too_slow * before) prepared = false;
    before = open_by;
    if (!find_step()) return report;
    for (std::size_t k = 0; k < w.step.size(); ++k) v[k] += w.step[k];
  }
  loop_rate<S>(model, w.loops, v, w.right);
  if (opening() > unmet * speed()) return missed(w.right);
  w.left = {largest<S>(w.loops.residual), largest<S>(w.right)};
  w.is_left_known = true;
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
  template class FactoredSteps<S>;                                                           \
  template class RecursiveSteps<S>;                                                          \
  template Report factor_at<S>(const Model<S>&, SaddleSolver<S>&,                            \
                               std::span<const FunctionValue<S>>, std::span<const S>,        \
                               ProjectionStage<S>&);                                         \
  template Report project_closest<S>(const Model<S>&, LoopSteps<S>&, double,                 \
                                     std::span<const FunctionValue<S>>, ProjectionStage<S>&, \
                                     std::span<S>, std::span<S>, double);                    \
  template Violation violation<S>(const Model<S>&, std::span<const FunctionValue<S>>,        \
                                  ProjectionStage<S>&, std::span<const S>, std::span<const S>);
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
