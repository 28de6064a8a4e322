// Kernels on short runs of numbers whose length the compiler knows: one jump, then straight code.
// Longer runs take the same code with a length known at run time.
#pragma once

#include "../scalar/real.hpp"

#include <type_traits>
#include <utility>

namespace treadle {

template <int N>
using Size = std::integral_constant<int, N>;

/// Calls f with n as a type if n <= Most, otherwise as a plain number.
template <int Most, class F>
inline void with_size(int n, F&& f) {
  static_assert(Most <= 16);
#define TREADLE_SIZE(N)           \
  case N:                         \
    if constexpr (N <= Most) {    \
      f(Size<N>{});               \
      return;                     \
    } else {                      \
      break;                      \
    }
  switch (n) {
    TREADLE_SIZE(0)
    TREADLE_SIZE(1)
    TREADLE_SIZE(2)
    TREADLE_SIZE(3)
    TREADLE_SIZE(4)
    TREADLE_SIZE(5)
    TREADLE_SIZE(6)
    TREADLE_SIZE(7)
    TREADLE_SIZE(8)
    TREADLE_SIZE(9)
    TREADLE_SIZE(10)
    TREADLE_SIZE(11)
    TREADLE_SIZE(12)
    TREADLE_SIZE(13)
    TREADLE_SIZE(14)
    TREADLE_SIZE(15)
    TREADLE_SIZE(16)
    default:
      break;
  }
#undef TREADLE_SIZE
  f(n);
}

/// f(Size<0>), f(Size<1>), ... one after the other; a loop where n is a plain number.
template <int N, class F>
inline void each(Size<N> /*n*/, F&& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) { (f(Size<I>{}), ...); }
  (std::make_integer_sequence<int, N>{});
}
template <class F>
inline void each(int n, F&& f) {
  for (int i = 0; i < n; ++i) f(i);
}

/// The difference of two sizes, as a type where both are types.
template <int A, int B>
constexpr Size<A - B> minus(Size<A> /*a*/, Size<B> /*b*/) {
  return {};
}
constexpr int minus(int a, int b) { return a - b; }

/// y = -s x
template <Real S, class N>
inline void assign_minus(N n, const S& s, const S* x, S* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] = -(s * x[i]);
}

/// y -= s x
template <Real S, class N>
inline void subtract(N n, const S& s, const S* x, S* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] -= s * x[i];
}

/// x^T y for n >= 1 in up to four sums side by side: as many additions as in one.
template <Real S, class N, class At>
inline S dot(N n, const S* x, At&& y) {
  S sum[4]{};
  const int lanes = n < 4 ? int(n) : 4;
  for (int i = 0; i < lanes; ++i) sum[i] = x[i] * y(i);
  int i = 4;
  for (; i + 4 <= n; i += 4) {
    for (int k = 0; k < 4; ++k) sum[k] += x[i + k] * y(i + k);
  }
  for (int k = 0; k < n - i; ++k) sum[k] += x[i + k] * y(i + k);
  if (lanes == 1) return sum[0];
  if (lanes == 2) return sum[0] + sum[1];
  if (lanes == 3) return (sum[0] + sum[1]) + sum[2];
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

}  // namespace treadle
