#include "level.hpp"

#include "../base/at.hpp"
#include "reflections.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// An equation whose part beyond the others is less than this of it depends on them.
constexpr double equation_is_lost = 1e-9;
// One along which nothing moves leaves this much of what its terms would add up to: rounding.
constexpr double nothing_moves = 1e-12;

}  // namespace

ComponentLevel::ComponentLevel(std::vector<Inside> pieces, std::vector<Slot> slots,
                               std::vector<int> border_slots, int equations)
    : pieces_(std::move(pieces)),
      slots_(std::move(slots)),
      border_(std::move(border_slots)),
      equations_(equations) {
  for (const Slot& slot : slots_) {
    Inside& piece = pieces_[at(slot.piece)];
    if (slot.touched) piece.met = std::max(piece.met, slot.reach);
  }
  int rows = 0;
  for (Inside& piece : pieces_) {
    piece.at = met_;
    piece.first_row = rows;
    met_ += piece.met;
    height_ += piece.width;
    rows += piece.rows;
    inside_.push_back(nullptr);
  }
  int rest = met_;
  for (Inside& piece : pieces_) {
    piece.rest_at = rest;
    rest += piece.width - piece.met;
  }
  const auto seen = static_cast<Eigen::Index>(6 * border_.size());
  width_ = std::min(height_, static_cast<int>(seen));
  inside_alone_.setZero(rows);
  forces_.setZero(rows);
  right_.setZero(equations_);
  scale_.setZero(equations_);
  terms_.setZero(equations_);
  lambda_.setZero(equations_);
  left_.setZero(equations_);
  y_.setZero(equations_);
  a_.setZero(met_, equations_);
  w_.setZero(height_, seen);
  factor_.setZero(seen, width_);
  alone_.setZero(seen);
  qr_ = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(met_, equations_);
  entries_.reserve(4 * at(equations_));
  order_.setLinSpaced(equations_, 0, equations_ - 1);
  bordered_.assign(at(height_) * (at(equations_) + static_cast<std::size_t>(seen)), 0.0);
}

int ComponentLevel::reach(int border) const { return std::min(width_, 6 * (border + 1)); }

std::vector<int> ComponentLevel::left_out() const {
  std::vector<int> list;
  for (int k = rank_; k < equations_; ++k) list.push_back(order_[k]);
  std::sort(list.begin(), list.end());
  return list;
}

// A reflection of m numbers costs 4 m in each column that it meets.
double ComponentLevel::flops_with(int rank) const {
  const auto seen = static_cast<double>(6 * border_.size());
  double sum = 0.0;
  for (int k = 0; k < rank; ++k) sum += 4.0 * (met_ - k) * (equations_ - k - 1 + seen);
  const int left = height_ - rank;
  for (int k = 0; k < std::min(width_, left - 1); ++k) sum += 4.0 * (left - k) * (seen - k - 1);
  return sum;
}

int ComponentLevel::packed_size(bool factors) const {
  const auto seen = static_cast<int>(alone_.size());
  return seen + (factors ? seen * width_ - width_ * (width_ - 1) / 2 : 0);
}

void ComponentLevel::pack(bool factors, std::span<double> to) const {
  double* out = to.data();
  for (Eigen::Index k = 0; k < alone_.size(); ++k) *out++ = alone_[k];
  for (Eigen::Index i = 0; factors && i < factor_.cols(); ++i)
    for (Eigen::Index j = i; j < factor_.rows(); ++j) *out++ = factor_(j, i);
}

void ComponentLevel::unpack(bool factors, std::span<const double> from) {
  const double* in = from.data();
  for (Eigen::Index k = 0; k < alone_.size(); ++k) alone_[k] = *in++;
  for (Eigen::Index i = 0; factors && i < factor_.cols(); ++i)
    for (Eigen::Index j = i; j < factor_.rows(); ++j) factor_(j, i) = *in++;
}

void ComponentLevel::take_alone(int piece, const Eigen::VectorXd& alone) {
  const Inside& inside = pieces_[at(piece)];
  inside_alone_.segment(inside.first_row, inside.rows) = alone;
}

ComponentOrder ComponentLevel::sizes() const {
  ComponentOrder sizes;
  sizes.rows = met_;
  sizes.columns = equations_;
  sizes.height = height_;
  sizes.seen = static_cast<int>(alone_.size());
  return sizes;
}

void ComponentLevel::use(std::shared_ptr<const ComponentOrder> order, ComponentFunction code) {
  plan_ = std::move(order);
  code_ = code;
  planned_r_.setZero(plan_->rank(), plan_->rank());
  take_factors<double>(
      *plan_, BorderedMatrix(static_cast<std::size_t>(height_ * (equations_ + alone_.size()))),
      factors_);
}

// By code, or by the kernel that this was made of. False where the numeric path has to serve. (H16)
bool ComponentLevel::factor_as_planned() {
  if (code_ != nullptr) {
    if (code_(bordered_.data(), factors_.data()) != 0) return false;
  } else {
    work_ = bordered_;
    if (!factor_in_order<double>(*plan_, work_)) return false;
    take_factors<double>(*plan_, work_, factors_);
  }
  rank_ = plan_->rank();
  const double* in = factors_.data();
  for (int k = 0; k < rank_; ++k)
    for (int j = k; j < rank_; ++j) planned_r_(k, j) = *in++;
  for (int k = 0; k < rank_; ++k)
    for (Eigen::Index j = 0; j < w_.cols(); ++j) w_(k, j) = *in++;
  factor_.setZero();
  for (std::size_t i = 0; i < plan_->border.size(); ++i)
    for (Eigen::Index j = plan_->border[i].column - equations_; j < factor_.rows(); ++j)
      factor_(j, static_cast<Eigen::Index>(i)) = *in++;
  for (int k = 0; k < rank_; ++k) order_[k] = plan_->equations[at(k)].column;
  for (std::size_t k = 0; k < plan_->left_out.size(); ++k)
    order_[rank_ + static_cast<Eigen::Index>(k)] = plan_->left_out[k];
  scale_.setOnes();
  r_ = &planned_r_;
  return true;
}

void ComponentLevel::close(bool planned) {
  a_.setZero();
  w_.setZero();
  terms_.setZero();
  for (const Entry& e : entries_) {
    const Slot& slot = slots_[at(e.slot)];
    const Inside& piece = pieces_[at(slot.piece)];
    const Eigen::MatrixXd& f = *inside_[at(slot.piece)];
    // A = F^T G^T (H2)
    auto column = a_.col(e.equation);
    for (int c = 0; c < slot.reach; ++c)
      column[piece.at + c] += f.col(c).segment<6>(slot.row).dot(e.coefficients);
    terms_[e.equation] += f.block(slot.row, 0, 6, slot.reach).norm() * e.coefficients.norm();
  }
  for (std::size_t b = 0; b < border_.size(); ++b) {
    const Slot& slot = slots_[at(border_[b])];
    const Inside& piece = pieces_[at(slot.piece)];
    const Eigen::MatrixXd& f = *inside_[at(slot.piece)];
    for (int c = 0; c < slot.reach; ++c) {
      const int row = c < piece.met ? piece.at + c : piece.rest_at + c - piece.met;
      w_.row(row).segment<6>(static_cast<Eigen::Index>(6 * b)) =
          f.col(c).segment<6>(slot.row).transpose();
    }
  }
  planned = planned && plan_ != nullptr;
  if (planned || keeps_) {
    std::size_t to = 0;
    for (Eigen::Index c = 0; c < a_.cols(); ++c, to += at(height_))
      for (int i = 0; i < met_; ++i) bordered_[to + at(i)] = a_(i, c);
    for (Eigen::Index c = 0; c < w_.cols(); ++c)
      for (int i = 0; i < height_; ++i) bordered_[to++] = w_(i, c);
  }
  planned_ = planned && factor_as_planned();
  if (planned_) return;
  eliminate();
  if (!border_.empty()) pass_on();
}

// D = F F^T with F^T = (Q^T W) below the rank, as a triangle. (H4) (H11)
void ComponentLevel::pass_on() {
  reduce_columns(w_, rank_, height_, 0, w_.cols());
  factor_.setZero();
  const Eigen::Index columns = std::min<Eigen::Index>(factor_.cols(), height_ - rank_);
  for (Eigen::Index i = 0; i < columns; ++i)
    for (Eigen::Index j = i; j < factor_.rows(); ++j) factor_(j, i) = w_(rank_ + i, j);
}

// y = R_1^-T Pi_1^T (u - G r') (H3), r = P r' + W_1^T y (H4)
void ComponentLevel::respond() {
  left_ = right_;
  for (const Entry& e : entries_) {
    const Slot& slot = slots_[at(e.slot)];
    left_[e.equation] -=
        e.coefficients.dot(inside_alone_.segment<6>(pieces_[at(slot.piece)].first_row + slot.row));
  }
  for (std::size_t b = 0; b < border_.size(); ++b) {
    const Slot& slot = slots_[at(border_[b])];
    alone_.segment<6>(static_cast<Eigen::Index>(6 * b)) =
        inside_alone_.segment<6>(pieces_[at(slot.piece)].first_row + slot.row);
  }
  if (rank_ == 0) return;
  const Eigen::MatrixXd& r = *r_;
  for (int k = 0; k < rank_; ++k) {
    const int e = order_[k];
    double sum = scale_[e] > 0.0 ? left_[e] / scale_[e] : 0.0;
    for (int j = 0; j < k; ++j) sum -= r(j, k) * y_[j];
    y_[k] = sum / r(k, k);
  }
  if (!border_.empty()) alone_.noalias() += w_.topRows(rank_).transpose() * y_.head(rank_);
}

// A Pi = Q R with the rank of A; W becomes Q^T W. (H3)
void ComponentLevel::eliminate() {
  rank_ = 0;
  if (equations_ == 0 || met_ == 0) return;
  for (int e = 0; e < equations_; ++e) {
    scale_[e] = a_.col(e).norm();
    if (scale_[e] <= nothing_moves * terms_[e]) {
      scale_[e] = 0.0;
      a_.col(e).setZero();
    }
    if (scale_[e] > 0.0) a_.col(e) /= scale_[e];
  }
  qr_.compute(a_);
  order_ = qr_.colsPermutation().indices();
  const Eigen::MatrixXd& r = qr_.matrixQR();
  r_ = &r;
  const Eigen::Index most = std::min(r.rows(), r.cols());
  while (rank_ < most && std::fabs(r(rank_, rank_)) > equation_is_lost) ++rank_;
  for (int k = 0; k < rank_ && !border_.empty(); ++k) {
    reflect_columns(w_, k, r.col(k).tail(met_ - k - 1), qr_.hCoeffs()[k], 0, w_.cols());
  }
}

// lambda = Pi_1 R_1^-1 (y - W_1 tau); forces on slots G^T lambda and tau itself. (H5)
void ComponentLevel::open(const Eigen::Ref<const Eigen::VectorXd>& tau) {
  lambda_.setZero();
  if (rank_ > 0) {
    const Eigen::MatrixXd& r = *r_;
    if (!border_.empty()) y_.head(rank_).noalias() -= w_.topRows(rank_) * tau;
    for (int k = rank_ - 1; k >= 0; --k) {
      double sum = y_[k];
      for (int j = k + 1; j < rank_; ++j) sum -= r(k, j) * y_[j];
      y_[k] = sum / r(k, k);
    }
    for (int k = 0; k < rank_; ++k) lambda_[order_[k]] = y_[k] / scale_[order_[k]];
  }
  forces_.setZero();
  const auto on = [&](int slot) {
    const Slot& s = slots_[at(slot)];
    return forces_.segment<6>(pieces_[at(s.piece)].first_row + s.row);
  };
  for (const Entry& e : entries_) on(e.slot) += lambda_[e.equation] * e.coefficients;
  for (std::size_t b = 0; b < border_.size(); ++b)
    on(border_[b]) += tau.segment<6>(static_cast<Eigen::Index>(6 * b));
}

}  // namespace treadle
