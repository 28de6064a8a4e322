// Friction with a memory: a spring from the place where both bodies last stuck, that gives way at
// Coulomb's limit. (U9)
#pragma once

#include "../spatial/spatial.hpp"

namespace treadle {

/// The part of v across a unit normal.
template <Real S>
Vec3<S> across(const Vec3<S>& normal, const Vec3<S>& v) {
  return v - dot(normal, v) * normal;
}

template <Real S>
struct Friction {
  S coefficient{};           ///< mu
  S stiffness{}, damping{};  ///< of the spring while it sticks: N/m, N s/m

  struct Pull {
    Vec3<S> force{};  ///< on the second body
    S slip{};         ///< how much of the trial force is left: 1 sticks, less slips
  };

  /// `stretch` and `speed` of the second body against the first, both across the normal.
  [[nodiscard]] Pull pull(const Vec3<S>& stretch, const Vec3<S>& speed, const S& push) const {
    const Vec3<S> trial = -(stiffness * stretch + damping * speed);  // (U9)
    const S square = dot(trial, trial), limit = coefficient * max(push, S(0.0));
    const auto slips = limit * limit < square;
    const S share = select(slips, limit / sqrt(select(slips, square, S(1.0))), S(1.0));
    return {share * trial, share};
  }
  /// Energy in the spring as it is drawn, also where it gives way. (U10)
  [[nodiscard]] S stored(const Vec3<S>& stretch) const {
    return S(0.5) * stiffness * dot(stretch, stretch);
  }
  /// Power of what is no spring: the pull without -k stretch. What is lost is its opposite and the
  /// energy that the memory drops at the end of a step. (U10)
  [[nodiscard]] S power(const Vec3<S>& stretch, const Vec3<S>& speed, const S& push) const {
    return dot(pull(stretch, speed, push).force + stiffness * stretch, speed);
  }
  /// The stretch that is kept at the end of a step: no longer than the limit holds. (U10)
  [[nodiscard]] Vec3<S> kept(const Vec3<S>& stretch, const S& push) const {
    const S square = stiffness * stiffness * dot(stretch, stretch);
    const S limit = coefficient * max(push, S(0.0));
    const auto over = limit * limit < square;
    return select(over, limit / sqrt(select(over, square, S(1.0))), S(1.0)) * stretch;
  }
};

/// Resistance against rolling: a moment on the second body, by a spring from how both were turned
/// to each other when they last stuck, which gives way at arm times push. (U11)
template <Real S>
struct RollingResistance {
  S arm{};                   ///< m
  S stiffness{}, damping{};  ///< N m; N m s

  /// `drawn` and `turn` of the second body against the first, both across the normal.
  [[nodiscard]] Vec3<S> moment(const Vec3<S>& drawn, const Vec3<S>& turn, const S& push) const {
    return as_friction().pull(drawn, turn, push).force;
  }
  [[nodiscard]] S stored(const Vec3<S>& drawn) const { return as_friction().stored(drawn); }
  [[nodiscard]] Vec3<S> kept(const Vec3<S>& drawn, const S& push) const {
    return as_friction().kept(drawn, push);
  }

 private:
  [[nodiscard]] Friction<S> as_friction() const { return {arm, stiffness, damping}; }
};

}  // namespace treadle
