// A number with its derivative along one direction: forward differentiation. A law that is written
// once on a scalar has its exact local Jacobian with it.
#pragma once

#include "lookup.hpp"

namespace treadle {

class Dual {
 public:
  Dual() = default;
  explicit Dual(double value, double slope = 0.0) : x_(value), d_(slope) {}

  [[nodiscard]] double slope() const { return d_; }

  friend Dual operator+(Dual a, Dual b) { return Dual(a.x_ + b.x_, a.d_ + b.d_); }
  friend Dual operator-(Dual a, Dual b) { return Dual(a.x_ - b.x_, a.d_ - b.d_); }
  friend Dual operator*(Dual a, Dual b) { return Dual(a.x_ * b.x_, a.d_ * b.x_ + a.x_ * b.d_); }
  friend Dual operator/(Dual a, Dual b) {
    return Dual(a.x_ / b.x_, (a.d_ - a.x_ / b.x_ * b.d_) / b.x_);
  }
  friend Dual operator-(Dual a) { return Dual(-a.x_, -a.d_); }
  Dual& operator+=(Dual b) { return *this = *this + b; }
  Dual& operator-=(Dual b) { return *this = *this - b; }
  Dual& operator*=(Dual b) { return *this = *this * b; }
  friend bool operator<(Dual a, Dual b) { return a.x_ < b.x_; }
  friend bool operator>(Dual a, Dual b) { return a.x_ > b.x_; }

  friend Dual sqrt(Dual a) {
    const double root = std::sqrt(a.x_);
    return Dual(root, 0.5 * a.d_ / root);
  }
  friend SinCos<Dual> sincos(Dual a) {
    const double s = std::sin(a.x_), c = std::cos(a.x_);
    return {Dual(s, c * a.d_), Dual(c, -s * a.d_)};
  }
  friend Dual atan2(Dual y, Dual x) {
    return Dual(std::atan2(y.x_, x.x_), (x.x_ * y.d_ - y.x_ * x.d_) / (x.x_ * x.x_ + y.x_ * y.x_));
  }
  friend Dual exp(Dual a) {
    const double e = std::exp(a.x_);
    return Dual(e, e * a.d_);
  }
  friend Dual log(Dual a) { return Dual(std::log(a.x_), a.d_ / a.x_); }
  friend Dual tanh(Dual a) {
    const double t = std::tanh(a.x_);
    return Dual(t, (1.0 - t * t) * a.d_);
  }
  friend Dual abs(Dual a) { return a.x_ < 0.0 ? -a : a; }
  friend Dual min(Dual a, Dual b) { return b.x_ < a.x_ ? b : a; }
  friend Dual max(Dual a, Dual b) { return a.x_ < b.x_ ? b : a; }
  friend Dual select(bool mask, Dual a, Dual b) { return mask ? a : b; }
  friend double value(Dual a) { return a.x_; }
  friend Dual lookup(const LookupTable& table, Dual a) {
    const Looked at = look(table, a.x_);
    return Dual(at.value, at.slope * a.d_);
  }
  friend Dual lookup_integral(const LookupTable& table, Dual a) {
    return Dual(look_integral(table, a.x_), look(table, a.x_).value * a.d_);
  }

 private:
  double x_ = 0.0, d_ = 0.0;
};

static_assert(Decidable<Dual>);

}  // namespace treadle
