// A fragment with loops inside: they need the inertia of all its freedoms at once. (H26)
#include "../base/at.hpp"
#include "fragment.hpp"

#include <cmath>

namespace treadle {

Trouble TreeFragment::prepare_with_loops(const Hierarchy::State& state,
                                         std::span<const Six> extra) {
  look(state, extra);
  sum_inertia(state);
  if (!eliminate()) return Trouble::singular_inertia;
  make_factor();
  if (!inner_->close(state, inertia_, columns_, factor_, passed_))
    return Trouble::singular_constraint;
  // U^-1 Q
  rates_ = load_along_;
  for (int j = freedoms_; j-- > 0;) {
    rates_[j] /= inertia_(j, j);
    rates_.head(j) -= rates_[j] * inertia_.col(j).head(j);
  }
  inner_->turn(rates_);
  return Trouble::none;
}

// Leaves to root: H and the forces along the freedoms.
void TreeFragment::sum_inertia(const Hierarchy::State& state) {
  for (std::size_t k = 0; k < members_.size(); ++k)
    composite_[k] = state.inertia.own[at(members_[k].body)];
  inertia_.setZero();
  for (std::size_t k = members_.size(); k-- > 0;) {
    const Member& m = members_[k];
    const bool root = k == 0 && free_root_;
    const int v_at = state.model.links[at(m.body)].v_at;
    for (int c = 0; c < m.count; ++c) {
      const int i = m.first + c;
      const Force<double> f = composite_[k] * columns_[at(i)];
      for (std::size_t up = k;; up = at(members_[up].carrier)) {
        const Member& other = members_[up];
        for (int d = 0; d < other.count; ++d)
          inertia_(other.first + d, i) = dot(columns_[at(other.first + d)], f);
        if (other.carrier < 0) break;
      }
      load_along_[i] =
          dot(columns_[at(i)], load_[k]) + (root ? 0.0 : state.loads.joint[at(v_at + c)]);
    }
    if (m.carrier < 0) continue;
    composite_[at(m.carrier)] = composite_[at(m.carrier)] + composite_[k];
    load_[at(m.carrier)] = load_[at(m.carrier)] + load_[k];
  }
}

// H = U U^T in place, leaves first: then nothing fills in. Columns are short: plain loops.
bool TreeFragment::eliminate() {
  rates_ = inertia_.diagonal();  // what rounding is measured by
  for (int j = freedoms_; j-- > 0;) {
    double* const above = inertia_.col(j).data();
    if (!(above[j] > 1e-13 * rates_[j])) return false;
    above[j] = std::sqrt(above[j]);
    const double inverse = 1.0 / above[j];
    for (int i = 0; i < j; ++i) above[i] *= inverse;
    for (int i = 0; i < j; ++i) {
      const double factor = above[i];
      if (factor == 0.0) continue;
      double* const column = inertia_.col(i).data();
      for (int r = 0; r <= i; ++r) column[r] -= factor * above[r];
    }
  }
  return true;
}

// F = J U^-T, so that D = F F^T = J H^-1 J^T. (H1)
void TreeFragment::make_factor() {
  factor_.setZero();
  for (std::size_t s = 0; s < seen_.size(); ++s) {
    for (std::size_t up = at(seen_[s]);; up = at(members_[up].carrier)) {
      const Member& m = members_[up];
      for (int c = 0; c < m.count; ++c)
        factor_.block<6, 1>(static_cast<Eigen::Index>(6 * s), m.first + c) =
            six(columns_[at(m.first + c)]);
      if (m.carrier < 0) break;
    }
  }
  const auto rows = static_cast<Eigen::Index>(6 * seen_.size());
  Eigen::Index first = rows;  // of bodies that need column i: the last ones
  for (int i = freedoms_; i-- > 0;) {
    for (; first > 0 && needs_[static_cast<std::size_t>(first / 6 - 1)] > i;) first -= 6;
    const double inverse = 1.0 / inertia_(i, i);
    for (Eigen::Index r = first; r < rows; r += 6) {
      const Six column = inverse * factor_.col(i).segment<6>(r);
      factor_.col(i).segment<6>(r) = column;
      for (int k = 0; k < i; ++k) factor_.col(k).segment<6>(r) -= inertia_(k, i) * column;
    }
  }
}

void TreeFragment::finish_with_loops(const Model<double>& model,
                                     const Eigen::Ref<const Eigen::VectorXd>& tau,
                                     std::span<Six> motion, std::span<double> qdd) {
  inner_->finish(tau, rates_);
  for (int j = 0; j < freedoms_; ++j)
    rates_[j] = (rates_[j] - inertia_.col(j).head(j).dot(rates_.head(j))) / inertia_(j, j);
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const Member& m = members_[k];
    Six& a = motion[at(m.body)];
    if (m.carrier < 0) {
      a.setZero();
    } else {
      a = motion[at(members_[at(m.carrier)].body)];
    }
    for (int c = 0; c < m.count; ++c) a += rates_[m.first + c] * six(columns_[at(m.first + c)]);
    if (k == 0 && free_root_) continue;
    const int v_at = model.links[at(m.body)].v_at;
    for (int c = 0; c < m.count; ++c) qdd[at(v_at + c)] = rates_[m.first + c];
  }
}

}  // namespace treadle
