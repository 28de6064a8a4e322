// Accelerations look at themselves before anybody uses them: all equations of the loops at every
// evaluation, the balance of forces at every accepted step (docs/theory/proof.md).
#pragma once

#include "../keeping/closest.hpp"
#include "../kinematics/loop_misfit.hpp"
#include "step.hpp"

#include <span>
#include <vector>

namespace treadle {

/// What rounding leaves of accelerations at rest, where forces balance each other: a small part of
/// what loads in the workspace would cause on bodies and joints by themselves.
double rounding_at_rest(const Model<double>& m, double length, const Workspace<double>& w);

/// Numbers of joints along the columns of B and Phi, in the first or second half of w.turned.
template <Real S>
std::span<const S> along_columns(const Model<S>& m, std::span<const S> x, std::size_t half,
                                 Workspace<S>& w) {
  if (m.turned.empty()) return x;
  const std::span<S> out = std::span<S>(w.turned).subspan(half * x.size(), x.size());
  std::copy(x.begin(), x.end(), out.begin());
  turn_all<S>(m, w.position, out);
  return out;
}

/// Whether v and qdd, as joints have them, fulfil all equations of the loops in the workspace, but
/// for `rounding`. (P1)
template <Real S>
bool loops_are_met(const Model<S>& m, double length, std::span<const S> v, std::span<const S> qdd,
                   Workspace<S>& w, double rounding = 0.0) {
  if (m.loops.empty()) return true;
  qdd = along_columns<S>(m, qdd, 0, w);
  if (loops_are_exact<S>(m, w.loops, w.gamma, qdd, length)) return true;
  const S excess = loop_excess<S>(m, w.loops, w.gamma, qdd);
  const S allowed =
      allowed_excess<S>(m, w.loops, w.gamma, along_columns<S>(m, v, 1, w), qdd, length);
  return holds(excess < allowed + S(rounding));
}

/// The power of what acts on joints; v as joints have it, after along_columns of qdd. (P5)
template <Real S>
void add_joint_power(const Loads<S>& loads, std::span<const S> v, MissingPower<S>& power) {
  for (std::size_t k = 0; k < v.size(); ++k) {
    const S term = loads.joint[k] * v[k];
    power.sum += term;
    power.terms += abs(term);
  }
}

/// Whether no power is missing. (P5)
bool is_balanced(const MissingPower<double>& power);

/// The balance of forces, for an evaluation that has left motions, inertias, loops and loads along
/// `m` in `w`. The coordinate that is off most is in the report.
class BalanceProof {
 public:
  explicit BalanceProof(const Model<double>& model);

  /// Along the velocity, which must keep the loops closed, with no driver. (P5)
  Report along_velocity(const Model<double>& m, std::span<const double> v,
                        std::span<const double> qdd, Workspace<double>& w);
  /// Along all coordinates, with the multipliers in `w`; so for trees as well. (P6)
  Report with_multipliers(const Model<double>& m, std::span<const double> qdd,
                          Workspace<double>& w);
  /// Along all freedoms. The solver factors M and Phi of `model`, which has the coordinates of
  /// `m` as joints have them; `at` is where. (P4)
  Report along_freedoms(const Model<double>& m, std::span<const double> qdd,
                        const Model<double>& model, std::span<const double> q,
                        SaddleSolver<double>& solver, ProjectionStage<double>& at,
                        Workspace<double>& w);

 private:
  void find_missing(const Model<double>& m, std::span<const double> qdd, Workspace<double>& w);

  std::vector<Motion<double>> moved_;
  std::vector<double> along_, missing_, off_, zero_, lambda_;
};

}  // namespace treadle
