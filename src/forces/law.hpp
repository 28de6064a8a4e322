// A force as a function of one number: a curve through points, or a sum of powers. (F12)
#pragma once

#include "../scalar/lookup.hpp"
#include "../scalar/real.hpp"

#include <vector>

namespace treadle {

/// factor |x|^(whole + part), with the sign of x where `odd`.
template <Real S>
struct LawPower {
  int whole = 0;
  bool odd = false, has_part = false;
  S factor{}, part{};
  S share{};  ///< 1 / (whole + part + 1), for its integral

  [[nodiscard]] S value(const S& x) const { return factor * power(x, whole, odd); }
  /// From 0 to x.
  [[nodiscard]] S integral(const S& x) const { return factor * share * power(x, whole + 1, !odd); }

 private:
  [[nodiscard]] S power(const S& x, int n, bool with_sign) const {
    // x^n has the sign of an odd power by itself
    const bool plain = !has_part && with_sign == (n % 2 != 0);
    const S base = plain ? x : abs(x);
    S out = has_part ? exp(part * log(max(base, S(1e-300)))) : S(1.0);
    for (int k = 0; k < n; ++k) out = k == 0 && !has_part ? base : out * base;
    return plain || !with_sign ? out : select(x < S(0.0), -out, out);
  }
};

template <Real S>
struct Law {
  LookupTable table;
  std::vector<LawPower<S>> powers;

  [[nodiscard]] bool empty() const { return table.empty() && powers.empty(); }
  [[nodiscard]] S value(const S& x) const {
    if (!table.empty()) return lookup(table, x);
    S sum = powers.front().value(x);
    for (std::size_t k = 1; k < powers.size(); ++k) sum += powers[k].value(x);
    return sum;
  }
  /// Up to a constant.
  [[nodiscard]] S integral(const S& x) const {
    if (!table.empty()) return lookup_integral(table, x);
    S sum = powers.front().integral(x);
    for (std::size_t k = 1; k < powers.size(); ++k) sum += powers[k].integral(x);
    return sum;
  }
};

}  // namespace treadle
