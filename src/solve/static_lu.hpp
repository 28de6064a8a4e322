// LU and, where it is symmetric, LDL^T of a sparse matrix in a pattern that is planned once: no
// rows are exchanged, nothing is allocated afterwards (docs/theory/stiff.md).
#pragma once

#include "../base/report.hpp"
#include "../scalar/real.hpp"
#include "static_pattern.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace treadle {

/// Values in the slots of a pattern, which must live as long, and their factors in place.
template <Real S>
class StaticFactors {
 public:
  explicit StaticFactors(const StaticPattern& pattern)
      : p_(pattern),
        values_(pattern.columns.size()),
        inverse_(pattern.place.size()),
        work_(pattern.place.size()),
        left_out_(pattern.place.size(), 0) {}

  void clear() { std::fill(values_.begin(), values_.end(), S(0.0)); }
  [[nodiscard]] std::span<S> values() { return values_; }

  /// An unknown that is zero, whatever its equation says.
  void leave_out(int unknown) { left_out_[at(p_.place[at(unknown)])] = 1; }

  /// Late unknowns whose pivot is all but zero depend on others: they are left out, and counted.
  /// Any other that is zero or no number is trouble. Numbers that cannot decide are watched.
  Report factor();
  void solve(std::span<S> x);
  /// The same where the matrix is symmetric; entries left of the diagonal are not looked at.
  Report factor_symmetric();
  void solve_symmetric(std::span<S> x);

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  /// The inverse of a pivot; `taken`: what was taken from it at most.
  void invert(int row, const S& taken, Report& report);

  const StaticPattern& p_;
  std::vector<S> values_, inverse_, work_;
  std::vector<char> left_out_;  ///< by row
};

using StaticLu = StaticFactors<double>;

/// An equation whose pivot is less than this part of what it began with says nothing new.
inline constexpr double says_nothing_new = 1e-10;

template <Real S>
void StaticFactors<S>::invert(int i, const S& taken, Report& report) {
  const S pivot = values_[at(p_.diagonal[at(i)])];
  const bool late = p_.late[at(i)] != 0;
  S& inverse = inverse_[at(i)];
  if (left_out_[at(i)] != 0) {
    inverse = S(0.0);
    return;
  }
  if constexpr (Decidable<S>) {
    if (late && !(abs(pivot) > S(says_nothing_new) * taken)) {
      inverse = S(0.0);
      ++report.dropped;
      return;
    }
    inverse = S(1.0) / pivot;
    if (!std::isfinite(value(inverse)) && report.ok())
      report = {Trouble::singular_inertia, p_.unknown[at(i)], value(pivot), report.dropped};
  } else {
    // what is eliminated is positive, and what loops get from it negative
    watch(S(0.0) < (late ? -pivot : pivot));
    inverse = S(1.0) / pivot;
  }
}

// Row by row: a_i -= l_ik u_k for all rows before it.
template <Real S>
Report StaticFactors<S>::factor() {
  Report report;
  S* const w = work_.data();
  S* const a = values_.data();
  const int* const columns = p_.columns.data();
  for (int i = 0; i < p_.n && report.ok(); ++i) {
    const int from = p_.begin[at(i)], diagonal = p_.diagonal[at(i)], to = p_.begin[at(i) + 1];
    for (int k = from; k < to; ++k) w[columns[k]] = a[k];
    S taken(0.0);
    for (int k = from; k < diagonal; ++k) {
      const int row = columns[k];
      const S l = w[row] * inverse_[at(row)];
      w[row] = l;
      if constexpr (Decidable<S>) {
        if (value(l) == 0.0) continue;
      }
      const S before = w[i];
      const int end = p_.begin[at(row) + 1];
      for (int j = p_.diagonal[at(row)] + 1; j < end; ++j) w[columns[j]] -= l * a[j];
      if constexpr (Decidable<S>) taken = max(taken, abs(w[i] - before));
    }
    for (int k = from; k < to; ++k) a[k] = w[columns[k]];
    invert(i, taken, report);
  }
  return report;
}

template <Real S>
void StaticFactors<S>::solve(std::span<S> x) {
  S* const w = work_.data();
  const S* const a = values_.data();
  const int* const columns = p_.columns.data();
  for (int i = 0; i < p_.n; ++i) {
    S sum = x[at(p_.unknown[at(i)])];
    for (int k = p_.begin[at(i)]; k < p_.diagonal[at(i)]; ++k) sum -= a[k] * w[columns[k]];
    w[i] = sum;
  }
  for (int i = p_.n; i-- > 0;) {
    S sum = w[i];
    for (int k = p_.diagonal[at(i)] + 1; k < p_.begin[at(i) + 1]; ++k) sum -= a[k] * w[columns[k]];
    w[i] = sum * inverse_[at(i)];
    x[at(p_.unknown[at(i)])] = w[i];
  }
}

// Row by row, right of the diagonal alone: l_ik is u_ki over its pivot.
template <Real S>
Report StaticFactors<S>::factor_symmetric() {
  Report report;
  S* const w = work_.data();
  S* const a = values_.data();
  const int* const columns = p_.columns.data();
  for (int i = 0; i < p_.n && report.ok(); ++i) {
    const int from = p_.begin[at(i)], diagonal = p_.diagonal[at(i)], to = p_.begin[at(i) + 1];
    for (int k = diagonal; k < to; ++k) w[columns[k]] = a[k];
    S taken(0.0);
    for (int k = from; k < diagonal; ++k) {
      const int row = columns[k], first = p_.mirror[at(k)];
      const S l = a[first] * inverse_[at(row)];
      if constexpr (Decidable<S>) {
        if (value(l) == 0.0) continue;
        taken = max(taken, abs(l * a[first]));
      }
      const int end = p_.begin[at(row) + 1];
      for (int j = first; j < end; ++j) w[columns[j]] -= l * a[j];
    }
    for (int k = diagonal; k < to; ++k) a[k] = w[columns[k]];
    invert(i, taken, report);
  }
  return report;
}

template <Real S>
void StaticFactors<S>::solve_symmetric(std::span<S> x) {
  S* const w = work_.data();
  const S* const a = values_.data();
  const int* const columns = p_.columns.data();
  for (int i = 0; i < p_.n; ++i) {
    S sum = x[at(p_.unknown[at(i)])];
    for (int k = p_.begin[at(i)]; k < p_.diagonal[at(i)]; ++k)
      sum -= a[p_.mirror[at(k)]] * w[columns[k]];
    w[i] = sum * inverse_[at(i)];
  }
  for (int i = p_.n; i-- > 0;) {
    S sum(0.0);
    for (int k = p_.diagonal[at(i)] + 1; k < p_.begin[at(i) + 1]; ++k) sum += a[k] * w[columns[k]];
    w[i] -= sum * inverse_[at(i)];
    x[at(p_.unknown[at(i)])] = w[i];
  }
}

}  // namespace treadle
