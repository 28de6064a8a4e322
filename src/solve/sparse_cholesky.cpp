#include "sparse_cholesky.hpp"

#include "../scalar/instantiate.hpp"
#include "sized.hpp"

#include <algorithm>
#include <utility>

namespace treadle {

template <Real S, class Pivot>
SparseCholesky<S, Pivot>::SparseCholesky(LowerPattern pattern)
    : pattern_(std::move(pattern)),
      values_(pattern_.rows.size() + static_cast<std::size_t>(pattern_.n)),
      start_(static_cast<std::size_t>(pattern_.n)),
      inverse_(static_cast<std::size_t>(pattern_.n)) {
  const auto& rows = pattern_.rows;
  for (const int row : rows) targets_.push_back(column(row));
  // A column updates the columns of its entries. Where these begin with the rest of its entries
  // (trees numbered leaves first; dense matrices) the targets follow each other without an index.
  for (int j = 0; j < pattern_.n; ++j) {
    const int first = pattern_.begin[static_cast<std::size_t>(j)],
              last = pattern_.begin[static_cast<std::size_t>(j) + 1];
    Column c{column(j) + 1, last - first, first, static_cast<int>(slots_.size()), true, true};
    for (int a = first; a < last; ++a) {
      const auto i = static_cast<std::size_t>(rows[static_cast<std::size_t>(a)]);
      const auto rest = rows.begin() + a + 1, end = rows.begin() + last;
      const auto own = rows.begin() + pattern_.begin[i];
      const bool room = pattern_.begin[i + 1] - pattern_.begin[i] >= last - a - 1;
      if (!room || !std::equal(rest, end, own)) c.chained = false;
      if (static_cast<int>(i) != j + 1 + a - first) c.contiguous = false;
    }
    if (!c.chained) {
      for (int a = first; a < last; ++a) {
        for (int b = a; b < last; ++b) {
          slots_.push_back(
              place(rows[static_cast<std::size_t>(b)], rows[static_cast<std::size_t>(a)]));
        }
      }
    }
    columns_.push_back(c);
  }
}

template <Real S, class Pivot>
int SparseCholesky<S, Pivot>::place(int row, int column_of) const {
  if (row == column_of) return column(column_of);
  return pattern_.slot(row, column_of) + column_of + 1;
}

// Right-looking: the finished column goes out of all columns it has entries in.
template <Real S, class Pivot>
template <class N>
void SparseCholesky<S, Pivot>::eliminate_column(const Column& column, N n, const S& inverse) {
  S* c = values_.data() + column.at;
  const int* target = targets_.data() + column.rows_at;
  S* values = values_.data();
  if constexpr (Pivot::root) scale(n, inverse, c, c);
  each(n, [&](auto a) {
    const S l = Pivot::root ? c[a] : c[a] * inverse;
    subtract(minus(n, a), l, c + a, values + target[a]);
    if constexpr (!Pivot::root) c[a] = l;
  });
}

template <Real S, class Pivot>
Report SparseCholesky<S, Pivot>::factor(double tolerance) {
  Report report;
  const S one(1.0), zero(0.0);
  const std::size_t n = columns_.size();
  for (std::size_t j = 0; j < n; ++j)
    start_[j] = values_[static_cast<std::size_t>(columns_[j].at - 1)];
  for (std::size_t j = 0; j < n; ++j) {
    const Column& column = columns_[j];
    const S pivot = values_[static_cast<std::size_t>(column.at - 1)];
    const auto good = counts_as_pivot(pivot, tolerance, start_[j]);
    if constexpr (Decidable<S>) {
      if (!good) {
        if (report.dropped == 0) {
          report.index = static_cast<int>(j);
          report.value = value(pivot);
        }
        ++report.dropped;
      }
    }
    const S inverse = select(good, Pivot::invert(select(good, pivot, one)), zero);
    inverse_[j] = inverse;
    if (column.chained) {
      with_size<16>(column.entries, [&](auto size) { eliminate_column(column, size, inverse); });
      continue;
    }
    S* c = values_.data() + column.at;
    if constexpr (Pivot::root) {
      for (int a = 0; a < column.entries; ++a) c[a] *= inverse;
    }
    const int* slot = slots_.data() + column.slots_at;
    for (int a = 0; a < column.entries; ++a) {
      const S l = Pivot::root ? c[a] : c[a] * inverse;
      for (int b = a; b < column.entries; ++b)
        values_[static_cast<std::size_t>(*slot++)] -= l * c[b];
      c[a] = l;
    }
  }
  return report;
}

template <Real S, class Pivot>
void SparseCholesky<S, Pivot>::forward(std::span<S> x) const {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Column& column = columns_[j];
    const S scaled = x[j] * inverse_[j];
    const S xj = Pivot::root ? scaled : x[j];
    x[j] = scaled;
    const S* c = values_.data() + column.at;
    S* to = x.data();
    if (column.contiguous) {
      with_size<16>(column.entries, [&](auto n) { subtract(n, xj, c, to + j + 1); });
    } else {
      const int* rows = pattern_.rows.data() + column.rows_at;
      for (int a = 0; a < column.entries; ++a) to[rows[a]] -= c[a] * xj;
    }
  }
}

template <Real S, class Pivot>
void SparseCholesky<S, Pivot>::backward(std::span<S> x) const {
  for (std::size_t j = columns_.size(); j-- > 0;) {
    const Column& column = columns_[j];
    // the unknown that was found last comes last, so that nothing else waits for it
    S xj = x[j];
    const S* c = values_.data() + column.at;
    const S* from = x.data();
    if (column.contiguous) {
      with_size<16>(column.entries, [&](auto n) {
        each(n, [&](auto a) { xj -= c[n - 1 - a] * from[j + std::size_t(n - a)]; });
      });
    } else {
      const int* rows = pattern_.rows.data() + column.rows_at;
      for (int a = column.entries; a-- > 0;) xj -= c[a] * from[rows[a]];
    }
    if constexpr (Pivot::root) xj *= inverse_[j];
    x[j] = xj;
  }
}

#define TREADLE_INSTANTIATE(S)                 \
  template class SparseCholesky<S, RootPivot>; \
  template class SparseCholesky<S, PlainPivot>;
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
