#include "symmetric_solver.hpp"

#include "../linalg/symmetric.hpp"
#include "../scalar/instantiate.hpp"

namespace treadle {

template <Decidable S>
void SymmetricSolver<S>::leave_out(std::span<const int> dependent,
                                   std::span<const int> /*vanishing*/) {
  augmented_.leave_out(dependent);
}

template <Decidable S>
Report SymmetricSolver<S>::factor(const SaddleMatrix<S>& matrix) {
  const int dropped = augmented_.fill(matrix);
  const int column = symmetric_factor<S>(augmented_.matrix(), augmented_.size(),
                                         augmented_.pivots(), 1e-15 * augmented_.largest());
  this->mark("factor");
  return augmented_.report(column, dropped);
}

template <Decidable S>
void SymmetricSolver<S>::solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
                               std::span<S> lambda) {
  augmented_.fill_right(q, gamma);
  symmetric_forward<S>(augmented_.matrix(), augmented_.size(), augmented_.pivots(), augmented_.x());
  this->mark("forward");
  symmetric_backward<S>(augmented_.matrix(), augmented_.size(), augmented_.pivots(),
                        augmented_.x());
  this->mark("backward");
  augmented_.split(qdd, lambda);
}

#define TREADLE_INSTANTIATE(S) template class SymmetricSolver<S>;
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
