// Two structs of one make whose numbers differ in kind, gone over together: number by number, list
// by list, field by field. What has no such numbers is of one type in both.
#pragma once

#include "../base/fields.hpp"
#include "real.hpp"

namespace treadle {

/// number(to, from) for each number, same(to, from) for what is of one type. Lists of `to` take the
/// length of those of `from`.
template <class To, class From, class Number, class Same>
void side_by_side(To& to, const From& from, const Number& number, const Same& same) {
  if constexpr (std::is_same_v<To, From>) {
    same(to, from);
  } else if constexpr (Real<To>) {
    number(to, from);
  } else if constexpr (requires { to.resize(from.size()); }) {
    to.resize(from.size());
    for (std::size_t k = 0; k < from.size(); ++k) side_by_side(to[k], from[k], number, same);
  } else {
    for_each_field([&](auto& a, const auto& b) { side_by_side(a, b, number, same); }, to, from);
  }
}

/// The same struct with another kind of number; numbers are converted in the order of the fields.
template <class To, class From>
To cast_numbers(const From& from) {
  To out;
  const auto number = []<Real S>(S& a, const auto& b) { a = S(b); };
  side_by_side(out, from, number, [](auto& a, const auto& b) { a = b; });
  return out;
}

}  // namespace treadle
