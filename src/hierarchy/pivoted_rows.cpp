#include "pivoted_rows.hpp"

#include "../base/at.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace treadle {

namespace {

// An equation whose part beyond the others is less than this of it depends on them.
constexpr double column_is_lost = 1e-9;
// Squares that were reduced to this part by subtraction are summed again.
constexpr double worn_out = 1e-6;
constexpr int numbers_at_once = 8;

}  // namespace

PivotedRows::PivotedRows(int met, int height, int columns, int seen)
    : met_(met),
      height_(height),
      columns_(columns),
      seen_(seen),
      stride_((columns + seen + numbers_at_once - 1) / numbers_at_once * numbers_at_once),
      rows_(at(height) * at(stride_)),
      order_(at(columns)),
      tau_(at(columns)),
      sum_(at(stride_)),
      whole_(at(columns)),
      left_(at(columns)),
      exact_(at(columns)) {
  std::iota(order_.begin(), order_.end(), 0);
}

void PivotedRows::clear() { std::fill(rows_.begin(), rows_.end(), 0.0); }

// Rows `k` and those from `first_row` to `end_row` are turned so that `column` keeps row k alone;
// the columns behind it with them. What makes the reflection stays below row k.
double PivotedRows::reflect(int k, int first_row, int end_row, int column) {
  double* const top = row(k);
  double below = 0.0;
  for (int i = first_row; i < end_row; ++i) below += row(i)[column] * row(i)[column];
  if (below == 0.0) return 0.0;
  const double alpha = top[column], norm = std::sqrt(alpha * alpha + below),
               beta = alpha > 0.0 ? -norm : norm, tau = (beta - alpha) / beta,
               scale = 1.0 / (alpha - beta);
  top[column] = beta;
  const int from = column + 1, count = columns_ + seen_ - from;
  double* const __restrict sum = sum_.data();
  double* const __restrict first = top + from;
  for (int j = 0; j < count; ++j) sum[j] = first[j];
  for (int i = first_row; i < end_row; ++i) {
    double* const line = row(i);
    const double v = line[column] *= scale;
    if (v == 0.0) continue;
    const double* const __restrict other = line + from;
    for (int j = 0; j < count; ++j) sum[j] += v * other[j];
  }
  for (int j = 0; j < count; ++j) {
    sum[j] *= tau;
    first[j] -= sum[j];
  }
  for (int i = first_row; i < end_row; ++i) {
    double* const line = row(i);
    const double v = line[column];
    if (v == 0.0) continue;
    double* const __restrict other = line + from;
    for (int j = 0; j < count; ++j) other[j] -= v * sum[j];
  }
  return tau;
}

void PivotedRows::eliminate(std::span<const double> least) {
  rank_ = 0;
  std::iota(order_.begin(), order_.end(), 0);
  std::fill(whole_.begin(), whole_.end(), 0.0);
  for (int i = 0; i < met_; ++i) {
    const double* const line = row(i);
    for (int j = 0; j < columns_; ++j) whole_[at(j)] += line[j] * line[j];
  }
  for (int j = 0; j < columns_; ++j) {
    if (!(whole_[at(j)] > least[at(j)] * least[at(j)])) whole_[at(j)] = 0.0;
    left_[at(j)] = exact_[at(j)] = whole_[at(j)];
  }
  constexpr double lost = column_is_lost * column_is_lost;
  const int most = std::min(met_, columns_);
  while (rank_ < most) {
    const int k = rank_;
    int pivot = -1;
    double best = lost;  // of a column, the part that is left
    for (int j = k; j < columns_; ++j) {
      if (!(left_[at(j)] > best * whole_[at(j)])) continue;
      pivot = j;
      best = left_[at(j)] / whole_[at(j)];
    }
    if (pivot < 0) return;
    if (pivot != k) {
      for (int i = 0; i < met_; ++i) std::swap(row(i)[k], row(i)[pivot]);
      std::swap(order_[at(k)], order_[at(pivot)]);
      for (auto* list : {&whole_, &left_, &exact_}) std::swap((*list)[at(k)], (*list)[at(pivot)]);
    }
    double exact = 0.0;
    for (int i = k; i < met_; ++i) exact += row(i)[k] * row(i)[k];
    left_[at(k)] = exact_[at(k)] = exact;
    if (!(exact > lost * whole_[at(k)])) continue;  // rounding had hidden it
    tau_[at(k)] = reflect(k, k + 1, met_, k);
    ++rank_;
    const double* const top = row(k);
    for (int j = k + 1; j < columns_; ++j) {
      left_[at(j)] -= top[j] * top[j];
      if (left_[at(j)] > worn_out * exact_[at(j)]) continue;
      double sum = 0.0;
      for (int i = k + 1; i < met_; ++i) sum += row(i)[j] * row(i)[j];
      left_[at(j)] = exact_[at(j)] = sum;
    }
  }
}

void PivotedRows::make_triangle() {
  for (int k = 0; k < seen_ && rank_ + k + 1 < height_; ++k)
    reflect(rank_ + k, rank_ + k + 1, height_, columns_ + k);
}

void PivotedRows::pass_on(Eigen::MatrixXd& factor) const {
  factor.setZero();
  const Eigen::Index columns = std::min<Eigen::Index>(factor.cols(), height_ - rank_);
  for (Eigen::Index i = 0; i < columns; ++i) {
    const double* const line = row_of_w(rank_ + static_cast<int>(i));
    for (Eigen::Index j = i; j < factor.rows(); ++j) factor(j, i) = line[j];
  }
}

void PivotedRows::set_order(int rank, std::span<const int> taken, std::span<const int> left_out) {
  rank_ = rank;
  std::copy(taken.begin(), taken.end(), order_.begin());
  std::copy(left_out.begin(), left_out.end(), order_.begin() + rank);
}

void PivotedRows::turn(double* x) const {
  for (int k = 0; k < rank_; ++k) {
    double sum = x[k];
    for (int i = k + 1; i < met_; ++i) sum += row(i)[k] * x[i];
    sum *= tau_[at(k)];
    x[k] -= sum;
    for (int i = k + 1; i < met_; ++i) x[i] -= row(i)[k] * sum;
  }
}

void PivotedRows::turn_back(double* x) const {
  for (int k = rank_; k-- > 0;) {
    double sum = x[k];
    for (int i = k + 1; i < met_; ++i) sum += row(i)[k] * x[i];
    sum *= tau_[at(k)];
    x[k] -= sum;
    for (int i = k + 1; i < met_; ++i) x[i] -= row(i)[k] * sum;
  }
}

void PivotedRows::solve_transposed(const Eigen::VectorXd& left, Eigen::VectorXd& y) const {
  for (int k = 0; k < rank_; ++k) y[k] = left[order_[at(k)]];
  for (int k = 0; k < rank_; ++k) {
    const double* const line = row(k);
    y[k] /= line[k];
    for (int j = k + 1; j < rank_; ++j) y[j] -= line[j] * y[k];
  }
}

void PivotedRows::solve(Eigen::VectorXd& y) const {
  for (int k = rank_; k-- > 0;) {
    const double* const line = row(k);
    double sum = y[k];
    for (int j = k + 1; j < rank_; ++j) sum -= line[j] * y[j];
    y[k] = sum / line[k];
  }
}

void PivotedRows::add_seen(const Eigen::VectorXd& y, Eigen::VectorXd& to) const {
  for (int k = 0; k < rank_; ++k) {
    const double* const line = row_of_w(k);
    for (int j = 0; j < seen_; ++j) to[j] += y[k] * line[j];
  }
}

void PivotedRows::take_seen(const Eigen::Ref<const Eigen::VectorXd>& tau,
                            Eigen::VectorXd& y) const {
  for (int k = 0; k < rank_; ++k) {
    const double* const line = row_of_w(k);
    double sum = 0.0;
    for (int j = 0; j < seen_; ++j) sum += line[j] * tau[j];
    y[k] -= sum;
  }
}

}  // namespace treadle
