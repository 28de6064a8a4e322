#include "jordan_solver.hpp"

#include "../scalar/instantiate.hpp"

#include <algorithm>
#include <utility>

namespace treadle {

template <Decidable S>
JordanSolver<S>::JordanSolver(const SaddlePattern& pattern)
    : augmented_(pattern),
      inverse_(augmented_.matrix().size()),
      right_(static_cast<std::size_t>(augmented_.size())) {}

template <Decidable S>
void JordanSolver<S>::leave_out(std::span<const int> dependent,
                                std::span<const int> /*vanishing*/) {
  augmented_.leave_out(dependent);
}

template <Decidable S>
Report JordanSolver<S>::factor(const SaddleMatrix<S>& matrix) {
  const int dropped = augmented_.fill(matrix), n = augmented_.size();
  S* a = augmented_.matrix().data();
  std::fill(inverse_.begin(), inverse_.end(), S(0.0));
  for (int i = 0; i < n; ++i) inverse_[static_cast<std::size_t>(i * (n + 1))] = S(1.0);
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i) {
      if (value(abs(a[pivot * n + k])) < value(abs(a[i * n + k]))) pivot = i;
    }
    if (value(abs(a[pivot * n + k])) <= 1e-15 * augmented_.largest())
      return augmented_.report(k, dropped);
    for (S* m : {a, inverse_.data()}) {
      if (pivot != k) std::swap_ranges(m + k * n, m + (k + 1) * n, m + pivot * n);
    }
    const S scale = S(1.0) / a[k * n + k];
    for (S* m : {a, inverse_.data()}) {
      for (int j = 0; j < n; ++j) m[k * n + j] = m[k * n + j] * scale;
    }
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      const S factor = a[i * n + k];
      for (S* m : {a, inverse_.data()}) {
        for (int j = 0; j < n; ++j) m[i * n + j] -= factor * m[k * n + j];
      }
    }
  }
  return augmented_.report(-1, dropped);
}

template <Decidable S>
void JordanSolver<S>::solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
                            std::span<S> lambda) {
  augmented_.fill_right(q, gamma);
  const std::span<S> x = augmented_.x();
  std::copy(x.begin(), x.end(), right_.begin());
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = S(0.0);
    for (std::size_t j = 0; j < x.size(); ++j) x[i] += inverse_[i * x.size() + j] * right_[j];
  }
  augmented_.split(qdd, lambda);
}

#define TREADLE_INSTANTIATE(S) template class JordanSolver<S>;
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
