// The pipeline on one page: from a state to accelerations and multipliers, stage by stage. Nothing
// else in the engine decides the order of work.
#pragma once

#include "../base/crew.hpp"
#include "../dynamics/energy.hpp"
#include "../dynamics/equations.hpp"
#include "../dynamics/recursion.hpp"
#include "../forces/forces.hpp"
#include "../kinematics/group_axes.hpp"
#include "../kinematics/loops.hpp"
#include "../solve/saddle.hpp"
#include "evaluator.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace treadle {

/// One scratch struct for each stage, allocated once.
template <Real S>
struct Workspace {
  PositionStage<S> position;
  VelocityStage<S> velocity;
  InertiaStage<S> inertia;
  InertiaMatrix<S> matrix;
  LoopStage<S> loops;
  Loads<S> loads;
  std::vector<Force<S>> carried;            ///< scratch of generalized_forces    (bodies)
  std::vector<S> q_force, gamma;            ///< right-hand sides Q and gamma      (nv, rows)
  std::vector<S> qdd, lambda;               ///< what the solver found             (nv, rows)
  std::vector<S> turned;                    ///< scratch of proofs, for ball joints (2 nv or none)
  std::vector<FunctionValue<S>> functions;  ///< values of the functions of time, set by the caller
  std::vector<S> rates;        ///< of states of forces, at the places of their functions
  S power{};                   ///< of the forces of the description that do not keep their energy
  const Team* team = nullptr;  ///< that shares the work; nullptr: one thread does it

  [[nodiscard]] Crew* crew() const { return team != nullptr ? team->crew : nullptr; }

  /// `with_matrix`: room for M, which grows with the square of a chain's length.
  explicit Workspace(const Model<S>& model, std::size_t function_count = 0, bool with_matrix = true)
      : position(model),
        velocity(model),
        inertia(model),
        matrix(with_matrix ? InertiaMatrix<S>(model) : InertiaMatrix<S>()),
        loops(model),
        loads(model),
        carried(model.links.size()),
        q_force(static_cast<std::size_t>(model.nv())),
        gamma(static_cast<std::size_t>(model.rows())),
        qdd(static_cast<std::size_t>(model.nv())),
        lambda(static_cast<std::size_t>(model.rows())),
        turned(model.turned.empty() ? 0 : 2 * static_cast<std::size_t>(model.nv())),
        functions(function_count),
        rates(function_count) {}
};

/// What forces see of a workspace.
template <Real S>
ForceState<S> state_of(std::span<const S> q, std::span<const S> v, const Workspace<S>& w) {
  return {q, v, w.functions, w.position, w.velocity};
}

/// More forces than a description can say, added before Q is summed up; none by default.
template <Real S>
struct NoMore {
  void operator()(Workspace<S>& /*w*/) const {}
};

/// Bodies that take one stage after the other together, so that a long chain is not fetched from
/// memory for each of them.
inline constexpr std::size_t bodies_in_cache = 64;

/// Poses and motions of some bodies; groups and those before them are in place.
template <Real S>
void stand_bodies(const Model<S>& m, std::span<const S> q, std::span<const S> v, Workspace<S>& w,
                  BodyRange range) {
  place_bodies<S>(m, q, w.position, range);             // q       -> x, B
  move_bodies<S>(m, v, w.position, w.velocity, range);  // q, v    -> v, c
}

/// Inertias and what motions leave on some bodies, whose poses and motions are known.
template <Real S>
void weigh_bodies(const Model<S>& m, Workspace<S>& w, BodyRange range) {
  body_inertias<S>(m, w.position, w.inertia, range);                     // x       -> body inertias
  start_loads<S>(m, w.position, w.velocity, w.inertia, w.loads, range);  // all -> loads
}

/// Both.
template <Real S>
void prepare_bodies(const Model<S>& m, std::span<const S> q, std::span<const S> v, Workspace<S>& w,
                    BodyRange range) {
  stand_bodies<S>(m, q, v, w, range);
  weigh_bodies<S>(m, w, range);
}

/// f(range) for some bodies, those together that fit into the cache.
template <class F>
void by_ranges(std::size_t first, std::size_t last, const F& f) {
  for (std::size_t i = first; i < last; i += bodies_in_cache)
    f(BodyRange{i, std::min(last, i + bodies_in_cache)});
}

/// What loops and forces ask of bodies whose motion is known.
template <Real S, class More = NoMore<S>>
void prepare_loads(const Model<S>& m, const Forces<S>& f, std::span<const S> q,
                   std::span<const S> v, Workspace<S>& w, const More& more = {}) {
  share_pieces(w.crew(), static_cast<int>(m.loops.size()), [&](int k) {
    const auto c = static_cast<std::size_t>(k);
    close_loop<S>(m, q, w.functions, w.position, c, w.loops);                   // x, B    -> Phi
    loop_bias<S>(m, w.functions, w.position, w.loops, w.velocity, c, w.gamma);  // x, v, c -> gamma
  });
  const ForceSums<S> sums{w.loads.body, w.loads.joint, w.rates};
  w.power = apply_forces<S>(f, state_of(q, v, w), sums);  // x, v -> loads
  more(w);                                                // more -> loads
  load_followers<S>(m, w.position, w.loads.body, w.loads.joint);
  turn_all<S>(m, w.position, w.loads.joint);
}

/// All that the equations are made of, but neither M nor Q.
template <Real S, class More = NoMore<S>>
void prepare_equations(const Model<S>& m, const Forces<S>& f, std::span<const S> q,
                       std::span<const S> v, Workspace<S>& w, const More& more = {}) {
  place_groups<S>(m, q, w.position);
  const auto prepare = [&](std::size_t first, std::size_t last) {
    by_ranges(first, last, [&](const BodyRange& some) { prepare_bodies<S>(m, q, v, w, some); });
  };
  const std::size_t n = m.links.size();
  if (w.team != nullptr && w.team->bodies.count() > 0) {
    const Shares& bodies = w.team->bodies;
    for (const int i : bodies.trunk)
      prepare(static_cast<std::size_t>(i), static_cast<std::size_t>(i) + 1);
    share(w.team->crew, bodies.count(), [&](int s) {
      for (const auto& [first, last] : bodies.nodes[static_cast<std::size_t>(s)])
        prepare(static_cast<std::size_t>(first), static_cast<std::size_t>(last));
    });
  } else if (w.crew() != nullptr) {
    by_ranges(0, n, [&](const BodyRange& some) { stand_bodies<S>(m, q, v, w, some); });
    share_ranges(w.crew(), static_cast<int>(n), [&](int /*piece*/, int first, int last) {
      weigh_bodies<S>(m, w, {static_cast<std::size_t>(first), static_cast<std::size_t>(last)});
    });
  } else {
    prepare(0, n);
  }
  prepare_loads<S>(m, f, q, v, w, more);
}

/// Fills M, Phi, Q and gamma.
template <Real S, class More = NoMore<S>>
void assemble_equations(const Model<S>& m, const Forces<S>& f, std::span<const S> q,
                        std::span<const S> v, Workspace<S>& w, const More& more = {}) {
  prepare_equations<S>(m, f, q, v, w, more);
  composite_inertia<S>(m, w.position, w.inertia, w.matrix);             // B, K    -> M
  generalized_forces<S>(m, w.position, w.loads, w.carried, w.q_force);  // B, loads -> Q
}

/// Adds the feedback to gamma.
template <Real S>
void stabilize(const Model<S>& m, const Stabilization& feedback, std::span<const S> v,
               Workspace<S>& w) {
  if (feedback.alpha == 0.0 && feedback.beta == 0.0) return;
  std::copy(v.begin(), v.end(), w.qdd.begin());
  turn_all<S>(m, w.position, w.qdd);
  loop_rate<S>(m, w.loops, w.qdd, w.lambda);
  for (std::size_t r = 0; r < w.gamma.size(); ++r) {
    w.gamma[r] -= S(2.0 * feedback.alpha) * w.lambda[r] +
                  S(feedback.beta * feedback.beta) * w.loops.residual[r];
  }
}

/// Accelerations without M; multipliers on request.
template <Real S, class More = NoMore<S>>
Report evaluate_by_recursion(const Model<S>& m, const Forces<S>& f, Recursion<S>& recursion,
                             const Stabilization& feedback, std::span<const S> q,
                             std::span<const S> v, bool multipliers, Workspace<S>& w,
                             const More& more = {}) {
  prepare_equations<S>(m, f, q, v, w, more);
  stabilize<S>(m, feedback, v, w);
  const Report report =
      recursion.solve({m, w.position, w.inertia, &w.loads, w.loops.phi, w.gamma, w.loops.wrench},
                      w.qdd, multipliers ? std::span<S>(w.lambda) : std::span<S>());
  turn_back<S>(m, w.position, w.qdd);
  return report;
}

/// Accelerations and multipliers at a state.
template <Real S, class More = NoMore<S>>
Report evaluate(const Model<S>& m, const Forces<S>& f, SaddleSolver<S>& solver,
                const Stabilization& feedback, std::span<const S> q, std::span<const S> v,
                Workspace<S>& w, const More& more = {}) {
  assemble_equations<S>(m, f, q, v, w, more);
  stabilize<S>(m, feedback, v, w);
  const Report report =
      solver.factor({w.matrix.diagonal, w.matrix.lower, w.loops.phi});  // M, Phi -> factors
  if (!report.ok()) return report;
  solver.solve(w.q_force, w.gamma, w.qdd, w.lambda);  // Q, gamma -> qdd, lambda
  turn_back<S>(m, w.position, w.qdd);
  return report;
}

}  // namespace treadle
