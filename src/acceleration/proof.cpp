#include "proof.hpp"

#include "../base/at.hpp"

#include <cmath>

namespace treadle {

namespace {

// In parts of the largest acceleration, force or power: what methods leave out as dependent may be
// off by as much.
constexpr double balanced = 1e-6;
constexpr double at_rest = 1e-10;  // of what forces alone would cause

}  // namespace

double rounding_at_rest(const Model<double>& m, double length, const Workspace<double>& w) {
  double most = 0.0;
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Link<double>& link = m.links[i];
    if (link.mass > 0.0) most = std::fmax(most, norm(w.loads.body[i].lin) / link.mass);
    for (int k = 0; k < link.nv && !link.carries_axes; ++k) {
      const Motion<double>& b = w.position.b[at(link.b_at + k)];
      const double load = std::fabs(w.loads.joint[at(link.v_at + k)]),
                   inertia = dot(b, w.inertia.own[i] * b);
      if (inertia > 0.0) most = std::fmax(most, load / inertia);
    }
  }
  return at_rest * std::fmax(1.0, length) * most;
}

bool is_balanced(const MissingPower<double>& power) {
  return std::fabs(power.sum) <= balanced * power.terms || power.terms == 0.0;
}

BalanceProof::BalanceProof(const Model<double>& model)
    : moved_(model.links.size()),
      along_(at(model.nv())),
      missing_(at(model.nv())),
      off_(at(model.nv())),
      zero_(at(model.rows()), 0.0),
      lambda_(at(model.rows())) {}

// Q - M qdd, along the columns of B.
void BalanceProof::find_missing(const Model<double>& m, std::span<const double> qdd,
                                Workspace<double>& w) {
  std::copy(qdd.begin(), qdd.end(), along_.begin());
  turn_all<double>(m, w.position, along_);
  missing_forces<double>(m, w.position, w.inertia, w.loads, along_, moved_, w.carried, missing_);
}

Report BalanceProof::along_velocity(const Model<double>& m, std::span<const double> v,
                                    std::span<const double> qdd, Workspace<double>& w) {
  const std::span<const double> along = along_columns<double>(m, qdd, 0, w);
  MissingPower<double> power =
      missing_power<double>(m, w.position, w.velocity, w.inertia, w.loads, along, moved_);
  add_joint_power<double>(w.loads, along_columns<double>(m, v, 1, w), power);
  if (is_balanced(power)) return {};
  return {Trouble::unbalanced, -1, power.sum, 0};
}

// What constraints cannot carry moves the freedoms: M x + Phi^T y = Q - M qdd, Phi x = 0.
Report BalanceProof::along_freedoms(const Model<double>& m, std::span<const double> qdd,
                                    const Model<double>& model, std::span<const double> q,
                                    SaddleSolver<double>& solver, ProjectionStage<double>& at,
                                    Workspace<double>& w) {
  Report report = factor_at<double>(model, solver, w.functions, q, at);
  if (!report.ok()) return {};  // a position that these factors do not know says nothing
  find_missing(m, qdd, w);
  turn_back<double>(m, w.position, missing_);
  solver.solve(missing_, zero_, off_, lambda_);
  double size = 0.0, most = 0.0;
  for (std::size_t k = 0; k < off_.size(); ++k) {
    const double root = std::sqrt(at.matrix.diagonal[k]);
    size = std::fmax(size, std::fmax(std::fabs(qdd[k]) * root, std::fabs(missing_[k]) / root));
    const double off = std::fabs(off_[k]) * root;
    if (off <= most) continue;
    most = off;
    report.index = static_cast<int>(k);
    report.value = off_[k];
  }
  if (!(most <= balanced * size)) report.trouble = Trouble::unbalanced;
  return report;
}

// Nothing may be left: in parts of all that bodies feel, on the arm of the joint.
Report BalanceProof::with_multipliers(const Model<double>& m, std::span<const double> qdd,
                                      Workspace<double>& w) {
  find_missing(m, qdd, w);
  std::fill(off_.begin(), off_.end(), 0.0);
  for (const LoopData<double>& loop : m.loops) {
    const double* phi = w.loops.phi.data() + loop.values_at;
    for (const int column : loop.columns) {
      for (int r = 0; r < loop.row_count; ++r, ++phi) {
        const double carried = *phi * w.lambda[at(loop.first_row + r)];
        missing_[at(column)] -= carried;
        off_[at(column)] += std::fabs(carried);
      }
    }
  }
  double force = 0.0, moment = 0.0;
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Force<double> needed = w.inertia.own[i] * moved_[i];
    force += norm(needed.lin) + norm(w.loads.body[i].lin);
    moment += norm(needed.ang) + norm(w.loads.body[i].ang);
  }
  Report report;
  for (const Link<double>& link : m.links) {
    for (int k = 0; k < link.nv; ++k) {
      const std::size_t v = at(link.v_at + k);
      const auto [lin, ang] = link.carries_axes
                                  ? std::pair(k < 3 ? 1.0 : 0.0, k < 3 ? 0.0 : 1.0)
                                  : std::pair(norm(w.position.b[at(link.b_at + k)].lin),
                                              norm(w.position.b[at(link.b_at + k)].ang));
      const double size = force * lin + moment * ang + std::fabs(w.loads.joint[v]) + off_[v];
      if (std::fabs(missing_[v]) <= balanced * size) continue;
      report = {Trouble::unbalanced, static_cast<int>(v), missing_[v], 0};
    }
  }
  return report;
}

}  // namespace treadle
