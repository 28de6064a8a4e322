#include "sparse_solver.hpp"

#include "../scalar/instantiate.hpp"

#include <algorithm>

namespace treadle {

template <Decidable S>
SparseSolver<S>::SparseSolver(const SaddlePattern& pattern, SparseLibrary& library,
                              SparseAugmented::Part part)
    : library_(library), system_(pattern, part) {
  make();
}

template <Decidable S>
void SparseSolver<S>::make() {
  factors_ = library_.make(system_.columns());
  chosen_at_.assign(system_.numbers().size(), 0.0);
  chosen_ = false;
}

template <Decidable S>
void SparseSolver<S>::leave_out(std::span<const int> dependent,
                                std::span<const int> /*vanishing*/) {
  if (system_.leave_out(dependent)) make();
}

template <Decidable S>
Report SparseSolver<S>::factor(const SaddleMatrix<S>& matrix) {
  system_.fill(matrix);
  SparseOutcome outcome;
  if (system_.finite()) outcome = factors_->factor(system_.numbers(), system_.largest(), false);
  if (outcome.fresh) {
    std::copy(system_.numbers().begin(), system_.numbers().end(), chosen_at_.begin());
    largest_ = system_.largest();
    chosen_ = true;
  }
  this->mark("factor");
  return system_.report(outcome);
}

template <Decidable S>
void SparseSolver<S>::solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
                            std::span<S> lambda) {
  factors_->solve(system_.right(q, gamma));
  system_.split(qdd, lambda);
  this->mark("solve");
}

template <Decidable S>
void SparseSolver<S>::keep(Keep& keep) {
  keep(chosen_, largest_, chosen_at_);
  if (keep.restoring() && chosen_) factors_->factor(chosen_at_, largest_, true);
}

#define TREADLE_INSTANTIATE(S) template class SparseSolver<S>;
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
