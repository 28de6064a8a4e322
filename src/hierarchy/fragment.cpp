#include "fragment.hpp"

#include "../base/at.hpp"
#include "reflections.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

Vec3<double> unit(int k) { return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0}; }

// A free body is moved by its centre of mass and turned about it, wherever the origin is.
Motion<double> free_column(const Hierarchy::State& state, int body, int column) {
  if (column < 3) return {unit(column), {}};
  const Vec3<double> center = state.at.x[at(body)] * state.model.links[at(body)].center;
  return {cross(center, unit(column - 3)), unit(column - 3)};
}

}  // namespace

Motion<double> column_of(const Hierarchy::State& state, int body, int column) {
  const Link<double>& link = state.model.links[at(body)];
  if (link.carries_axes)
    return column < 3 ? Motion<double>{unit(column), {}} : Motion<double>{{}, unit(column - 3)};
  if (link.group_axes) return {cross(state.at.x[at(body)].p, unit(column)), unit(column)};
  return state.at.b[at(link.b_at + column)];
}

TreeFragment::TreeFragment(const Model<double>& model, const Fragment& fragment,
                           std::vector<int> seen, const std::vector<bool>& dependent,
                           ForeignPiece* foreign)
    : seen_(std::move(seen)), free_root_(!fragment.grounded), foreign_(foreign) {
  std::vector<int> place(model.links.size(), -1);
  for (std::size_t k = 0; k < fragment.bodies.size(); ++k) {
    const Link<double>& link = model.links[at(fragment.bodies[k])];
    Member member;
    member.body = fragment.bodies[k];
    member.carrier = k == 0 || foreign_ != nullptr || link.parent < 0 ? -1 : place[at(link.parent)];
    member.first = freedoms_;
    member.count = k == 0 && free_root_ ? 6 : link.nv;
    freedoms_ += member.count;
    place[at(member.body)] = static_cast<int>(k);
    members_.push_back(member);
  }
  // bodies move with the joints that carry them, which are among the first freedoms
  int used = 0;
  for (const int place_seen : seen_) {
    if (foreign_ != nullptr) {
      used = freedoms_;
      reach_.push_back(used);
      continue;
    }
    const Member& m = members_[at(place_seen)];
    needs_.push_back(m.first + m.count);
    shortens_ = shortens_ || needs_.back() > used + 6;
    used = std::max(used, std::min(needs_.back(), used + 6));
    reach_.push_back(used);
  }
  width_ = used;
  if (!fragment.loops.empty()) close_inside(model, fragment, dependent);
  const auto rows = static_cast<Eigen::Index>(6 * seen_.size());
  columns_.resize(at(freedoms_));
  if (foreign_ != nullptr) {
    acting_.setZero(freedoms_);
    all_.setZero(freedoms_);
  }
  composite_.resize(members_.size());
  load_.resize(members_.size());
  inertia_.setZero(freedoms_, freedoms_);
  factor_.setZero(rows, freedoms_);
  passed_.setZero(rows, width_);
  if (shortens_) turned_.setZero(freedoms_, rows);
  load_along_.setZero(freedoms_);
  rates_.setZero(freedoms_);
  alone_.setZero(rows);
}

// Bodies that are seen move with what loops inside leave of the freedoms.
void TreeFragment::close_inside(const Model<double>& model, const Fragment& fragment,
                                const std::vector<bool>& dependent) {
  int first = model.nv(), last = 0;
  for (const Member& m : members_) {
    const Link<double>& link = model.links[at(m.body)];
    first = std::min(first, link.v_at);
    last = std::max(last, link.v_at + link.nv);
  }
  std::vector<int> freedom(at(last - first), -1);
  for (std::size_t k = free_root_ ? 1 : 0; k < members_.size(); ++k) {
    const Member& m = members_[k];
    for (int c = 0; c < m.count; ++c)
      freedom[at(model.links[at(m.body)].v_at + c - first)] = m.first + c;
  }
  inner_.emplace(model, fragment.loops, dependent, first, freedom, freedoms_,
                 static_cast<int>(6 * seen_.size()));
  width_ = inner_->width();
  shortens_ = false;
  for (std::size_t s = 0; s < seen_.size(); ++s)
    reach_[s] = std::min(width_, static_cast<int>(6 * (s + 1)));
}

Trouble TreeFragment::prepare(const Hierarchy::State& state, std::span<const Six> extra) {
  if (foreign_ != nullptr)
    return prepare_foreign(state, extra) ? Trouble::none : Trouble::singular_inertia;
  sum_inertia(state, extra);
  if (!eliminate()) return Trouble::singular_inertia;
  make_factor();
  if (inner_) {
    if (!inner_->close(state, inertia_, columns_, factor_, passed_))
      return Trouble::singular_constraint;
  } else {
    make_short();
  }
  // U^-1 Q
  rates_ = load_along_;
  for (int j = freedoms_; j-- > 0;) {
    rates_[j] /= inertia_(j, j);
    rates_.head(j) -= rates_[j] * inertia_.col(j).head(j);
  }
  if (inner_) {
    inner_->turn(rates_);
  } else {
    alone_.noalias() = factor_ * rates_;
  }
  return Trouble::none;
}

// Leaves to root: H and the forces along the freedoms.
void TreeFragment::sum_inertia(const Hierarchy::State& state, std::span<const Six> extra) {
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const Member& m = members_[k];
    composite_[k] = state.inertia.own[at(m.body)];
    load_[k] = state.loads.body[at(m.body)] + force_of(extra[at(m.body)]);
    const bool root = k == 0 && free_root_;
    for (int c = 0; c < m.count; ++c)
      columns_[at(m.first + c)] =
          root ? free_column(state, m.body, c) : column_of(state, m.body, c);
  }
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

// Fewer columns for the same D: six more at most for each body that is seen. (H11)
void TreeFragment::make_short() {
  if (!shortens_) {
    passed_ = factor_.leftCols(width_);
    return;
  }
  turned_ = factor_.transpose();
  int used = 0;
  for (std::size_t s = 0; s < seen_.size(); ++s) {
    const int need = needs_[s];
    if (need > used + 6) {
      const auto first = static_cast<Eigen::Index>(6 * s);
      reduce_columns(turned_, used, need, first, 6);
    }
    used = reach_[s];
  }
  passed_ = turned_.topRows(width_).transpose();
}

void TreeFragment::finish(const Model<double>& model, const Eigen::Ref<const Eigen::VectorXd>& tau,
                          std::span<Six> motion, std::span<double> qdd) {
  if (foreign_ != nullptr) return finish_foreign(model, tau, motion, qdd);
  if (inner_) {
    inner_->finish(tau, rates_);
  } else {
    rates_.noalias() += factor_.transpose() * tau;  // U^-1 (Q + J^T tau)
  }
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
