// What pushes: the forces of a description with their constants frozen, one list for each kind.
#pragma once

#include "../base/fields.hpp"
#include "applied_force.hpp"
#include "ball_force.hpp"
#include "bushing.hpp"
#include "coordinate_force.hpp"
#include "coupled_force.hpp"
#include "custom_force.hpp"
#include "drag.hpp"
#include "plane_spring.hpp"
#include "point_spring.hpp"
#include "tyre.hpp"

#include <cassert>
#include <span>
#include <vector>

namespace treadle {

/// The list of kinds is this struct: what goes over all forces goes over its fields. A kind has
///   apply(state, sums)       adds it to what acts, returns the power of what keeps no energy
///   add_energy(state, sum)   adds energy and that power
/// and, where it is a force of the description, `kind`, and `gate`, by which an event switches it.
/// A state of its own is a function too (FunctionKind::state): it reads its value and sets its rate
/// in the sums. What it acts on and follows is known by the types of its fields: BodyId, GroupId,
/// FunctionId, CoordinateId, VelocityId.
template <Real S>
struct Forces {
  std::vector<CoordinateLaw<S>> coordinates;
  std::vector<BallLaw<S>> balls;
  std::vector<PointSpring<S>> springs;
  std::vector<Bushing<S>> bushings;
  std::vector<PlaneSpring<S>> planes;
  std::vector<AppliedForce<S>> applied;
  std::vector<ElasticCoupler<S>> couplers;
  std::vector<ElasticGear<S>> gears;
  std::vector<Tyre<S>> tyres;
  std::vector<Drag<S>> drags;
};

inline constexpr std::size_t force_kinds = field_count<Forces<double>>;

/// visit(list) for the list of one kind of the description.
template <class AllForces, class F>
void with_kind(AllForces& forces, ForceKind kind, const F& visit) {
  int found = 0;
  for_each_field(
      [&](auto& list) {
        using One = typename std::remove_cvref_t<decltype(list)>::value_type;
        if constexpr (requires { One::kind; }) {
          if (One::kind != kind) return;
          ++found;
          visit(list);
        }
      },
      forces);
  assert(found == 1);  // a kind without a list would vanish
  static_cast<void>(found);
}

inline bool switches_force(const EventItem& event) {
  return event.action == EventAction::switch_on || event.action == EventAction::switch_off;
}
/// The input that switches a force: 1 while it is on, 0 while it is off.
inline std::string switch_name(const std::string& force) { return force + ".on"; }

/// Functions of time that forces follow are appended to `functions`. Throws ModelError.
Forces<double> freeze_forces(const Description& description, const Model<double>& model,
                             const Placement& placement, std::vector<TimeFunction>& functions);

template <Real To>
Forces<To> cast(const Forces<double>& forces);

/// Adds every force to what acts on bodies, and sets what acts on joints; returns
/// ForceEnergy::power.
template <Real S>
S apply_forces(const Forces<S>& forces, const ForceState<S>& state, const ForceSums<S>& sums);

template <Real S>
ForceEnergy<S> force_energy(const Forces<S>& forces, const ForceState<S>& state);

}  // namespace treadle
