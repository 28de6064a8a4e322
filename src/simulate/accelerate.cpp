// The ways to accelerations, the quickest first: each proves its answer or leaves it to the next
// (docs/theory/proof.md has their order).
#include "lane_evaluator.hpp"
#include "loop_keeper.hpp"
#include "motion.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// A way that was refused so many times in a row rests for a while, so that nothing flips at each
// evaluation.
constexpr int most_refused = 8, rest_after_refusals = 500;
// Steps between two looks at what lanes and compiled code cannot prove by themselves, by an
// evaluation of the next way.
constexpr long lanes_stride = 16, compiled_stride = 64;
constexpr double same_answer = 1e-7;  // of the largest acceleration
constexpr double at_rest = 1e-10;     // of what forces alone would cause

}  // namespace

void MechanismSystem::apply_custom(double t, Workspace<double>& w) {
  custom_power_ = 0.0;
  if (mechanism_.custom.empty()) return;
  const ForceScene scene(mechanism_.model, mechanism_.placement, t, w.position, w.velocity);
  ForceSink sink(mechanism_.model, mechanism_.placement, w.position, w.velocity, w.loads.body);
  for (const auto& force : mechanism_.custom) force->apply(scene, sink);
  custom_power_ = sink.power();
}

// All equations of the loops, and the balance of forces where it is due.
Report MechanismSystem::prove(const Asked& asked, bool balance) {
  Report report;
  for (std::size_t k = 0; k < nv_; ++k) {
    if (!std::isfinite(work_.qdd[k])) return {Trouble::not_finite, static_cast<int>(k), 0.0, 0};
  }
  // at rest forces balance each other, and nothing but them measures what rounding leaves
  if (!loops_are_met<double>(*asked.model, length_, asked.v, work_.qdd, work_) &&
      !loops_are_met<double>(
          *asked.model, length_, asked.v, work_.qdd, work_,
          at_rest * std::max(1.0, length_) * size_of_loads(*asked.model, work_))) {
    report.trouble = Trouble::unproved;
    return report;
  }
  if (!balance) return report;
  if (!solver_) return balance_.look(*asked.model, work_.qdd, work_);
  if (!factored_) return report;
  return balance_.look(*asked.model, work_.qdd, *solver_, projection_, work_);
}

// Splits that wore out unseen are chosen anew, once.
Report MechanismSystem::by_recursion(const Asked& asked) {
  Report report;
  for (int tries = 0; tries < 2; ++tries) {
    report = evaluate_by_recursion<double>(*asked.model, mechanism_.forces, *recursion_, feedback_,
                                           asked.q, asked.v, multipliers_, work_,
                                           [&](Workspace<double>& w) { apply_custom(asked.t, w); });
    if (!report.ok()) return report;
    report = prove(asked, asked.prove);
    if (report.ok()) return report;
    ++proofs_.refused;
    if (tries > 0) break;
    recursion_->choose_again();
    ++proofs_.renewed;
  }
  return report;
}

Report MechanismSystem::by_solver(const Asked& asked) {
  factored_ = false;
  Report report =
      evaluate<double>(*asked.model, mechanism_.forces, *solver_, feedback_, asked.q, asked.v,
                       work_, [&](Workspace<double>& w) { apply_custom(asked.t, w); });
  if (report.ok()) report = prove(asked, false);
  if (report.trouble == Trouble::unproved) ++proofs_.refused;
  return report;
}

// Singular values, with the rank that the mechanism has in regular positions.
Report MechanismSystem::by_singular_values(const Asked& asked) {
  Asked plain = asked;
  plain.model = &mechanism_.model;
  assemble_equations<double>(mechanism_.model, mechanism_.forces, asked.q, asked.v, work_,
                             [&](Workspace<double>& w) { apply_custom(asked.t, w); });
  ++proofs_.singular_values;
  Report report = keeper_->accelerate_with_care(work_, multipliers_);
  if (report.ok()) report = prove(plain, false);
  return report;
}

Report MechanismSystem::near_singular(const Asked& asked) {
  assemble_equations<double>(mechanism_.model, mechanism_.forces, asked.q, asked.v, work_,
                             [&](Workspace<double>& w) { apply_custom(asked.t, w); });
  return keeper_->accelerate(work_, multipliers_);
}

bool MechanismSystem::by_lanes(const Asked& asked) {
  if (multipliers_ || !lanes_) return false;
  if (asked.prove && ++proofs_.lanes % lanes_stride == 0) return false;
  if (!lanes_->accelerate(asked.q, asked.v, work_.functions, work_.qdd, work_.power)) return false;
  custom_power_ = 0.0;
  return true;
}

Report MechanismSystem::find_accelerations(const Asked& asked, bool kept, bool careful) {
  if (kept) return near_singular(asked);
  Report report{Trouble::unproved, -1, 0.0, 0};
  if (recursion_ && !careful) {
    if (by_lanes(asked)) return {};
    if (resting_ > 0 && solver_) {
      --resting_;
    } else {
      report = by_recursion(asked);
      if (report.ok() || !solver_) {
        refused_in_row_ = 0;
        return report;
      }
      ++fallbacks_;
      if (++refused_in_row_ == most_refused) {
        refused_in_row_ = 0;
        resting_ = rest_after_refusals;
      }
    }
  }
  if (solver_) report = by_solver(asked);
  if (!report.ok() && keeper_ && keeper_->can_care()) report = by_singular_values(asked);
  return report;
}

bool MechanismSystem::is_sampled() { return ++proofs_.compiled % compiled_stride == 0; }

bool MechanismSystem::is_same(std::span<const double> qdd) const {
  double most = 0.0, off = 0.0;
  for (std::size_t k = 0; k < qdd.size(); ++k) {
    most = std::max(most, std::fabs(work_.qdd[k]));
    off = std::max(off, std::fabs(work_.qdd[k] - qdd[k]));
  }
  return off <= same_answer * most;
}

}  // namespace treadle
