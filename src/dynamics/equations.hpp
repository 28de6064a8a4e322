// The equations of motion in joint coordinates: composite inertia matrix M and generalized forces Q
// of M qdd + Phi^T lambda = Q (docs/theory/dynamics.md).
#pragma once

#include "../kinematics/move.hpp"

namespace treadle {

/// Written by body_inertias (own) and composite_inertia (composite).
template <Real S>
struct InertiaStage {
  std::vector<Inertia<S>> own;  ///< of each body about its group's origin                 (bodies)
  std::vector<Inertia<S>> composite;  ///< K_i: the body and everything it carries (bodies)

  explicit InertiaStage(const Model<S>& model)
      : own(model.links.size()), composite(model.links.size()) {}
  InertiaStage() = default;
};

/// M in the order of the pattern: diagonal and strictly lower triangle by columns.
template <Real S>
struct InertiaMatrix {
  std::vector<S> diagonal, lower;

  explicit InertiaMatrix(const Model<S>& model)
      : diagonal(static_cast<std::size_t>(model.nv())),
        lower(static_cast<std::size_t>(model.pattern->inertia.entries())) {
    static_cast<void>(model.pattern.inertia_slots());  // made now, not in a step
  }
  InertiaMatrix() = default;  ///< nothing: a recursion needs no M
};

template <Real S>
void body_inertias(const Model<S>& model, const PositionStage<S>& at, InertiaStage<S>& out);

/// K_i = M_i + sum of the children's K, then the diagonal of M alone.
template <Real S>
void inertia_diagonal(const Model<S>& model, const PositionStage<S>& at, InertiaStage<S>& inertia,
                      std::span<S> diagonal);

/// K_i = M_i + sum of the children's K, then M[i,j] = B_j^T K_i B_i for j above i.
template <Real S>
void composite_inertia(const Model<S>& model, const PositionStage<S>& at, InertiaStage<S>& inertia,
                       InertiaMatrix<S>& out);

/// Forces on bodies and joints, in group frames: what forces/ adds up.
template <Real S>
struct Loads {
  std::vector<Force<S>> body;  ///< about the group's origin                    (bodies)
  std::vector<S> joint;        ///< on each velocity                            (nv)

  explicit Loads(const Model<S>& model)
      : body(model.links.size()), joint(static_cast<std::size_t>(model.nv())) {}
  Loads() = default;
};

/// What each body's applied force leaves when velocity and gravity have had their part and all
/// joint accelerations are zero, about its group's origin. (D4)
template <Real S>
void body_forces(const Model<S>& model, const PositionStage<S>& at, const VelocityStage<S>& moving,
                 const InertiaStage<S>& inertia, const Loads<S>& loads, std::span<Force<S>> out);

/// Q: applied forces, gravity and velocity terms, summed from the leaves to the root.
template <Real S>
void generalized_forces(const Model<S>& model, const PositionStage<S>& at,
                        const VelocityStage<S>& moving, const InertiaStage<S>& inertia,
                        const Loads<S>& loads, std::span<Force<S>> scratch, std::span<S> q);

/// Gravity in the axes of a group.
template <Real S>
Vec3<S> group_gravity(const Model<S>& model, const PositionStage<S>& at, int group) {
  const auto g = static_cast<std::size_t>(group);
  return model.groups[g].moving_axes ? transpose_times(at.group[g].r, model.gravity)
                                     : model.gravity;
}

}  // namespace treadle
