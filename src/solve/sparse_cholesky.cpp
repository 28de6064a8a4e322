#include "sparse_cholesky.hpp"

#include "../scalar/instantiate.hpp"

#include <algorithm>
#include <utility>

namespace treadle {

template <Real S>
SparseCholesky<S>::SparseCholesky(LowerPattern pattern)
    : pattern_(std::move(pattern)),
      diagonal_(static_cast<std::size_t>(pattern_.n)),
      lower_(pattern_.rows.size()),
      inverse_(static_cast<std::size_t>(pattern_.n)) {
  analyse();
}

// A column updates the columns of its entries. Where each column's entries are its parent and the
// parent's entries (trees numbered leaves first; dense matrices), targets follow each other without
// an index.
template <Real S>
void SparseCholesky<S>::analyse() {
  const auto n = static_cast<std::size_t>(pattern_.n);
  const auto& begin = pattern_.begin;
  const auto& rows = pattern_.rows;
  chained_.assign(n, 1);
  slot_at_.assign(n, 0);
  for (std::size_t j = n; j-- > 0;) {
    if (begin[j] == begin[j + 1]) continue;
    const auto parent = static_cast<std::size_t>(rows[static_cast<std::size_t>(begin[j])]);
    const bool same = std::equal(rows.begin() + begin[j] + 1, rows.begin() + begin[j + 1],
                                 rows.begin() + begin[parent], rows.begin() + begin[parent + 1]);
    chained_[j] = same && chained_[parent] != 0 ? 1 : 0;
    if (chained_[j] != 0) continue;
    slot_at_[j] = static_cast<int>(slots_.size());
    for (int a = begin[j]; a < begin[j + 1]; ++a) {
      for (int b = a + 1; b < begin[j + 1]; ++b) {
        slots_.push_back(
            pattern_.slot(rows[static_cast<std::size_t>(b)], rows[static_cast<std::size_t>(a)]));
      }
    }
  }
}

template <Real S>
Report SparseCholesky<S>::factor(double tolerance) {
  Report report;
  const S one(1.0), zero(0.0);
  for (std::size_t j = 0; j < inverse_.size(); ++j) inverse_[j] = S(tolerance) * diagonal_[j];
  for (std::size_t j = 0; j < inverse_.size(); ++j) {
    // pivot: until here inverse_ holds the least value that counts
    const S pivot = diagonal_[j];
    const auto good = inverse_[j] < pivot;
    if constexpr (Decidable<S>) {
      if (!(value(inverse_[j]) < value(pivot))) {
        if (report.dropped == 0) {
          report.index = static_cast<int>(j);
          report.value = value(pivot);
        }
        ++report.dropped;
      }
    }
    const S inverse = select(good, one / sqrt(select(good, pivot, one)), zero);
    inverse_[j] = inverse;
    const int first = pattern_.begin[j], last = pattern_.begin[j + 1];
    for (int s = first; s < last; ++s) lower_[static_cast<std::size_t>(s)] *= inverse;
    // right-looking: this column goes out of all columns it has entries in
    const int* slot = slots_.data() + slot_at_[j];
    for (int a = first; a < last; ++a) {
      const auto i = static_cast<std::size_t>(pattern_.rows[static_cast<std::size_t>(a)]);
      const S l = lower_[static_cast<std::size_t>(a)];
      diagonal_[i] -= l * l;
      const S* from = lower_.data() + a + 1;
      const int count = last - a - 1;
      if (chained_[j] != 0) {
        S* to = lower_.data() + pattern_.begin[i];
        for (int b = 0; b < count; ++b) to[b] -= l * from[b];
      } else {
        for (int b = 0; b < count; ++b) lower_[static_cast<std::size_t>(slot[b])] -= l * from[b];
        slot += count;
      }
    }
  }
  return report;
}

template <Real S>
void SparseCholesky<S>::forward(std::span<S> x) const {
  for (std::size_t j = 0; j < inverse_.size(); ++j) {
    const S xj = x[j] * inverse_[j];
    x[j] = xj;
    for (int s = pattern_.begin[j]; s < pattern_.begin[j + 1]; ++s) {
      x[static_cast<std::size_t>(pattern_.rows[static_cast<std::size_t>(s)])] -=
          lower_[static_cast<std::size_t>(s)] * xj;
    }
  }
}

template <Real S>
void SparseCholesky<S>::backward(std::span<S> x) const {
  for (std::size_t j = inverse_.size(); j-- > 0;) {
    S sum = x[j];
    for (int s = pattern_.begin[j]; s < pattern_.begin[j + 1]; ++s) {
      sum -= lower_[static_cast<std::size_t>(s)] *
             x[static_cast<std::size_t>(pattern_.rows[static_cast<std::size_t>(s)])];
    }
    x[j] = sum * inverse_[j];
  }
}

#define TREADLE_INSTANTIATE(S) template class SparseCholesky<S>;
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
