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

/// Larger mechanisms get room for M when somebody first asks for it: it may grow with the square of
/// their size, and methods that carry loops along never do.
constexpr int largest_ready_matrix = 400;

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
void body_inertias(const Model<S>& model, const PositionStage<S>& at, InertiaStage<S>& out,
                   BodyRange range = {});

/// K_i = M_i + sum of the children's K, then the diagonal of M alone.
template <Real S>
void inertia_diagonal(const Model<S>& model, const PositionStage<S>& at, InertiaStage<S>& inertia,
                      std::span<S> diagonal);

/// K_i = M_i + sum of the children's K, then M[i,j] = B_j^T K_i B_i for j above i.
template <Real S>
void composite_inertia(const Model<S>& model, const PositionStage<S>& at, InertiaStage<S>& inertia,
                       InertiaMatrix<S>& out);

/// Forces on bodies and joints, in group frames: begun by start_loads, added up by forces/.
template <Real S>
struct Loads {
  std::vector<Force<S>> body;  ///< f_i of (D4), about the group's origin       (bodies)
  std::vector<S> joint;        ///< on each velocity                            (nv)

  explicit Loads(const Model<S>& model)
      : body(model.links.size()), joint(static_cast<std::size_t>(model.nv())) {}
  Loads() = default;
};

/// I a + v x I v, written out: with w = a + omega x v and W = alpha~ + omega~ omega~ the force is
/// m w + W h and the moment h x w + J alpha + omega x J omega. (D4)
template <Real S>
Force<S> needed_force(const Inertia<S>& k, const Motion<S>& v, const Motion<S>& a) {
  const Vec3<S>& o = v.ang;
  const Vec3<S>& h = k.moment;
  const Sym3<S>& j = k.tensor;
  const Vec3<S> w = a.lin + cross(o, v.lin);
  const S xx = o.x * o.x, yy = o.y * o.y, zz = o.z * o.z;
  const S xy = o.x * o.y, xz = o.x * o.z, yz = o.y * o.z;
  const S w_xy = xy - a.ang.z, w_yx = xy + a.ang.z, w_xz = xz + a.ang.y, w_zx = xz - a.ang.y,
          w_yz = yz - a.ang.x, w_zy = yz + a.ang.x;
  const Vec3<S> force{k.mass * w.x + (w_xy * h.y + w_xz * h.z - (yy + zz) * h.x),
                      k.mass * w.y + (w_yx * h.x + w_yz * h.z - (xx + zz) * h.y),
                      k.mass * w.z + (w_zx * h.x + w_zy * h.y - (xx + yy) * h.z)};
  const Vec3<S> turn{
      j.xx * a.ang.x + (j.zz - j.yy) * yz - w_zx * j.xy + w_yx * j.xz + (yy - zz) * j.yz,
      j.yy * a.ang.y + (j.xx - j.zz) * xz - w_xy * j.yz + w_zy * j.xy + (zz - xx) * j.xz,
      j.zz * a.ang.z + (j.yy - j.xx) * xy - w_yz * j.xz + w_xz * j.yz + (xx - yy) * j.xy};
  return {force, cross(h, w) + turn};
}

/// What velocity and gravity leave on each body when all joint accelerations are zero; applied
/// forces are added to it. (D4)
template <Real S>
void start_loads(const Model<S>& model, const PositionStage<S>& at, const VelocityStage<S>& moving,
                 const InertiaStage<S>& inertia, Loads<S>& out, BodyRange range = {});

/// Q: applied forces, gravity and velocity terms, summed from the leaves to the root.
template <Real S>
void generalized_forces(const Model<S>& model, const PositionStage<S>& at, const Loads<S>& loads,
                        std::span<Force<S>> scratch, std::span<S> q);

/// Gravity in the axes of a group.
template <Real S>
Vec3<S> group_gravity(const Model<S>& model, const PositionStage<S>& at, int group) {
  const auto g = static_cast<std::size_t>(group);
  return model.groups[g].moving_axes ? transpose_times(at.group[g].r, model.gravity)
                                     : model.gravity;
}

/// Q - M qdd: what the accelerations leave of the forces, so what constraints must carry. `moved`
/// and `scratch`: one for each body.
template <Real S>
void missing_forces(const Model<S>& model, const PositionStage<S>& at,
                    const InertiaStage<S>& inertia, const Loads<S>& loads, std::span<const S> qdd,
                    std::span<Motion<S>> moved, std::span<Force<S>> scratch, std::span<S> out);

/// v^T (Q - M qdd) without what acts on joints, and the sum of the sizes of its terms.
template <Real S>
struct MissingPower {
  S sum{}, terms{};
};

/// Of some bodies; `moved` knows those before them.
template <Real S>
MissingPower<S> missing_power(const Model<S>& model, const PositionStage<S>& at,
                              const VelocityStage<S>& moving, const InertiaStage<S>& inertia,
                              const Loads<S>& loads, std::span<const S> qdd,
                              std::span<Motion<S>> moved, BodyRange range = {});

}  // namespace treadle
