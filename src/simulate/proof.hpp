// Accelerations look at themselves before anybody uses them: all equations of the loops at every
// evaluation, the balance of forces where factors of the same place are at hand
// (docs/theory/proof.md).
#pragma once

#include "../constraints/closest.hpp"
#include "../kinematics/loop_misfit.hpp"
#include "step.hpp"

#include <span>
#include <vector>

namespace treadle {

/// Accelerations that loads in the workspace would give bodies and joints by themselves, the
/// largest: at rest what remains of them in the balance is rounding in parts of this.
double size_of_loads(const Model<double>& m, const Workspace<double>& w);

/// Whether v and qdd, as joints have them, fulfil all equations of the loops in the workspace, but
/// for `rounding`. (P1)
template <Real S>
bool loops_are_met(const Model<S>& m, double length, std::span<const S> v, std::span<const S> qdd,
                   Workspace<S>& w, double rounding = 0.0) {
  if (m.loops.empty()) return true;
  const auto along = [&](std::span<const S> x, std::size_t place) -> std::span<const S> {
    if (m.turned.empty()) return x;
    const std::span<S> out = std::span<S>(w.turned).subspan(place * x.size(), x.size());
    std::copy(x.begin(), x.end(), out.begin());
    turn_all<S>(m, w.position, out);
    return out;
  };
  qdd = along(qdd, 0);
  if (loops_are_exact<S>(m, w.loops, w.gamma, qdd, length)) return true;
  const S excess = loop_excess<S>(m, w.loops, w.gamma, qdd);
  const S allowed = allowed_excess<S>(m, w.loops, w.gamma, along(v, 1), qdd, length);
  return holds(excess < allowed + S(rounding));
}

/// The balance of forces along the freedoms. (P3) (P4)
class BalanceProof {
 public:
  explicit BalanceProof(const Model<double>& model);

  /// `w`: of an evaluation that has left bodies' inertias and loads there, along `m`. `solver`:
  /// with factors of `projection`, where the state was projected to. The coordinate that is off
  /// most is in the report.
  Report look(const Model<double>& m, std::span<const double> qdd, SaddleSolver<double>& solver,
              const ProjectionStage<double>& projection, Workspace<double>& w);
  /// The same without loops: nothing may be left.
  Report look(const Model<double>& m, std::span<const double> qdd, Workspace<double>& w);

 private:
  void find_missing(const Model<double>& m, std::span<const double> qdd, Workspace<double>& w);

  std::vector<Motion<double>> moved_;
  std::vector<double> along_, missing_, off_, zero_, lambda_;
};

}  // namespace treadle
