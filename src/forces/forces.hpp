// What pushes: the forces of a description with their constants frozen, one list for each kind.
#pragma once

#include "applied_force.hpp"
#include "bushing.hpp"
#include "coordinate_force.hpp"
#include "custom_force.hpp"
#include "plane_spring.hpp"
#include "point_spring.hpp"

#include <span>
#include <vector>

namespace treadle {

template <Real S>
struct Forces {
  std::vector<CoordinateLaw<S>> coordinates;
  std::vector<PointSpring<S>> springs;
  std::vector<Bushing<S>> bushings;
  std::vector<PlaneSpring<S>> planes;
  std::vector<AppliedForce<S>> applied;
};

/// Energy kept in springs and the power of everything that does not keep it.
template <Real S>
struct ForceEnergy {
  S stored{};  ///< potential energy
  S power{};   ///< work done by dampers, friction, actuators, applied forces, for each second
};

/// Functions of time that forces follow are appended to `functions`. Throws ModelError.
Forces<double> freeze_forces(const Description& description, const Model<double>& model,
                             const Placement& placement, std::vector<TimeFunction>& functions);

template <Real To>
Forces<To> cast(const Forces<double>& forces);

/// Where forces look and what they are told: one state.
template <Real S>
struct ForceState {
  std::span<const S> q, v;
  std::span<const FunctionValue<S>> functions;
  const PositionStage<S>& at;
  const VelocityStage<S>& moving;
};

/// Adds every force to what acts on bodies, and sets what acts on joints; returns
/// ForceEnergy::power.
template <Real S>
S apply_forces(const Forces<S>& forces, const ForceState<S>& state, std::span<Force<S>> body,
               std::span<S> joint);

template <Real S>
ForceEnergy<S> force_energy(const Forces<S>& forces, const ForceState<S>& state);

}  // namespace treadle
