#include "equations.hpp"

#include "../scalar/instantiate_dual.hpp"
#include "ball.hpp"

#include <algorithm>

namespace treadle {

namespace {

// f(b, B_b^T force) for the columns of a body from `first` on, or for that one only, where B of a
// root that carries the axes is the identity.
template <bool only = false, Real S, class F>
inline void project(const Model<S>& model, const PositionStage<S>& at, std::size_t body, int first,
                    const Force<S>& force, F&& f) {
  const Link<S>& link = model.links[body];
  if (link.carries_axes) {
    const S components[6]{force.lin.x, force.lin.y, force.lin.z,
                          force.ang.x, force.ang.y, force.ang.z};
    for (int b = first; b < (only ? first + 1 : 6); ++b) f(b, components[b]);
    return;
  }
  if (link.group_axes) {
    for (int b = first; b < (only ? first + 1 : 3); ++b) f(b, turning(at.x[body].p, force, b));
    return;
  }
  const Motion<S>* column = at.b.data() + link.b_at;
  for (int b = first; b < (only ? first + 1 : link.nv); ++b) f(b, dot(column[b], force));
}

// K_i times a unit motion along axis a: a column of the ten-number inertia.
template <Real S>
Force<S> inertia_column(const Inertia<S>& k, int a) {
  const S zero(0.0);
  const Vec3<S>& h = k.moment;
  const Sym3<S>& j = k.tensor;
  switch (a) {
    case 0:
      return {{k.mass, zero, zero}, {zero, h.z, -h.y}};
    case 1:
      return {{zero, k.mass, zero}, {-h.z, zero, h.x}};
    case 2:
      return {{zero, zero, k.mass}, {h.y, -h.x, zero}};
    case 3:
      return {{zero, -h.z, h.y}, {j.xx, j.xy, j.xz}};
    case 4:
      return {{h.z, zero, -h.x}, {j.xy, j.yy, j.yz}};
    default:
      return {{-h.y, h.x, zero}, {j.xz, j.yz, j.zz}};
  }
}

// f(a, K_i B_i) for each column a.
template <Real S, class F>
void with_column_forces(const Model<S>& model, const PositionStage<S>& at, std::size_t body,
                        const Inertia<S>& k, F&& f) {
  const Link<S>& link = model.links[body];
  const Motion<S>* b = at.b.data() + link.b_at;
  if (link.group_axes) {
    const std::array<Force<S>, 3> forces = ball_forces(k, at.x[body].p, b);
    for (int a = 0; a < 3; ++a) f(a, forces[static_cast<std::size_t>(a)]);
    return;
  }
  for (int a = 0; a < link.nv; ++a) f(a, link.carries_axes ? inertia_column(k, a) : k * b[a]);
}

// Leaves to root: K_i = M_i + sum of K_c (D2)
template <Real S>
void sum_branches(const Model<S>& model, InertiaStage<S>& inertia) {
  for (std::size_t i = 0; i < model.links.size(); ++i) inertia.composite[i] = inertia.own[i];
  for (std::size_t i = model.links.size(); i-- > 0;) {
    const int up = model.links[i].parent;
    if (up < 0) continue;
    Inertia<S>& k = inertia.composite[static_cast<std::size_t>(up)];
    k = k + inertia.composite[i];
  }
}

}  // namespace

template <Real S>
void body_inertias(const Model<S>& model, const PositionStage<S>& at, InertiaStage<S>& out,
                   BodyRange range) {
  for (std::size_t i = range.first; i < range.end(model.links.size()); ++i) {
    const Link<S>& link = model.links[i];
    if (link.carries_axes) {
      out.own[i] = inertia_at(link.mass, link.center, link.inertia);
      continue;
    }
    const Transform<S>& x = at.x[i];
    out.own[i] = inertia_at(link.mass, x * link.center, rotate(x.r, link.inertia));  // (D1)
  }
}

template <Real S>
void inertia_diagonal(const Model<S>& model, const PositionStage<S>& at, InertiaStage<S>& inertia,
                      std::span<S> diagonal) {
  sum_branches(model, inertia);
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const int v_at = model.links[i].v_at;
    with_column_forces(model, at, i, inertia.composite[i], [&](int a, const Force<S>& f) {
      project<true>(model, at, i, a, f, [&](int b, const S& value) {
        diagonal[static_cast<std::size_t>(v_at + b)] = value;
      });
    });
  }
}

template <Real S>
void composite_inertia(const Model<S>& model, const PositionStage<S>& at, InertiaStage<S>& inertia,
                       InertiaMatrix<S>& out) {
  if (out.diagonal.empty()) out = InertiaMatrix<S>(model);
  sum_branches(model, inertia);
  // M[i,j] = B_j^T (K_i B_i): own block, then the blocks of all ancestors (D3)
  const int* slot = model.pattern.inertia_slots().data();
  S* lower = out.lower.data();
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link<S>& link = model.links[i];
    S* diagonal = out.diagonal.data() + link.v_at;
    with_column_forces(model, at, i, inertia.composite[i], [&](int a, const Force<S>& f) {
      project(model, at, i, a, f,
              [&](int b, const S& value) { (b == a ? diagonal[a] : lower[*slot++]) = value; });
      for (int up = link.parent; up >= 0; up = model.links[static_cast<std::size_t>(up)].parent) {
        project(model, at, static_cast<std::size_t>(up), 0, f,
                [&](int /*b*/, const S& value) { lower[*slot++] = value; });
      }
    });
  }
}

template <Real S>
void start_loads(const Model<S>& model, const PositionStage<S>& at, const VelocityStage<S>& moving,
                 const InertiaStage<S>& inertia, Loads<S>& out, BodyRange range) {
  int gravity_of = -1;
  Vec3<S> g{S(0.0), S(0.0), S(0.0)};
  for (std::size_t i = range.first; i < range.end(model.links.size()); ++i) {
    const Link<S>& link = model.links[i];
    if (link.group != gravity_of) {
      gravity_of = link.group;
      g = group_gravity(model, at, link.group);
    }
    const Motion<S> bias{moving.c[i].lin - g, moving.c[i].ang};
    const Force<S> needed = needed_force(inertia.own[i], moving.v[i], bias);
    out.body[i] = {-needed.lin, -needed.ang};
  }
}

// Leaves to root: L_i, then Q_i = B_i^T L_i (D5)
template <Real S>
void carry_to_joints(const Model<S>& model, const PositionStage<S>& at, const Loads<S>& loads,
                     std::span<Force<S>> carried, std::span<S> q, BodyRange range) {
  for (std::size_t i = range.end(model.links.size()); i-- > range.first;) {
    const Link<S>& link = model.links[i];
    const S* joint = loads.joint.data() + link.v_at;
    S* own = q.data() + link.v_at;
    project(model, at, i, 0, carried[i], [&](int a, const S& value) { own[a] = joint[a] + value; });
    if (link.parent >= 0) carried[static_cast<std::size_t>(link.parent)] += carried[i];
  }
}

template <Real S>
void generalized_forces(const Model<S>& model, const PositionStage<S>& at, const Loads<S>& loads,
                        std::span<Force<S>> scratch, std::span<S> q) {
  std::copy(loads.body.begin(), loads.body.end(), scratch.begin());
  carry_to_joints<S>(model, at, loads, scratch, q);
}

namespace {

// What qdd alone makes of a body's motion: its inboard body's and its joint's.
template <Real S>
void move_with_joint(const Model<S>& model, const PositionStage<S>& at, std::size_t i,
                     std::span<const S> qdd, std::span<Motion<S>> moved) {
  const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
  const Link<S>& link = model.links[i];
  const S* own = qdd.data() + link.v_at;
  if (link.carries_axes) {
    moved[i] = {{own[0], own[1], own[2]}, {own[3], own[4], own[5]}};
    return;
  }
  Motion<S> a =
      link.parent < 0 ? Motion<S>{zero, zero} : moved[static_cast<std::size_t>(link.parent)];
  const Motion<S>* b = at.b.data() + link.b_at;
  for (int k = 0; k < link.nv; ++k) {
    a.lin += own[k] * b[k].lin;
    a.ang += own[k] * b[k].ang;
  }
  moved[i] = a;
}

template <Real S>
S sum_of_sizes(const Vec3<S>& a) {
  return abs(a.x) + abs(a.y) + abs(a.z);
}

}  // namespace

template <Real S>
void missing_on_bodies(const Model<S>& model, const PositionStage<S>& at,
                       const InertiaStage<S>& inertia, const Loads<S>& loads,
                       std::span<const S> qdd, std::span<Motion<S>> moved, std::span<Force<S>> left,
                       FeltSizes<S>& sizes, BodyRange range) {
  for (std::size_t i = range.first; i < range.end(model.links.size()); ++i) {
    move_with_joint(model, at, i, qdd, moved);
    const Force<S>& given = loads.body[i];
    const Force<S> needed = inertia.own[i] * moved[i];
    left[i] = {given.lin - needed.lin, given.ang - needed.ang};
    sizes.force += sum_of_sizes(given.lin) + sum_of_sizes(needed.lin);
    // term by term: where a body hangs at rest they cancel, and rounding is all that is left
    sizes.moment += sum_of_sizes(given.ang) +
                    sum_of_sizes(cross(inertia.own[i].moment, moved[i].lin)) +
                    sum_of_sizes(inertia.own[i].tensor * moved[i].ang);
  }
}

#define TREADLE_INSTANTIATE(S)                                                                    \
  template void body_inertias<S>(const Model<S>&, const PositionStage<S>&, InertiaStage<S>&,      \
                                 BodyRange);                                                      \
  template void inertia_diagonal<S>(const Model<S>&, const PositionStage<S>&, InertiaStage<S>&,   \
                                    std::span<S>);                                                \
  template void composite_inertia<S>(const Model<S>&, const PositionStage<S>&, InertiaStage<S>&,  \
                                     InertiaMatrix<S>&);                                          \
  template void start_loads<S>(const Model<S>&, const PositionStage<S>&, const VelocityStage<S>&, \
                               const InertiaStage<S>&, Loads<S>&, BodyRange);                     \
  template void generalized_forces<S>(const Model<S>&, const PositionStage<S>&, const Loads<S>&,  \
                                      std::span<Force<S>>, std::span<S>);                         \
  template void missing_on_bodies<S>(                                                             \
      const Model<S>&, const PositionStage<S>&, const InertiaStage<S>&, const Loads<S>&,          \
      std::span<const S>, std::span<Motion<S>>, std::span<Force<S>>, FeltSizes<S>&, BodyRange);   \
  template void carry_to_joints<S>(const Model<S>&, const PositionStage<S>&, const Loads<S>&,     \
                                   std::span<Force<S>>, std::span<S>, BodyRange);
TREADLE_FOR_EACH_SCALAR_LANES_AND_DUAL(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
