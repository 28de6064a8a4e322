// Reflections that make matrices triangular, column by column: matrices of components are small,
// and general products would take longer to begin than these to end.
#pragma once

#include <Eigen/Core>
#include <Eigen/Householder>

namespace treadle {

/// Rows `row` and those below, `tail` of them, of the columns `first` to `last`: minus
/// tau (1, v) (1, v)^T times them.
template <class Tail>
void reflect_columns(Eigen::MatrixXd& m, Eigen::Index row, const Tail& tail, double tau,
                     Eigen::Index first, Eigen::Index last) {
  const Eigen::Index count = tail.size();
  for (Eigen::Index c = first; c < last; ++c) {
    double& head = m(row, c);
    auto below = m.col(c).segment(row + 1, count);
    const double sum = tau * (head + tail.dot(below));
    head -= sum;
    below -= sum * tail;
  }
}

/// Makes the rows `row` to `end` of `count` columns from `first` on triangular, and turns all
/// columns behind them likewise.
inline void reduce_columns(Eigen::MatrixXd& m, Eigen::Index row, Eigen::Index end,
                           Eigen::Index first, Eigen::Index count) {
  for (Eigen::Index k = 0; k < count && row + k + 1 < end; ++k) {
    auto column = m.col(first + k).segment(row + k, end - row - k);
    double tau = 0.0, beta = 0.0;
    column.makeHouseholderInPlace(tau, beta);
    const auto tail = column.tail(column.size() - 1);
    reflect_columns(m, row + k, tail, tau, first + k + 1, m.cols());
    column[0] = beta;
    column.tail(column.size() - 1).setZero();
  }
}

}  // namespace treadle
