// Accelerations look at themselves before anybody uses them: all equations of the loops at every
// evaluation, the balance of forces at every accepted step (docs/theory/proof.md).
#pragma once

#include "../kinematics/loop_misfit.hpp"
#include "step.hpp"

#include <span>
#include <vector>

namespace treadle {

/// In parts of the largest force or moment: what methods leave out as dependent may be off by as
/// much.
inline constexpr double balance_tolerance = 1e-6;

/// What rounding leaves of accelerations at rest, where forces balance each other: a small part of
/// what loads in the workspace would cause on bodies and joints by themselves, or of `most`.
double rounding_at_rest(const Model<double>& m, double length, const Workspace<double>& w,
                        double most = 0.0);

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

/// What is missing along coordinates, and the size of its terms there.
template <Real S>
struct MissingForces {
  std::vector<Motion<S>> moved;  ///< by body, by qdd alone
  std::vector<S> force, size;    ///< by coordinate, along the columns of B
  FeltSizes<S> felt;

  explicit MissingForces(const Model<S>& m)
      : moved(m.links.size()),
        force(static_cast<std::size_t>(m.nv())),
        size(static_cast<std::size_t>(m.nv())) {}
};

/// Sizes of some bodies' coordinates: all that bodies feel, on the arm of the joint. (P6)
template <Real S>
void start_sizes(const Model<S>& m, const Workspace<S>& w, MissingForces<S>& out,
                 BodyRange range = {}) {
  const auto sum = [](const Vec3<S>& a) { return abs(a.x) + abs(a.y) + abs(a.z); };
  for (std::size_t i = range.first; i < range.end(m.links.size()); ++i) {
    const Link<S>& link = m.links[i];
    for (int k = 0; k < link.nv; ++k) {
      const auto v = static_cast<std::size_t>(link.v_at + k);
      const S own = abs(w.loads.joint[v]);
      if (link.carries_axes) {
        out.size[v] = own + (k < 3 ? out.felt.force : out.felt.moment);
        continue;
      }
      const Motion<S>& b = w.position.b[static_cast<std::size_t>(link.b_at + k)];
      out.size[v] = own + out.felt.force * sum(b.lin) + out.felt.moment * sum(b.ang);
    }
  }
}

/// Takes away what the multipliers in `w` carry. (P6)
template <Real S>
void take_carried(const Model<S>& m, const Workspace<S>& w, MissingForces<S>& out) {
  for (const LoopData<S>& loop : m.loops) {
    const S* phi = w.loops.phi.data() + loop.values_at;
    const S* lambda = w.lambda.data() + loop.first_row;
    for (const int column : loop.columns) {
      S& force = out.force[static_cast<std::size_t>(column)];
      S& size = out.size[static_cast<std::size_t>(column)];
      for (int r = 0; r < loop.row_count; ++r) {
        const S carried = *phi++ * lambda[r];
        force -= carried;
        size += abs(carried);
      }
    }
  }
}

/// Whether nothing counts of what is missing. (P6)
template <Real S>
bool is_nothing(const S& missing, const S& size) {
  return holds(abs(missing) < S(1e-200) + S(balance_tolerance) * size);
}

/// The balance of forces, for an evaluation that has left motions, inertias, loops and loads along
/// `m` in `w`. The coordinate that is off most is in the report.
class BalanceProof {
 public:
  explicit BalanceProof(const Model<double>& model) : missing_(model), along_(missing_.force) {}

  /// What accelerations leave of the forces, for whoever knows the freedoms. (P8)
  const MissingForces<double>& missing(const Model<double>& m, std::span<const double> qdd,
                                       Workspace<double>& w);
  /// Along all coordinates, with the multipliers in `w`; so for trees as well. (P6)
  Report with_multipliers(const Model<double>& m, std::span<const double> qdd,
                          Workspace<double>& w);

 private:
  MissingForces<double> missing_;
  std::vector<double> along_;
};

}  // namespace treadle
