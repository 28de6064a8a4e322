// What a force looks at, what it adds to, and what it says of its energy.
#pragma once

#include "../kinematics/loops.hpp"

#include <span>

namespace treadle {

/// Where forces look and what they are told: one state.
template <Real S>
struct ForceState {
  std::span<const S> q, v;
  std::span<const FunctionValue<S>> functions;
  const PositionStage<S>& at;
  const VelocityStage<S>& moving;
};

/// What acts on bodies and on joints: forces add themselves.
template <Real S>
struct ForceSums {
  std::span<Force<S>> body;
  std::span<S> joint;
  std::span<S> rates{};     ///< of states that forces own, at the places of their functions
  const S* gate = nullptr;  ///< factor of what an event may switch

  void push(BodyId to, const Force<S>& f) const { body[to.index()] += gated(f); }
  /// The same line of action for both; the ground takes what it gets.
  void push_apart(BodyId from, BodyId to, const Force<S>& f) const {
    if (from.valid()) body[from.index()] += gated(f);
    if (to.valid()) body[to.index()] -= gated(f);
  }
  [[nodiscard]] Force<S> gated(const Force<S>& f) const {
    return gate == nullptr ? f : Force<S>{*gate * f.lin, *gate * f.ang};
  }
};

/// Energy kept in springs and the power of everything that does not keep it.
template <Real S>
struct ForceEnergy {
  S stored{};  ///< potential energy
  S power{};   ///< work done by dampers, friction, actuators, applied forces, for each second
};

}  // namespace treadle
