#include "level.hpp"

#include "../base/at.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// An equation along which nothing moves leaves this much of what its terms would add up to:
// rounding.
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
  terms_.resize(at(equations_));
  slot_sizes_.resize(slots_.size());
  lambda_.setZero(equations_);
  left_.setZero(equations_);
  y_.setZero(equations_);
  both_ = PivotedRows(met_, height_, equations_, static_cast<int>(seen));
  factor_.setZero(seen, width_);
  alone_.setZero(seen);
  entries_.reserve(4 * at(equations_));
  bordered_.assign(at(height_) * (at(equations_) + static_cast<std::size_t>(seen)), 0.0);
}

int ComponentLevel::reach(int border) const { return std::min(width_, 6 * (border + 1)); }

std::vector<int> ComponentLevel::left_out() const {
  std::vector<int> list;
  for (int k = rank(); k < equations_; ++k) list.push_back(both_.order()[at(k)]);
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
  planned_order_.clear();
  for (const ReflectionStep& step : plan_->equations) planned_order_.push_back(step.column);
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
  const int rank = plan_->rank();
  const double* in = factors_.data();
  for (int k = 0; k < rank; ++k)
    for (int j = k; j < rank; ++j) both_.row(k)[j] = *in++;
  for (int k = 0; k < rank; ++k)
    for (Eigen::Index j = 0; j < alone_.size(); ++j) both_.row_of_w(k)[j] = *in++;
  factor_.setZero();
  for (std::size_t i = 0; i < plan_->border.size(); ++i)
    for (Eigen::Index j = plan_->border[i].column - equations_; j < factor_.rows(); ++j)
      factor_(j, static_cast<Eigen::Index>(i)) = *in++;
  both_.set_order(rank, planned_order_, plan_->left_out);
  return true;
}

// A = F^T G^T, by entries of G (H2)
template <class F>
void ComponentLevel::each_entry(const F& f) const {
  for (const Entry& e : entries_) {
    const Slot& slot = slots_[at(e.slot)];
    const Inside& piece = pieces_[at(slot.piece)];
    const Eigen::MatrixXd& factor = *inside_[at(slot.piece)];
    for (int c = 0; c < slot.reach; ++c)
      f(piece.at + c, e.equation, factor.col(c).segment<6>(slot.row).dot(e.coefficients));
  }
}

// What the terms of each equation would add up to, if they did not cancel.
void ComponentLevel::find_terms() {
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    const Slot& slot = slots_[s];
    slot_sizes_[s] = slot.touched
                         ? inside_[at(slot.piece)]->block(slot.row, 0, 6, slot.reach).squaredNorm()
                         : 0.0;
  }
  std::fill(terms_.begin(), terms_.end(), 0.0);
  for (const Entry& e : entries_)
    terms_[at(e.equation)] += std::sqrt(slot_sizes_[at(e.slot)] * e.coefficients.squaredNorm());
  for (double& size : terms_) size *= nothing_moves;
}

Eigen::MatrixXd ComponentLevel::matrix() const {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(met_, equations_);
  each_entry([&](int row, int equation, double value) { a(row, equation) += value; });
  for (int e = 0; e < equations_; ++e)
    if (a.col(e).norm() <= terms_[at(e)]) a.col(e).setZero();
  return a;
}

// (A, W), all of them zero before; number(row, column) is where it stands.
template <class F>
void ComponentLevel::fill(const F& number) {
  each_entry([&](int row, int equation, double value) { number(row, equation) += value; });
  for (std::size_t b = 0; b < border_.size(); ++b) {
    const Slot& slot = slots_[at(border_[b])];
    const Inside& piece = pieces_[at(slot.piece)];
    const Eigen::MatrixXd& f = *inside_[at(slot.piece)];
    const int first = equations_ + static_cast<int>(6 * b);
    for (int c = 0; c < slot.reach; ++c) {
      const int row = c < piece.met ? piece.at + c : piece.rest_at + c - piece.met;
      for (int k = 0; k < 6; ++k) number(row, first + k) = f(slot.row + k, c);
    }
  }
}

// Whether it is one piece without equations, whose border it passes on as it is.
bool ComponentLevel::hands_on() const {
  if (equations_ > 0 || pieces_.size() != 1 || border_.size() != slots_.size()) return false;
  return pieces_.front().triangular && pieces_.front().width == width_ &&
         std::is_sorted(border_.begin(), border_.end());
}

void ComponentLevel::close(bool planned) {
  planned = planned && plan_ != nullptr;
  if (hands_on() && !keeps_) {
    planned_ = planned;
    factor_ = *inside_.front();
    return;
  }
  if (planned || keeps_) {
    std::fill(bordered_.begin(), bordered_.end(), 0.0);
    fill([&](int i, int c) -> double& { return bordered_[at(c) * at(height_) + at(i)]; });
  }
  planned_ = planned && factor_as_planned();
  if (planned_) return;
  find_terms();
  both_.clear();
  fill([&](int i, int c) -> double& { return both_.row(i)[c]; });
  both_.eliminate(terms_);
  if (border_.empty()) return;
  both_.make_triangle();
  both_.pass_on(factor_);
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
  both_.solve_transposed(left_, y_);
  both_.add_seen(y_, alone_);
}

// lambda = Pi_1 R_1^-1 (y - W_1 tau); forces on slots G^T lambda and tau itself. (H5)
void ComponentLevel::open(const Eigen::Ref<const Eigen::VectorXd>& tau) {
  lambda_.setZero();
  if (!border_.empty()) both_.take_seen(tau, y_);
  both_.solve(y_);
  for (int k = 0; k < rank(); ++k) lambda_[both_.order()[at(k)]] = y_[k];
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
