// How hard two shapes push each other apart along the normal.
#pragma once

#include "../scalar/real.hpp"

namespace treadle {

/// F = K d^p (1 + a d'), p = 1 or Hertz's 3/2, never pulling. (U7)
template <Real S>
struct NormalLaw {
  S stiffness{};  ///< K
  S damping{};    ///< a, s/m
  bool hertz = true;

  /// The part that keeps its energy.
  [[nodiscard]] S spring(const S& depth) const {
    return select(S(0.0) < depth, stiffness * depth * root(depth), S(0.0));
  }
  /// The part that does not, as far as the sum does not pull.
  [[nodiscard]] S damper(const S& depth, const S& rate) const {
    return spring(depth) * max(damping * rate, S(-1.0));
  }
  [[nodiscard]] S force(const S& depth, const S& rate) const {
    return spring(depth) + damper(depth, rate);
  }
  [[nodiscard]] S stored(const S& depth) const {
    const S square = select(S(0.0) < depth, depth * depth, S(0.0));
    return stiffness * square * root(depth) * S(hertz ? 0.4 : 0.5);
  }
  /// What is lost for good, never negative.
  [[nodiscard]] S lost_power(const S& depth, const S& rate) const {
    return damper(depth, rate) * rate;
  }

 private:
  // d^(p - 1); without depth it is anything finite, so that derivatives are finite too
  [[nodiscard]] S root(const S& depth) const {
    return hertz ? sqrt(select(S(0.0) < depth, depth, S(1.0))) : S(1.0);
  }
};

}  // namespace treadle
