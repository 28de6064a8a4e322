// Four numbers side by side: equal parts of a mechanism go through the kernels together, each in
// its own lane. Every operation is done on each lane as on a plain number.
#pragma once

#include "lookup.hpp"

namespace treadle {

class Lanes {
 public:
  static constexpr int count = 4;
  typedef double Numbers __attribute__((vector_size(8 * count)));
  typedef long long Bits __attribute__((vector_size(8 * count)));
  struct Mask {
    Bits bits;
  };

  Lanes() : x_{} {}
  explicit Lanes(double x) : x_{x, x, x, x} {}
  explicit Lanes(const Numbers& x) : x_(x) {}

  [[nodiscard]] double operator[](int lane) const { return x_[lane]; }
  void set(int lane, double x) { x_[lane] = x; }

  friend Lanes operator+(const Lanes& a, const Lanes& b) { return Lanes(a.x_ + b.x_); }
  friend Lanes operator-(const Lanes& a, const Lanes& b) { return Lanes(a.x_ - b.x_); }
  friend Lanes operator*(const Lanes& a, const Lanes& b) { return Lanes(a.x_ * b.x_); }
  friend Lanes operator/(const Lanes& a, const Lanes& b) { return Lanes(a.x_ / b.x_); }
  friend Lanes operator-(const Lanes& a) { return Lanes(-a.x_); }
  Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
  Lanes& operator-=(const Lanes& b) { return *this = *this - b; }
  Lanes& operator*=(const Lanes& b) { return *this = *this * b; }

  friend Mask operator<(const Lanes& a, const Lanes& b) { return {a.x_ < b.x_}; }
  friend Mask operator>(const Lanes& a, const Lanes& b) { return {a.x_ > b.x_}; }
  friend Lanes select(const Mask& m, const Lanes& a, const Lanes& b) {
    return Lanes(m.bits ? a.x_ : b.x_);
  }
  friend Lanes min(const Lanes& a, const Lanes& b) { return select(b < a, b, a); }
  friend Lanes max(const Lanes& a, const Lanes& b) { return select(a < b, b, a); }
  friend Lanes abs(const Lanes& a) {
    return by_lane([&](int i) { return std::fabs(a[i]); });
  }
  friend Lanes sqrt(const Lanes& a) {
    return by_lane([&](int i) { return std::sqrt(a[i]); });
  }
  friend SinCos<Lanes> sincos(const Lanes& a) {
    SinCos<Lanes> out;
    for (int i = 0; i < count; ++i) {
      // lanes without a part of their own repeat the first one
      const bool again = i > 0 && a[i] == a[0];
      const SinCos<double> one =
          again ? SinCos<double>{out.sin[0], out.cos[0]} : treadle::sincos(a[i]);
      out.sin.set(i, one.sin);
      out.cos.set(i, one.cos);
    }
    return out;
  }
  friend Lanes atan2(const Lanes& y, const Lanes& x) {
    return by_lane([&](int i) { return std::atan2(y[i], x[i]); });
  }
  friend Lanes exp(const Lanes& a) {
    return by_lane([&](int i) { return std::exp(a[i]); });
  }
  friend Lanes log(const Lanes& a) {
    return by_lane([&](int i) { return std::log(a[i]); });
  }
  friend Lanes tanh(const Lanes& a) {
    return by_lane([&](int i) { return std::tanh(a[i]); });
  }
  friend Lanes lookup(const LookupTable& table, const Lanes& x) {
    return by_lane([&](int i) { return look(table, x[i]).value; });
  }
  friend Lanes lookup_integral(const LookupTable& table, const Lanes& x) {
    return by_lane([&](int i) { return look_integral(table, x[i]); });
  }

  /// The sum of the first lanes.
  [[nodiscard]] double sum(int lanes) const {
    if (lanes == 4) return (x_[0] + x_[2]) + (x_[1] + x_[3]);
    if (lanes == 3) return (x_[0] + x_[2]) + x_[1];
    return lanes == 2 ? x_[0] + x_[1] : x_[0];
  }

 private:
  template <class F>
  static Lanes by_lane(const F& f) {
    return Lanes(Numbers{f(0), f(1), f(2), f(3)});
  }

  Numbers x_;
};

template <>
inline constexpr bool wants_sizes<Lanes> = true;

/// In every lane.
inline bool holds(const Lanes::Mask& m) {
  return (m.bits[0] & m.bits[1] & m.bits[2] & m.bits[3]) != 0;
}

static_assert(Real<Lanes> && !Decidable<Lanes>);

}  // namespace treadle
