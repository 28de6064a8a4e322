// What acts on a sum of coordinates: an elastic coupler, with play or without; and the same between
// the teeth of two wheels, where it also loads their bearings. (F16)
#pragma once

#include "../kinematics/tooth.hpp"
#include "scalar_law.hpp"

#include <vector>

namespace treadle {

/// The sum of factor times coordinate, less an offset.
template <Real S>
struct CoordinateSum {
  struct Term {
    CoordinateId q_at{0};
    VelocityId v_at{0};
    S factor{};
  };
  std::vector<Term> terms;
  S offset{};

  [[nodiscard]] S value(std::span<const S> q) const {
    S sum = -offset;
    for (const Term& t : terms) sum += t.factor * q[t.q_at.index()];
    return sum;
  }
  [[nodiscard]] S rate(std::span<const S> v) const {
    S sum = terms.front().factor * v[terms.front().v_at.index()];
    for (std::size_t k = 1; k < terms.size(); ++k)
      sum += terms[k].factor * v[terms[k].v_at.index()];
    return sum;
  }
};

/// A law along the sum, and what it says at a state.
template <Real S>
struct SumLaw {
  CoordinateSum<S> sum;
  ScalarLaw<S> law;

  struct Load {
    S value, rate;
    S kept, lossy;  ///< force along the sum

    [[nodiscard]] S force() const { return kept + lossy; }
  };
  [[nodiscard]] Load load(std::span<const S> q, std::span<const S> v,
                          std::span<const FunctionValue<S>> functions) const {
    const S x = sum.value(q), rate = sum.rate(v);
    return {x, rate, law.conservative(x), law.dissipative(x, rate, functions)};
  }
  void add_energy(const ForceState<S>& s, ForceEnergy<S>& out) const {
    const Load l = load(s.q, s.v, s.functions);
    out.stored += law.stored(l.value);
    out.power += l.lossy * l.rate;
  }
};

template <Real S>
struct ElasticCoupler {
  static constexpr ForceKind kind = ForceKind::coupler;
  bool turns = false;  ///< the sum is an angle
  SumLaw<S> along;
  FunctionId gate;  ///< what it is multiplied by, where an event may switch it

  /// Adds the force to the joints; returns the power of what does not keep its energy.
  S apply(const ForceState<S>& s, const ForceSums<S>& sums) const {
    const auto l = along.load(s.q, s.v, s.functions);
    const S force = sums.gate == nullptr ? l.force() : *sums.gate * l.force();
    for (const auto& t : along.sum.terms) sums.joint[t.v_at.index()] += t.factor * force;
    return l.lossy * l.rate;
  }
  void add_energy(const ForceState<S>& s, ForceEnergy<S>& out) const { along.add_energy(s, out); }
};

template <Real S>
struct ElasticGear {
  static constexpr ForceKind kind = ForceKind::gear;
  GroupId group{0};
  SumLaw<S> along;
  Tooth<S> tooth;
  FunctionId gate;  ///< what it is multiplied by, where an event may switch it

  /// Adds the force to both wheels; returns the power of what does not keep its energy.
  S apply(const ForceState<S>& s, const ForceSums<S>& sums) const {
    const auto l = along.load(s.q, s.v, s.functions);
    sums.push_apart(tooth.wheel, tooth.mate, tooth_force(tooth, s.at, group.at, l.force()));
    return l.lossy * l.rate;
  }
  void add_energy(const ForceState<S>& s, ForceEnergy<S>& out) const { along.add_energy(s, out); }
};

}  // namespace treadle
