// Kernels on short runs of numbers whose length the compiler knows: one jump, then straight code.
// Longer runs take the same code with a length known at run time.
#pragma once

#include "../scalar/real.hpp"

#include <cassert>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace treadle {

template <int N>
using Size = std::integral_constant<int, N>;

/// Calls f with n as a type if n <= Most, otherwise as a plain number.
template <int Most, class F>
inline void with_size(int n, F&& f) {
  static_assert(Most <= 16);
#define TREADLE_SIZE(N)        \
  case N:                      \
    if constexpr (N <= Most) { \
      f(Size<N>{});            \
      return;                  \
    } else {                   \
      break;                   \
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

/// The same for up to six. Only plain numbers are worth several copies of a kernel.
template <Real S, class F>
inline void with_width(int n, F&& f) {
  if constexpr (std::is_same_v<S, double>) {
    with_size<6>(n, f);
  } else {
    f(n);
  }
}

/// The same where n is known to be one of 1 to 6.
template <Real S, class F>
inline void with_few(int n, F&& f) {
  assert(1 <= n && n <= 6);
  if constexpr (std::is_same_v<S, double>) {
    switch (n) {
      case 1:
        return f(Size<1>{});
      case 2:
        return f(Size<2>{});
      case 3:
        return f(Size<3>{});
      case 4:
        return f(Size<4>{});
      case 5:
        return f(Size<5>{});
      case 6:
        return f(Size<6>{});
      default:
        return;
    }
  } else {
    f(n);
  }
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

/// f(first), ... f(last - 1) in the same way.
template <int A, int B, class F>
inline void each_in(Size<A> /*first*/, Size<B> /*last*/, F&& f) {
  each(Size<(B > A ? B - A : 0)>{}, [&](auto i) { f(Size<A + i>{}); });
}
template <class F>
inline void each_in(int first, int last, F&& f) {
  for (int i = first; i < last; ++i) f(i);
}

/// The size after this one.
template <int N>
constexpr Size<N + 1> after(Size<N> /*n*/) {
  return {};
}
constexpr int after(int n) { return n + 1; }

/// The difference of two sizes, as a type where both are types.
template <int A, int B>
constexpr Size<A - B> minus(Size<A> /*a*/, Size<B> /*b*/) {
  return {};
}
constexpr int minus(int a, int b) { return a - b; }

/// N numbers side by side: 1, 2 or 4 of them.
template <Real S, int N>
struct Run {
  S v[N];

  static Run load(const S* x) {
    Run run;
    for (int i = 0; i < N; ++i) run.v[i] = x[i];
    return run;
  }
  void store(S* y) const {
    for (int i = 0; i < N; ++i) y[i] = v[i];
  }
  static Run times(const S& s, const Run& x) {
    Run run;
    for (int i = 0; i < N; ++i) run.v[i] = s * x.v[i];
    return run;
  }
  void add_times(const S& s, const Run& x) {
    for (int i = 0; i < N; ++i) v[i] += s * x.v[i];
  }
  void subtract_times(const S& s, const Run& x) {
    for (int i = 0; i < N; ++i) v[i] -= s * x.v[i];
  }
  static Run product(const Run& x, const Run& y) {
    Run run;
    for (int i = 0; i < N; ++i) run.v[i] = x.v[i] * y.v[i];
    return run;
  }
  void add_product(const Run& x, const Run& y) {
    for (int i = 0; i < N; ++i) v[i] += x.v[i] * y.v[i];
  }
  void negate() {
    for (int i = 0; i < N; ++i) v[i] = -v[i];
  }
};

#ifdef __GNUC__  // gcc and clang: the registers of the machine, whatever the optimizer thinks
template <int N>
requires(N == 2 || N == 4) struct Run<double, N> {
  typedef double Numbers __attribute__((vector_size(8 * N)));
  typedef double Memory __attribute__((vector_size(8 * N), aligned(8), may_alias));
  Numbers v;

  static Run load(const double* x) { return {*reinterpret_cast<const Memory*>(x)}; }
  void store(double* y) const { *reinterpret_cast<Memory*>(y) = v; }
  static Run times(double s, const Run& x) { return {s * x.v}; }
  void add_times(double s, const Run& x) { v += s * x.v; }
  void subtract_times(double s, const Run& x) { v -= s * x.v; }
  static Run product(const Run& x, const Run& y) { return {x.v * y.v}; }
  void add_product(const Run& x, const Run& y) { v += x.v * y.v; }
  void negate() { v = -v; }
};
#endif

/// f(offset, length) for runs of four, odd ones first. Arrays that end at the same place are so cut
/// at the same places, however they begin: what one kernel has just stored the next one loads in
/// the same pieces, without waiting.
template <class N, class F>
inline void in_runs(N n, F&& f) {
  if constexpr (std::is_same_v<N, int>) {
    if ((n & 1) != 0) f(0, Size<1>{});
    if ((n & 2) != 0) f(n & 1, Size<2>{});
    for (std::ptrdiff_t at = n & 3; at < n; at += 4) f(at, Size<4>{});
  } else {
    if constexpr ((n & 1) != 0) f(Size<0>{}, Size<1>{});
    if constexpr ((n & 2) != 0) f(Size<(n & 1)>{}, Size<2>{});
    each(Size<n / 4>{}, [&](auto k) { f(Size<(n & 3) + 4 * k>{}, Size<4>{}); });
  }
}

/// The same runs from the last one to the first.
template <class F>
inline void in_runs_back(int n, F&& f) {
  for (std::ptrdiff_t at = n - 4; at >= 0; at -= 4) f(at, Size<4>{});
  if ((n & 2) != 0) f(n & 1, Size<2>{});
  if ((n & 1) != 0) f(0, Size<1>{});
}

/// y -= s x
template <Real S, class N>
inline void subtract(N n, const S& s, const S* x, S* y) {
  in_runs(n, [&](auto at, auto count) {
    auto run = Run<S, count>::load(y + at);
    run.subtract_times(s, Run<S, count>::load(x + at));
    run.store(y + at);
  });
}

/// y += s x
template <Real S, class N>
inline void add(N n, const S& s, const S* x, S* y) {
  in_runs(n, [&](auto at, auto count) {
    auto run = Run<S, count>::load(y + at);
    run.add_times(s, Run<S, count>::load(x + at));
    run.store(y + at);
  });
}

/// y = s x; both may be the same.
template <Real S, class N>
inline void scale(N n, const S& s, const S* x, S* y) {
  in_runs(n, [&](auto at, auto count) {
    Run<S, count>::times(s, Run<S, count>::load(x + at)).store(y + at);
  });
}

/// The sum of the numbers of a run, halves first.
template <Real S, int N>
inline S total(const Run<S, N>& run) {
  if constexpr (N == 1) return run.v[0];
  if constexpr (N == 2) return run.v[0] + run.v[1];
  if constexpr (N == 4) return (run.v[0] + run.v[2]) + (run.v[1] + run.v[3]);
}

/// x^T y for n >= 1, in runs: as many additions as in one sum.
template <Real S, class N>
inline S dot(N n, const S* x, const S* y) {
  using Four = Run<S, 4>;
  const int odd = n & 3;
  Four fours;
  if (n >= 4) fours = Four::product(Four::load(x + odd), Four::load(y + odd));
  for (int i = odd + 4; i < n; i += 4) fours.add_product(Four::load(x + i), Four::load(y + i));
  if (odd == 0) return total(fours);
  S sum = x[0] * y[0];
  for (int i = 1; i < odd; ++i) sum += x[i] * y[i];
  return n < 4 ? sum : sum + total(fours);
}

}  // namespace treadle
