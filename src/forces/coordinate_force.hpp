// What acts on one coordinate of a joint: spring, damper, stops, friction, drive.
#pragma once

#include "../kinematics/loops.hpp"

namespace treadle {

template <Real S>
struct CoordinateLaw {
  int q_at = 0, v_at = 0;
  bool has_stops = false, has_friction = false;
  bool plain = true;  ///< the coordinate's rate is the velocity; else only damping acts
  int drive = -1;     ///< function of time
  S stiffness{}, rest{}, preload{}, damping{};
  S lower{}, upper{}, stop_stiffness{}, stop_damping{};
  S coulomb{}, stiction{}, friction_rate{}, stribeck_rate{};  ///< rates: 3 / speed and 1 / speed

  /// The part that keeps its energy: -k (q - rest) + preload, and the push of the stops. (F1)
  [[nodiscard]] S conservative(std::span<const S> q) const {
    if (!plain) return S(0.0);
    const S x = q[static_cast<std::size_t>(q_at)];
    S sum = preload - stiffness * (x - rest);
    if (has_stops) {
      const S zero(0.0);
      sum += stop_stiffness * (max(lower - x, zero) - max(x - upper, zero));
    }
    return sum;
  }
  [[nodiscard]] S stored(std::span<const S> q) const {
    if (!plain) return S(0.0);
    const S x = q[static_cast<std::size_t>(q_at)], stretch = x - rest;
    S sum = S(0.5) * stiffness * stretch * stretch - preload * stretch;
    if (has_stops) {
      const S zero(0.0), below = max(lower - x, zero), above = max(x - upper, zero);
      sum += S(0.5) * stop_stiffness * (below * below + above * above);
    }
    return sum;
  }
  /// The part that takes energy out or puts it in: damper, stops, smooth friction, drive. (F3)
  [[nodiscard]] S dissipative(std::span<const S> q, std::span<const S> v,
                              std::span<const FunctionValue<S>> functions) const {
    const S rate = v[static_cast<std::size_t>(v_at)];
    S sum = -(damping * rate);
    if (has_stops) {
      const S zero(0.0), x = q[static_cast<std::size_t>(q_at)];
      const S below = lower - x, above = x - upper;
      // a stop damps only while it pushes, and never pulls
      sum += select(zero < below, max(-(stop_damping * rate), -(stop_stiffness * below)), zero);
      sum += select(zero < above, min(-(stop_damping * rate), stop_stiffness * above), zero);
    }
    if (has_friction) {
      const S fade = stribeck_rate * rate;
      const S level = coulomb + (stiction - coulomb) * exp(-(fade * fade));
      sum -= level * tanh(friction_rate * rate);
    }
    if (drive >= 0) sum += functions[static_cast<std::size_t>(drive)].value;
    return sum;
  }
};

}  // namespace treadle
