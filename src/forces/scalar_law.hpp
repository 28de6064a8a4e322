// What acts along one number, be it a coordinate, a sum of some or an angle of a ball joint:
// spring, damper, stops, play, friction, drive, motor.
#pragma once

#include "force_state.hpp"
#include "law.hpp"

namespace treadle {

/// Free between two walls, which push back with Hunt and Crossley's force and never pull. (F13)
template <Real S>
struct PlayLaw {
  bool active = false;
  S lower{}, upper{};
  S stiffness{};
  S dissipation{};  ///< how much the force grows with the speed into the wall

  [[nodiscard]] S conservative(const S& x) const {
    const S zero(0.0);
    return stiffness * (max(lower - x, zero) - max(x - upper, zero));
  }
  [[nodiscard]] S stored(const S& x) const {
    const S zero(0.0), below = max(lower - x, zero), above = max(x - upper, zero);
    return S(0.5) * stiffness * (below * below + above * above);
  }
  [[nodiscard]] S dissipative(const S& x, const S& rate) const {
    const S zero(0.0), pull(-1.0), growth = dissipation * rate;
    return stiffness *
           (max(lower - x, zero) * max(-growth, pull) - max(x - upper, zero) * max(growth, pull));
  }
};

/// A force over the speed, times a level that is a function of time. (F14)
template <Real S>
struct MotorLaw {
  Law<S> law;
  FunctionId level;  ///< none: 1

  [[nodiscard]] S push(const S& rate, std::span<const FunctionValue<S>> functions) const {
    const S full = law.value(rate);
    return level.valid() ? functions[level.index()].value * full : full;
  }
};

template <Real S>
struct ScalarLaw {
  bool has_stops = false, has_friction = false;
  FunctionId drive;
  S stiffness{}, rest{}, preload{}, damping{};
  S lower{}, upper{}, stop_stiffness{}, stop_damping{};
  S coulomb{}, stiction{}, friction_rate{}, stribeck_rate{};  ///< rates: 3 / speed and 1 / speed
  Law<S> spring, damper;                                      ///< instead of stiffness and damping
  PlayLaw<S> play;
  MotorLaw<S> motor;

  /// The part that keeps its energy: -k (x - rest) + preload, and the push of the stops. (F1)
  [[nodiscard]] S conservative(const S& x) const {
    S sum = preload - (spring.empty() ? stiffness * (x - rest) : spring.value(x - rest));
    if (has_stops) {
      const S zero(0.0);
      sum += stop_stiffness * (max(lower - x, zero) - max(x - upper, zero));
    }
    if (play.active) sum += play.conservative(x);
    return sum;
  }
  [[nodiscard]] S stored(const S& x) const {
    const S stretch = x - rest;
    S sum = (spring.empty() ? S(0.5) * stiffness * stretch * stretch : spring.integral(stretch)) -
            preload * stretch;
    if (has_stops) {
      const S zero(0.0), below = max(lower - x, zero), above = max(x - upper, zero);
      sum += S(0.5) * stop_stiffness * (below * below + above * above);
    }
    if (play.active) sum += play.stored(x);
    return sum;
  }
  /// What depends on the speed and on time alone: damper, smooth friction, drive, motor. (F3)
  [[nodiscard]] S of_rate(const S& rate, std::span<const FunctionValue<S>> functions) const {
    S sum = -(damper.empty() ? damping * rate : damper.value(rate));
    return add_others(rate, functions, sum);
  }
  /// The part that takes energy out or puts it in. (F3)
  [[nodiscard]] S dissipative(const S& x, const S& rate,
                              std::span<const FunctionValue<S>> functions) const {
    S sum = -(damper.empty() ? damping * rate : damper.value(rate));
    if (has_stops) {
      const S zero(0.0);
      const S below = lower - x, above = x - upper;
      // a stop damps only while it pushes, and never pulls
      sum += select(zero < below, max(-(stop_damping * rate), -(stop_stiffness * below)), zero);
      sum += select(zero < above, min(-(stop_damping * rate), stop_stiffness * above), zero);
    }
    if (play.active) sum += play.dissipative(x, rate);
    return add_others(rate, functions, sum);
  }

 private:
  [[nodiscard]] S add_others(const S& rate, std::span<const FunctionValue<S>> functions,
                             S sum) const {
    if (has_friction) {
      const S fade = stribeck_rate * rate;
      const S level = coulomb + (stiction - coulomb) * exp(-(fade * fade));
      sum -= level * tanh(friction_rate * rate);
    }
    if (drive.valid()) sum += functions[drive.index()].value;
    if (!motor.law.empty()) sum += motor.push(rate, functions);
    return sum;
  }
};

}  // namespace treadle
