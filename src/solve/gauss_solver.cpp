#include "gauss_solver.hpp"

#include "../linalg/dense.hpp"
#include "../scalar/instantiate.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

template <Decidable S>
GaussSolver<S>::GaussSolver(const SaddlePattern& pattern)
    : pattern_(pattern),
      left_out_(static_cast<std::size_t>(pattern.m), 0),
      a_(static_cast<std::size_t>(pattern.n + pattern.m) *
         static_cast<std::size_t>(pattern.n + pattern.m)),
      x_(static_cast<std::size_t>(pattern.n + pattern.m)),
      pivots_(static_cast<std::size_t>(pattern.n + pattern.m)) {}

template <Decidable S>
void GaussSolver<S>::leave_out(std::span<const int> dependent, std::span<const int> /*vanishing*/) {
  std::fill(left_out_.begin(), left_out_.end(), char{0});
  for (const int row : dependent) left_out_[static_cast<std::size_t>(row)] = 1;
}

template <Decidable S>
Report GaussSolver<S>::factor(const SaddleMatrix<S>& matrix) {
  const int n = pattern_.n, size = n + pattern_.m;
  std::fill(a_.begin(), a_.end(), S(0.0));
  double largest = 0.0;
  const auto set = [&](int i, int j, const S& entry) {
    a_[static_cast<std::size_t>(i * size + j)] = entry;
    a_[static_cast<std::size_t>(j * size + i)] = entry;
    largest = std::max(largest, std::fabs(value(entry)));
  };
  for (int j = 0; j < n; ++j) {
    const auto column = static_cast<std::size_t>(j);
    set(j, j, matrix.diagonal[column]);
    for (int s = pattern_.inertia.begin[column]; s < pattern_.inertia.begin[column + 1]; ++s) {
      set(pattern_.inertia.rows[static_cast<std::size_t>(s)], j,
          matrix.lower[static_cast<std::size_t>(s)]);
    }
  }
  for (const LoopPattern& loop : pattern_.loops) {
    for (std::size_t k = 0; k < loop.columns.size(); ++k) {
      for (int r = 0; r < loop.rows; ++r) {
        if (left_out_[static_cast<std::size_t>(loop.first_row + r)] != 0) continue;
        set(n + loop.first_row + r, loop.columns[k],
            matrix.phi[static_cast<std::size_t>(loop.values_at + static_cast<int>(k) * loop.rows +
                                                r)]);
      }
    }
  }
  // a row that is left out says lambda = 0
  Report report;
  for (int r = 0; r < pattern_.m; ++r) {
    if (left_out_[static_cast<std::size_t>(r)] == 0) continue;
    a_[static_cast<std::size_t>((n + r) * (size + 1))] = S(1.0);
    ++report.dropped;
  }
  const int column = lu_factor<S>(a_, size, pivots_, 1e-15 * largest);
  this->mark("factor");
  if (column >= 0) {
    report.index = column < n ? column : column - n;
    report.trouble = column < n ? Trouble::singular_inertia : Trouble::singular_constraint;
  }
  return report;
}

template <Decidable S>
void GaussSolver<S>::solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
                           std::span<S> lambda) {
  const auto middle = std::copy(q.begin(), q.end(), x_.begin());
  std::copy(gamma.begin(), gamma.end(), middle);
  for (std::size_t r = 0; r < left_out_.size(); ++r) {
    if (left_out_[r] != 0) x_[static_cast<std::size_t>(pattern_.n) + r] = S(0.0);
  }
  const int size = pattern_.n + pattern_.m;
  lu_forward<S>(a_, size, pivots_, x_);
  this->mark("forward");
  lu_backward<S>(a_, size, x_);
  this->mark("backward");
  std::copy_n(x_.begin(), pattern_.n, qdd.begin());
  std::copy_n(x_.begin() + pattern_.n, pattern_.m, lambda.begin());
}

#define TREADLE_INSTANTIATE(S) template class GaussSolver<S>;
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
