// A double that counts what is done to it. A sum starts with its first term and a change of sign is
// free, so kernels that begin sums with zero show up in the tally.
#pragma once

#include "../base/thread_local.hpp"
#include "real.hpp"

namespace treadle {

/// Operations done by Counted numbers on this thread.
struct Tally {
  long add = 0;    ///< additions and subtractions
  long mul = 0;    ///< multiplications
  long div = 0;    ///< divisions
  long sqrt = 0;   ///< square roots
  long other = 0;  ///< sines, exponentials and the like; comparisons and selections are free

  friend Tally operator-(Tally a, const Tally& b) {
    return {a.add - b.add, a.mul - b.mul, a.div - b.div, a.sqrt - b.sqrt, a.other - b.other};
  }
  friend bool operator==(const Tally&, const Tally&) = default;
};

class Counted {
 public:
  Counted() = default;
  Counted(double x) : x_(x) {}  // NOLINT: constants enter kernels as plain numbers

  static Tally& tally() {
    TREADLE_THREAD_LOCAL Tally counts;
    return counts;
  }

  friend Counted operator+(Counted a, Counted b) { return ++tally().add, Counted(a.x_ + b.x_); }
  friend Counted operator-(Counted a, Counted b) { return ++tally().add, Counted(a.x_ - b.x_); }
  friend Counted operator*(Counted a, Counted b) { return ++tally().mul, Counted(a.x_ * b.x_); }
  friend Counted operator/(Counted a, Counted b) { return ++tally().div, Counted(a.x_ / b.x_); }
  friend Counted operator-(Counted a) { return Counted(-a.x_); }
  Counted& operator+=(Counted b) { return *this = *this + b; }
  Counted& operator-=(Counted b) { return *this = *this - b; }
  Counted& operator*=(Counted b) { return *this = *this * b; }

  friend bool operator<(Counted a, Counted b) { return a.x_ < b.x_; }
  friend bool operator>(Counted a, Counted b) { return a.x_ > b.x_; }

  friend Counted sqrt(Counted a) { return ++tally().sqrt, Counted(std::sqrt(a.x_)); }
  friend SinCos<Counted> sincos(Counted a) {
    tally().other += 2;
    return {Counted(std::sin(a.x_)), Counted(std::cos(a.x_))};
  }
  friend Counted atan2(Counted y, Counted x) { return transcendental(std::atan2(y.x_, x.x_)); }
  friend Counted exp(Counted a) { return transcendental(std::exp(a.x_)); }
  friend Counted log(Counted a) { return transcendental(std::log(a.x_)); }
  friend Counted tanh(Counted a) { return transcendental(std::tanh(a.x_)); }
  friend Counted abs(Counted a) { return Counted(std::fabs(a.x_)); }
  friend Counted min(Counted a, Counted b) { return b.x_ < a.x_ ? b : a; }
  friend Counted max(Counted a, Counted b) { return a.x_ < b.x_ ? b : a; }
  friend Counted select(bool mask, Counted a, Counted b) { return mask ? a : b; }
  friend double value(Counted a) { return a.x_; }

 private:
  static Counted transcendental(double x) { return ++tally().other, Counted(x); }

  double x_ = 0.0;
};

static_assert(Decidable<Counted>);

}  // namespace treadle
