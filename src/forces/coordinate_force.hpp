// What acts on one coordinate of a joint.
#pragma once

#include "scalar_law.hpp"

namespace treadle {

template <Real S>
struct CoordinateLaw {
  CoordinateId q_at{0};
  VelocityId v_at{0};
  bool plain = true;  ///< the coordinate's rate is the velocity; else only damping acts
  ScalarLaw<S> law;

  [[nodiscard]] S conservative(std::span<const S> q) const {
    return plain ? law.conservative(q[q_at.index()]) : S(0.0);
  }
  [[nodiscard]] S stored(std::span<const S> q) const {
    return plain ? law.stored(q[q_at.index()]) : S(0.0);
  }
  [[nodiscard]] S dissipative(std::span<const S> q, std::span<const S> v,
                              std::span<const FunctionValue<S>> functions) const {
    const S& rate = v[v_at.index()];
    return plain ? law.dissipative(q[q_at.index()], rate, functions) : law.of_rate(rate, functions);
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
