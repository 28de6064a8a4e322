// A fragment that somebody else computes: D and r are given, and D is taken apart by a pivoted
// Cholesky factorization. (H20)
#include "../base/at.hpp"
#include "fragment.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// Of the largest entry for moving, and of that for turning: what rounding leaves of ways that
// bodies cannot move along.
constexpr double cannot_move = 1e-12;
constexpr double small_part = 0.1;  // of the speed of points as far away as the machine is large

// The largest diagonal entry of D for moving (0) or turning (3) bodies, as a length.
double unit_of(const Eigen::MatrixXd& d, Eigen::Index first) {
  double most = 0.0;
  for (Eigen::Index b = 0; b < d.rows(); b += 6)
    for (Eigen::Index k = 0; k < 3; ++k) most = std::max(most, d(b + first + k, b + first + k));
  return std::sqrt(most);
}

// D = F F^T, the largest entry that is left on the diagonal first; D becomes what is left of it.
void take_apart(Eigen::MatrixXd& d, Eigen::MatrixXd& f) {
  f.setZero();
  for (Eigen::Index c = 0; c < d.rows(); ++c) {
    Eigen::Index pivot = 0;
    const double most = d.diagonal().maxCoeff(&pivot);
    if (!(most > cannot_move)) return;
    f.col(c) = d.col(pivot) / std::sqrt(most);
    d.noalias() -= f.col(c) * f.col(c).transpose();
    d.row(pivot).setZero();
    d.col(pivot).setZero();
  }
}

}  // namespace

bool TreeFragment::prepare_foreign(const Hierarchy::State& state, std::span<const Six> extra) {
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const int body = members_[k].body;
    acting_.segment<6>(static_cast<Eigen::Index>(6 * k)) =
        six(state.loads.body[at(body)]) + extra[at(body)];
    for (int c = 0; c < 6; ++c) columns_[6 * k + at(c)] = column_of(state, body, c);
  }
  if (!foreign_->respond(state, inertia_, alone_)) return false;
  // bodies that only move, or only turn, leave rounding of the other
  const double moves = unit_of(inertia_, 0), turns = unit_of(inertia_, 3);
  const double line = std::max(moves, small_part * turns * foreign_->length()),
               turn = std::max(turns, small_part * moves / foreign_->length());
  for (Eigen::Index i = 0; i < freedoms_; ++i)
    load_along_[i] = line > 0.0 ? (i % 6 < 3 ? line : turn) : 1.0;
  for (Eigen::Index i = 0; i < freedoms_; ++i)
    for (Eigen::Index k = 0; k < freedoms_; ++k) inertia_(i, k) /= load_along_[i] * load_along_[k];
  take_apart(inertia_, passed_);
  for (Eigen::Index c = 0; c < freedoms_; ++c) passed_.col(c).array() *= load_along_.array();
  rates_.noalias() = passed_.transpose() * acting_;
  alone_.noalias() += passed_ * rates_;
  return true;
}

void TreeFragment::finish_foreign(const Model<double>& model,
                                  const Eigen::Ref<const Eigen::VectorXd>& tau,
                                  std::span<Six> motion, std::span<double> qdd) {
  load_along_.noalias() = passed_.transpose() * tau;
  rates_ = alone_;
  rates_.noalias() += passed_ * load_along_;
  all_ = acting_ + tau;
  foreign_->take(all_);
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const Six a = rates_.segment<6>(static_cast<Eigen::Index>(6 * k));
    motion[at(members_[k].body)] = a;
    Eigen::Matrix<double, 6, 6> b;
    for (std::size_t c = 0; c < 6; ++c)
      b.col(static_cast<Eigen::Index>(c)) = six(columns_[6 * k + c]);
    const Six rate = b.partialPivLu().solve(a);
    for (int c = 0; c < 6; ++c) qdd[at(model.links[at(members_[k].body)].v_at + c)] = rate[c];
  }
}

}  // namespace treadle
