// What acts on one coordinate of a joint: spring, damper, stops, friction, drive.
#pragma once

#include "force_state.hpp"

namespace treadle {

template <Real S>
struct CoordinateLaw {
  CoordinateId q_at{0};
  VelocityId v_at{0};
  bool has_stops = false, has_friction = false;
  bool plain = true;  ///< the coordinate's rate is the velocity; else only damping acts
  FunctionId drive;
  S stiffness{}, rest{}, preload{}, damping{};
  S lower{}, upper{}, stop_stiffness{}, stop_damping{};
  S coulomb{}, stiction{}, friction_rate{}, stribeck_rate{};  ///< rates: 3 / speed and 1 / speed

  /// The part that keeps its energy: -k (q - rest) + preload, and the push of the stops. (F1)
  [[nodiscard]] S conservative(std::span<const S> q) const {
    if (!plain) return S(0.0);
    const S x = q[q_at.index()];
    S sum = preload - stiffness * (x - rest);
    if (has_stops) {
      const S zero(0.0);
      sum += stop_stiffness * (max(lower - x, zero) - max(x - upper, zero));
    }
    return sum;
  }
  [[nodiscard]] S stored(std::span<const S> q) const {
    if (!plain) return S(0.0);
    const S x = q[q_at.index()], stretch = x - rest;
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
    const S rate = v[v_at.index()];
    S sum = -(damping * rate);
    if (has_stops) {
      const S zero(0.0), x = q[q_at.index()];
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
    if (drive.valid()) sum += functions[drive.index()].value;
    return sum;
  }
  /// Adds the force to the joint; returns the power of what does not keep its energy.
  S apply(const ForceState<S>& s, const ForceSums<S>& to) const {
    const S lossy = dissipative(s.q, s.v, s.functions);
    to.joint[v_at.index()] += conservative(s.q) + lossy;
    return lossy * s.v[v_at.index()];
  }
  void add_energy(const ForceState<S>& s, ForceEnergy<S>& sum) const {
    sum.stored += stored(s.q);
    sum.power += dissipative(s.q, s.v, s.functions) * s.v[v_at.index()];
  }
};

}  // namespace treadle
