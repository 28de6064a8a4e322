// What pushes: the forces of a description with their constants frozen, one list for each kind.
#pragma once

#include "../describe/description.hpp"
#include "../kinematics/move.hpp"
#include "../model/placement.hpp"
#include "joint_spring.hpp"
#include "point_spring.hpp"

#include <span>
#include <vector>

namespace treadle {

template <Real S>
struct Forces {
  std::vector<JointSpring<S>> joint_springs;
  std::vector<PointSpring<S>> point_springs;
};

/// Energy kept in springs and the power that dampers take out.
template <Real S>
struct ForceEnergy {
  S stored{};  ///< potential energy
  S power{};   ///< work done by non-conservative forces, for each second
};

Forces<double> freeze_forces(const Description& description, const Model<double>& model,
                             const Placement& placement);

template <Real To>
Forces<To> cast(const Forces<double>& forces);

/// Adds every force to the loads, which are cleared first.
template <Real S>
void apply_forces(const Model<S>& model, const Forces<S>& forces, std::span<const S> q, std::span<const S> v,
                  const PositionStage<S>& at, const VelocityStage<S>& moving, std::span<Force<S>> body,
                  std::span<S> joint);

template <Real S>
ForceEnergy<S> force_energy(const Model<S>& model, const Forces<S>& forces, std::span<const S> q,
                            std::span<const S> v, const PositionStage<S>& at, const VelocityStage<S>& moving);

}  // namespace treadle
