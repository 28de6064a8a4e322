// The lower triangle of a sum of products x_k y_k^T, added to or taken out of columns that lie
// anywhere. All that a sparse factor does to later columns, and T^T T.
#pragma once

#include "sized.hpp"

namespace treadle {

/// What happens to the sums that are there already.
enum class Sums { begin, add, subtract };

namespace lower_product {

/// Rows of x and y, one after the other.
template <Real S>
struct Rows {
  const S *x, *y;
  std::ptrdiff_t stride;
};

template <Sums sums, Real S, int N>
inline Run<S, N> first_term(const S& y, const S* x, const S* to) {
  const auto run = Run<S, N>::load(x);
  if constexpr (sums == Sums::begin) return Run<S, N>::times(y, run);
  auto sum = Run<S, N>::load(to);
  if constexpr (sums == Sums::add) sum.add_times(y, run);
  if constexpr (sums == Sums::subtract) sum.subtract_times(y, run);
  return sum;
}

template <Sums sums, Real S, int N>
inline void next_term(const S& y, const S* x, Run<S, N>& sum) {
  if constexpr (sums == Sums::subtract) {
    sum.subtract_times(y, Run<S, N>::load(x));
  } else {
    sum.add_times(y, Run<S, N>::load(x));
  }
}

/// Part of one column: the sum over rows of y[0] times a run of x.
template <Sums sums, int N, Real S, class R>
inline void column(R rows, const Rows<S>& from, S* to) {
  auto sum = first_term<sums, S, N>(*from.y, from.x, to);
  each_in(Size<1>{}, rows,
          [&](auto k) { next_term<sums>(from.y[k * from.stride], from.x + k * from.stride, sum); });
  sum.store(to);
}

/// Four rows of `C` columns.
template <Sums sums, int C, Real S, class R>
inline void tile(R rows, const Rows<S>& from, S* const* to) {
  constexpr Size<C> columns;
  Run<S, 4> sum[C];
  each(columns, [&](auto c) { sum[c] = first_term<sums, S, 4>(from.y[c], from.x, to[c]); });
  each_in(Size<1>{}, rows, [&](auto k) {
    const S *x = from.x + k * from.stride, *y = from.y + k * from.stride;
    each(columns, [&](auto c) { next_term<sums>(y[c], x, sum[c]); });
  });
  each(columns, [&](auto c) { sum[c].store(to[c]); });
}

/// The triangle of a few columns, all of whose rows are meant.
template <Sums sums, Real S, class R, class N>
inline void triangle(R rows, N width, const Rows<S>& from, S* values, const int* columns) {
  each(width, [&](auto j) {
    in_runs(minus(width, j), [&](auto at, auto count) {
      column<sums, count>(rows, {from.x + j + at, from.y + j, from.stride},
                          values + columns[j] + at);
    });
  });
}

}  // namespace lower_product

/// values[columns[j] + i - j] = / += / -= the sum over rows of x[i] y[j], for all j <= i < width.
/// Cut from the end, as all kernels cut runs.
template <Sums sums, Real S, class R>
inline void symmetric_product(R rows, int width, std::ptrdiff_t stride, const S* x, const S* y,
                              S* values, const int* columns) {
  using lower_product::Rows;
  const auto part = [&](std::ptrdiff_t i, std::ptrdiff_t j) {
    return Rows<S>{x + i, y + j, stride};
  };
  if (width <= 6) {
    with_few<S>(width, [&](auto n) {
      lower_product::triangle<sums>(rows, n, part(0, 0), values, columns);
    });
    return;
  }
  int first = width % 4;
  for (int j = 0; j < first; ++j) {
    in_runs(width - j, [&](std::ptrdiff_t at, auto count) {
      lower_product::column<sums, count>(rows, part(j + at, j), values + columns[j] + at);
    });
  }
  for (; first < width; first += 4) {
    lower_product::triangle<sums>(rows, Size<4>{}, part(first, first), values, columns + first);
    for (int i = first + 4; i < width; i += 4) {
      S* to[4];
      for (int j = 0; j < 4; ++j) to[j] = values + columns[first + j] + i - first - j;
      lower_product::tile<sums, 4>(rows, part(i, first), to);
    }
  }
}

}  // namespace treadle
