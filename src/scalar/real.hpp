// What a number must offer to pass through the kernels, and `double` as the first such number.
//
// The set of operations is closed: + - * / (and unary minus), sqrt, sincos, atan2, exp, log, tanh,
// abs, min, max, select(mask, a, b). Comparisons give masks; `select` is the only way to use one,
// so a branch on a number does not compile for scalars whose mask is not bool. Structure (integers)
// may branch freely.
#pragma once

#include <cmath>
#include <concepts>

namespace treadle {

/// Sine and cosine of one angle, computed together.
template <class S>
struct SinCos {
  S sin, cos;
};

inline double sqrt(double x) { return std::sqrt(x); }
inline SinCos<double> sincos(double x) { return {std::sin(x), std::cos(x)}; }
inline double atan2(double y, double x) { return std::atan2(y, x); }
inline double exp(double x) { return std::exp(x); }
inline double log(double x) { return std::log(x); }
inline double tanh(double x) { return std::tanh(x); }
inline double abs(double x) { return std::fabs(x); }
inline double min(double a, double b) { return b < a ? b : a; }
inline double max(double a, double b) { return a < b ? b : a; }
inline double select(bool mask, double a, double b) { return mask ? a : b; }

/// The plain number inside, for code that must pivot, rank or iterate.
inline double value(double x) { return x; }

template <class S>
concept Real = std::constructible_from<S, double> && requires(S a, S b) {
  { a + b } -> std::convertible_to<S>;
  { a - b } -> std::convertible_to<S>;
  { a* b } -> std::convertible_to<S>;
  { a / b } -> std::convertible_to<S>;
  { -a } -> std::convertible_to<S>;
  { sqrt(a) } -> std::convertible_to<S>;
  { sincos(a) } -> std::same_as<SinCos<S>>;
  { atan2(a, b) } -> std::convertible_to<S>;
  { exp(a) } -> std::convertible_to<S>;
  { log(a) } -> std::convertible_to<S>;
  { tanh(a) } -> std::convertible_to<S>;
  { abs(a) } -> std::convertible_to<S>;
  { min(a, b) } -> std::convertible_to<S>;
  { max(a, b) } -> std::convertible_to<S>;
  { select(a < b, a, b) } -> std::convertible_to<S>;
};

/// A scalar whose value may also decide a branch: pivoting, rank and iteration run on these only.
template <class S>
concept Decidable = Real<S> && requires(S a) {
  { value(a) } -> std::same_as<double>;
};

/// Scalars that are fast enough to be worth a kernel of its own for each size.
template <class S>
inline constexpr bool wants_sizes = false;
template <>
inline constexpr bool wants_sizes<double> = true;

/// Whether what was asked of numbers holds. Others that cannot decide have their own.
inline bool holds(bool mask) { return mask; }

static_assert(Decidable<double>);

}  // namespace treadle
