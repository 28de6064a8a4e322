// The fields of a plain struct, in the order in which it declares them: what goes over all of them
// asks here, so that a new field is one line and nobody can forget it.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace treadle {

namespace detail {

/// Stands for a value of any type where only its place matters.
struct AnyValue {
  template <class T>
  operator T() const;  // NOLINT: must convert by itself
};

template <std::size_t>
using AnyAt = AnyValue;

template <class T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires { T{AnyAt<I>{}...}; };
}

/// How many values a struct can be made from.
template <class T, std::size_t N = 0>
constexpr std::size_t count_fields() {
  if constexpr (takes<T>(std::make_index_sequence<N + 1>{})) {
    return count_fields<T, N + 1>();
  } else {
    return N;
  }
}

}  // namespace detail

template <class T>
inline constexpr std::size_t field_count = detail::count_fields<std::remove_const_t<T>>();
template <class T, std::size_t N>
inline constexpr std::size_t field_count<std::array<T, N>> = N;
template <class T, std::size_t N>
inline constexpr std::size_t field_count<const std::array<T, N>> = N;

/// All fields, by reference; of an array its elements.
template <class T>
constexpr auto fields_of(T& x) {
  constexpr std::size_t n = field_count<T>;
  static_assert(std::is_aggregate_v<T>, "only a plain struct shows its fields");
  static_assert(n <= 24, "write more lines below");
  // clang-format off
#define TREADLE_FIELDS(N, ...) \
  else if constexpr (n == N) { auto& [__VA_ARGS__] = x; return std::tie(__VA_ARGS__); }
  if constexpr (n == 0) { return std::tuple<>(); }
  TREADLE_FIELDS(1, a)
  TREADLE_FIELDS(2, a, b)
  TREADLE_FIELDS(3, a, b, c)
  TREADLE_FIELDS(4, a, b, c, d)
  TREADLE_FIELDS(5, a, b, c, d, e)
  TREADLE_FIELDS(6, a, b, c, d, e, f)
  TREADLE_FIELDS(7, a, b, c, d, e, f, g)
  TREADLE_FIELDS(8, a, b, c, d, e, f, g, h)
  TREADLE_FIELDS(9, a, b, c, d, e, f, g, h, i)
  TREADLE_FIELDS(10, a, b, c, d, e, f, g, h, i, j)
  TREADLE_FIELDS(11, a, b, c, d, e, f, g, h, i, j, k)
  TREADLE_FIELDS(12, a, b, c, d, e, f, g, h, i, j, k, l)
  TREADLE_FIELDS(13, a, b, c, d, e, f, g, h, i, j, k, l, m)
  TREADLE_FIELDS(14, a, b, c, d, e, f, g, h, i, j, k, l, m, o)
  TREADLE_FIELDS(15, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p)
  TREADLE_FIELDS(16, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q)
  TREADLE_FIELDS(17, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r)
  TREADLE_FIELDS(18, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s)
  TREADLE_FIELDS(19, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t)
  TREADLE_FIELDS(20, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u)
  TREADLE_FIELDS(21, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v)
  TREADLE_FIELDS(22, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w)
  TREADLE_FIELDS(23, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y)
  TREADLE_FIELDS(24, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z)
#undef TREADLE_FIELDS
  // clang-format on
}

/// visit(first field of each), visit(second field of each), ... of structs with equally many.
template <class F, class First, class... More>
constexpr void for_each_field(F&& visit, First& first, More&... more) {
  static_assert(((field_count<First> == field_count<More>)&&...));
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto at = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
      visit(std::get<K>(fields_of(first)), std::get<K>(fields_of(more))...);
    };
    (at(std::integral_constant<std::size_t, I>{}), ...);
  }
  (std::make_index_sequence<field_count<First>>{});
}

/// visit(part) for all parts of one type, wherever they are in it.
template <class Part, class T, class F>
constexpr void for_each_part(T& x, const F& visit) {
  if constexpr (std::is_same_v<std::remove_const_t<T>, Part>) {
    visit(x);
  } else if constexpr (requires { x.begin(); }) {
    for (auto& one : x) for_each_part<Part>(one, visit);
  } else if constexpr (std::is_aggregate_v<T>) {
    for_each_field([&](auto& field) { for_each_part<Part>(field, visit); }, x);
  }
}

}  // namespace treadle
