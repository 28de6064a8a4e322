#include "fragment.hpp"

#include "../base/at.hpp"
#include "reflections.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// A coordinate that moves less inertia than this, in parts of what its terms would add up to, moves
// none: rounding.
constexpr double no_inertia = 4e-15;

double trace(const Sym3<double>& m) { return m.xx + m.yy + m.zz; }

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
  if (inner_) {
    composite_.resize(members_.size());
    inertia_.setZero(freedoms_, freedoms_);
    load_along_.setZero(freedoms_);
  } else if (foreign_ != nullptr) {
    inertia_.setZero(freedoms_, freedoms_);
    load_along_.setZero(freedoms_);
  } else {
    felt_.resize(members_.size());
    eliminated_.resize(at(freedoms_));
  }
  load_.resize(members_.size());
  factor_.setZero(rows, freedoms_);
  passed_.setZero(rows, width_);
  if (shortens_) turned_.setZero(freedoms_, rows);
  rates_.setZero(freedoms_);
  alone_.setZero(rows);
}

double TreeFragment::flops() const {
  const auto n = static_cast<double>(freedoms_);
  if (inner_ || foreign_ != nullptr)
    return n * n * n / 3.0 + 6.0 * static_cast<double>(seen_.size()) * n * n +
           (inner_ ? inner_->flops() : 0.0);
  // (R1) for each coordinate, and 6 x 6 for each on the way to a body that is seen
  double sum = 150.0 * n;
  for (const int place : seen_)
    for (int k = place; k >= 0; k = members_[at(k)].carrier) sum += 144.0 * members_[at(k)].count;
  return sum;
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
  if (inner_) return prepare_with_loops(state, extra);
  if (!go_inwards(state, extra)) return Trouble::singular_inertia;
  find_responses();
  make_short();
  alone_.noalias() = factor_ * rates_;
  return Trouble::none;
}

// Bodies, what acts on them, columns of B.
void TreeFragment::look(const Hierarchy::State& state, std::span<const Six> extra) {
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const Member& m = members_[k];
    load_[k] = state.loads.body[at(m.body)] + force_of(extra[at(m.body)]);
    const bool root = k == 0 && free_root_;
    for (int c = 0; c < m.count; ++c)
      columns_[at(m.first + c)] =
          root ? free_column(state, m.body, c) : column_of(state, m.body, c);
  }
}

// Leaves to root, one coordinate after the other; the six of a free root are eliminated like those
// of a joint. (R1) (R2)
bool TreeFragment::go_inwards(const Hierarchy::State& state, std::span<const Six> extra) {
  look(state, extra);
  for (std::size_t k = 0; k < members_.size(); ++k)
    felt_[k] = articulated(state.inertia.own[at(members_[k].body)]);
  for (std::size_t k = members_.size(); k-- > 0;) {
    const Member& m = members_[k];
    const bool root = k == 0 && free_root_;
    const int v_at = state.model.links[at(m.body)].v_at;
    ArticulatedInertia<double>& inertia = felt_[k];
    Force<double>& f = load_[k];
    for (int c = 0; c < m.count; ++c) {
      const Motion<double>& b = columns_[at(m.first + c)];
      const Force<double> u = inertia * b;
      const double along = dot(b, u), size = dot(b.lin, b.lin) * trace(inertia.linear) +
                                             dot(b.ang, b.ang) * trace(inertia.angular);
      if (!(along > no_inertia * size)) return false;
      const double inverse = 1.0 / along, root_of = std::sqrt(inverse),
                   force = dot(b, f) + (root ? 0.0 : state.loads.joint[at(v_at + c)]);
      Eliminated& e = eliminated_[at(m.first + c)];
      e.scaled = {inverse * u.lin, inverse * u.ang};
      e.root = root_of;
      rates_[m.first + c] = root_of * force;
      give_way(inertia, u, e.scaled);
      f.lin -= (inverse * force) * u.lin;
      f.ang -= (inverse * force) * u.ang;
    }
    if (m.carrier < 0) continue;
    felt_[at(m.carrier)] += inertia;
    load_[at(m.carrier)] += f;
  }
  return true;
}

// What each coordinate hands on to a body that is seen: F, so that D = F F^T. (H1)
void TreeFragment::find_responses() {
  factor_.setZero();
  for (std::size_t s = 0; s < seen_.size(); ++s) {
    const auto row = static_cast<Eigen::Index>(6 * s);
    Eigen::Matrix<double, 6, 6> way = Eigen::Matrix<double, 6, 6>::Identity();
    for (int k = seen_[s]; k >= 0; k = members_[at(k)].carrier) {
      const Member& m = members_[at(k)];
      for (int c = 0; c < m.count; ++c) {
        const Eliminated& e = eliminated_[at(m.first + c)];
        const Six moved = way * six(columns_[at(m.first + c)]);
        factor_.col(m.first + c).segment<6>(row) = e.root * moved;
        way.noalias() -= moved * six(e.scaled).transpose();
      }
    }
  }
}

// Root to leaves. (R5)
void TreeFragment::go_outwards(const Model<double>& model, std::span<Six> motion,
                               std::span<double> qdd) {
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const Member& m = members_[k];
    const bool root = k == 0 && free_root_;
    const int v_at = model.links[at(m.body)].v_at;
    Six a = Six::Zero();
    if (m.carrier >= 0) a = motion[at(members_[at(m.carrier)].body)];
    for (int c = m.count; c-- > 0;) {
      const Eliminated& e = eliminated_[at(m.first + c)];
      const double rate = e.root * rates_[m.first + c] - six(e.scaled).dot(a);
      a += rate * six(columns_[at(m.first + c)]);
      if (!root) qdd[at(v_at + c)] = rate;
    }
    motion[at(m.body)] = a;
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
  if (inner_) return finish_with_loops(model, tau, motion, qdd);
  rates_.noalias() += factor_.transpose() * tau;
  go_outwards(model, motion, qdd);
}

}  // namespace treadle
