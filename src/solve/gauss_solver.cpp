#include "gauss_solver.hpp"

#include "../linalg/dense.hpp"
#include "../scalar/instantiate.hpp"

namespace treadle {

template <Decidable S>
void GaussSolver<S>::leave_out(std::span<const int> dependent, std::span<const int> /*vanishing*/) {
  augmented_.leave_out(dependent);
}

template <Decidable S>
Report GaussSolver<S>::factor(const SaddleMatrix<S>& matrix) {
  const int dropped = augmented_.fill(matrix);
  const int column = lu_factor<S>(augmented_.matrix(), augmented_.size(), augmented_.pivots(),
                                  1e-15 * augmented_.largest());
  this->mark("factor");
  return augmented_.report(column, dropped);
}

template <Decidable S>
void GaussSolver<S>::solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
                           std::span<S> lambda) {
  augmented_.fill_right(q, gamma);
  lu_forward<S>(augmented_.matrix(), augmented_.size(), augmented_.pivots(), augmented_.x());
  this->mark("forward");
  lu_backward<S>(augmented_.matrix(), augmented_.size(), augmented_.x());
  this->mark("backward");
  augmented_.split(qdd, lambda);
}

#define TREADLE_INSTANTIATE(S) template class GaussSolver<S>;
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
