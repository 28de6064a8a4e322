// A number with its derivative along one direction: forward differentiation. A law that is written
// once on a scalar has its exact local Jacobian with it.
#pragma once

#include "lookup.hpp"

namespace treadle {

/// How a table goes on at a place; others that cannot search have their own.
inline double lookup_slope(const LookupTable& table, double x) { return look(table, x).slope; }

template <Real S>
class DualOf {
 public:
  DualOf() = default;
  explicit DualOf(S value, S slope = S(0.0)) : x_(value), d_(slope) {}
  explicit DualOf(double value) requires(!std::same_as<S, double>) : x_(value), d_(0.0) {}

  [[nodiscard]] S slope() const { return d_; }
  [[nodiscard]] S number() const { return x_; }

  friend DualOf operator+(DualOf a, DualOf b) { return DualOf(a.x_ + b.x_, a.d_ + b.d_); }
  friend DualOf operator-(DualOf a, DualOf b) { return DualOf(a.x_ - b.x_, a.d_ - b.d_); }
  friend DualOf operator*(DualOf a, DualOf b) {
    return DualOf(a.x_ * b.x_, a.d_ * b.x_ + a.x_ * b.d_);
  }
  friend DualOf operator/(DualOf a, DualOf b) {
    return DualOf(a.x_ / b.x_, (a.d_ - a.x_ / b.x_ * b.d_) / b.x_);
  }
  friend DualOf operator-(DualOf a) { return DualOf(-a.x_, -a.d_); }
  DualOf& operator+=(DualOf b) { return *this = *this + b; }
  DualOf& operator-=(DualOf b) { return *this = *this - b; }
  DualOf& operator*=(DualOf b) { return *this = *this * b; }
  friend auto operator<(DualOf a, DualOf b) { return a.x_ < b.x_; }
  friend auto operator>(DualOf a, DualOf b) { return a.x_ > b.x_; }

  friend DualOf sqrt(DualOf a) {
    const S root = sqrt(a.x_);
    return DualOf(root, S(0.5) * a.d_ / root);
  }
  friend SinCos<DualOf> sincos(DualOf a) {
    const auto [s, c] = sincos(a.x_);
    return {DualOf(s, c * a.d_), DualOf(c, -s * a.d_)};
  }
  friend DualOf atan2(DualOf y, DualOf x) {
    return DualOf(atan2(y.x_, x.x_), (x.x_ * y.d_ - y.x_ * x.d_) / (x.x_ * x.x_ + y.x_ * y.x_));
  }
  friend DualOf exp(DualOf a) {
    const S e = exp(a.x_);
    return DualOf(e, e * a.d_);
  }
  friend DualOf log(DualOf a) { return DualOf(log(a.x_), a.d_ / a.x_); }
  friend DualOf tanh(DualOf a) {
    const S t = tanh(a.x_);
    return DualOf(t, (S(1.0) - t * t) * a.d_);
  }
  friend DualOf abs(DualOf a) { return select(a.x_ < S(0.0), -a, a); }
  friend DualOf min(DualOf a, DualOf b) { return select(b.x_ < a.x_, b, a); }
  friend DualOf max(DualOf a, DualOf b) { return select(a.x_ < b.x_, b, a); }
  template <class Mask>
  friend DualOf select(Mask mask, DualOf a, DualOf b) {
    return DualOf(select(mask, a.x_, b.x_), select(mask, a.d_, b.d_));
  }
  friend double value(DualOf a) requires(Decidable<S>) { return value(a.x_); }
  friend DualOf lookup(const LookupTable& table, DualOf a) {
    return DualOf(lookup(table, a.x_), lookup_slope(table, a.x_) * a.d_);
  }
  friend DualOf lookup_integral(const LookupTable& table, DualOf a) {
    return DualOf(lookup_integral(table, a.x_), lookup(table, a.x_) * a.d_);
  }

 private:
  S x_{}, d_{};
};

using Dual = DualOf<double>;
static_assert(Decidable<Dual>);

}  // namespace treadle
