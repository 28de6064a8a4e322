// Short columns of numbers, their length known at compile time where it matters (N > 0) or not
// (N = 0). No sum starts from zero.
#pragma once

#include "../scalar/real.hpp"
#include "sized.hpp"

#include <type_traits>

namespace treadle {

/// y = a x
template <int N, Real S>
inline void scaled_column(const S& a, const S* x, S* y, int n) {
  if constexpr (N > 0) {
    scale(Size<N>{}, a, x, y);
  } else {
    for (int i = 0; i < n; ++i) y[i] = a * x[i];
  }
}

/// y += x
template <int N, Real S>
inline void sum_column(const S* x, S* y, int n) {
  const int count = N > 0 ? N : n;
  for (int i = 0; i < count; ++i) y[i] += x[i];
}

/// y += a x
template <int N, Real S>
inline void add_column(const S& a, const S* x, S* y, int n) {
  if constexpr (N > 0) {
    add(Size<N>{}, a, x, y);
  } else {
    for (int i = 0; i < n; ++i) y[i] += a * x[i];
  }
}

/// y -= a x
template <int N, Real S>
inline void take_column(const S& a, const S* x, S* y, int n) {
  if constexpr (N > 0) {
    subtract(Size<N>{}, a, x, y);
  } else {
    for (int i = 0; i < n; ++i) y[i] -= a * x[i];
  }
}

/// x^T y, n > 0
template <int N, Real S>
inline S product(const S* x, const S* y, int n) {
  const int count = N > 0 ? N : n;
  S sum = x[0] * y[0];
  for (int i = 1; i < count; ++i) sum += x[i] * y[i];
  return sum;
}

/// Calls f with the length as a constant where it is `Known`, else with 0; only fast numbers are
/// worth several copies of a kernel.
template <Real S, int... Known, class F>
decltype(auto) with_length(int n, F&& f) {
  using R = std::invoke_result_t<F, std::integral_constant<int, 0>>;
  if constexpr (!wants_sizes<S>) {
    return f(std::integral_constant<int, 0>{});
  } else if constexpr (std::is_void_v<R>) {
    bool done = false;
    ((n == Known ? (f(std::integral_constant<int, Known>{}), done = true) : false) || ...);
    if (!done) f(std::integral_constant<int, 0>{});
  } else {
    R result{};
    bool done = false;
    ((n == Known ? (result = f(std::integral_constant<int, Known>{}), done = true) : false) || ...);
    if (!done) result = f(std::integral_constant<int, 0>{});
    return result;
  }
}

/// LU without interchanges: reciprocals of the pivots apart, L with unit diagonal, by rows.
template <int N, Real S>
inline void lu_in_order(S* a, S* inverse, int n) {
  const int m = N > 0 ? N : n;
  for (int k = 0; k < m; ++k) {
    const S f = S(1.0) / a[k * m + k];
    inverse[k] = f;
    for (int i = k + 1; i < m; ++i) {
      const S l = a[i * m + k] * f;
      a[i * m + k] = l;
      for (int j = k + 1; j < m; ++j) a[i * m + j] -= l * a[k * m + j];
    }
  }
}

/// L U x = b, in place.
template <int N, Real S>
inline void lu_in_order_solve(const S* a, const S* inverse, S* x, int n) {
  const int m = N > 0 ? N : n;
  for (int i = 1; i < m; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= a[i * m + k] * x[k];
  }
  for (int i = m - 1; i >= 0; --i) {
    for (int j = i + 1; j < m; ++j) x[i] -= a[i * m + j] * x[j];
    x[i] *= inverse[i];
  }
}

/// (L U)^T x = b, in place.
template <Real S>
void lu_in_order_transpose_solve(const S* a, const S* inverse, S* x, int m) {
  for (int i = 0; i < m; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= a[k * m + i] * x[k];
    x[i] *= inverse[i];
  }
  for (int i = m - 1; i >= 0; --i) {
    for (int k = i + 1; k < m; ++k) x[i] -= a[k * m + i] * x[k];
  }
}

}  // namespace treadle
