#include "equations.hpp"

#include "../scalar/instantiate.hpp"

namespace treadle {

namespace {

template <Real S>
S component(const Force<S>& f, int k) {
  switch (k) {
    case 0:
      return f.lin.x;
    case 1:
      return f.lin.y;
    case 2:
      return f.lin.z;
    case 3:
      return f.ang.x;
    case 4:
      return f.ang.y;
    default:
      return f.ang.z;
  }
}

// B_j^T f for one column, where B of a root that carries the axes is the identity.
template <Real S>
S along(const Link<S>& link, const PositionStage<S>& at, int a, const Force<S>& f) {
  return link.carries_axes ? component(f, a)
                           : dot(at.b[static_cast<std::size_t>(link.b_at + a)], f);
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

// K_i B_i for one column.
template <Real S>
Force<S> column_force(const Link<S>& link, const PositionStage<S>& at, const Inertia<S>& k, int a) {
  return link.carries_axes ? inertia_column(k, a)
                           : k * at.b[static_cast<std::size_t>(link.b_at + a)];
}

// I a + v x I v, written out: with w = a + omega x v and W = alpha~ + omega~ omega~ the force is
// m w + W h and the moment h x w + J alpha + omega x J omega. (D4)
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
void body_inertias(const Model<S>& model, const PositionStage<S>& at, InertiaStage<S>& out) {
  for (std::size_t i = 0; i < model.links.size(); ++i) {
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
    const Link<S>& link = model.links[i];
    for (int a = 0; a < link.nv; ++a) {
      diagonal[static_cast<std::size_t>(link.v_at + a)] =
          along(link, at, a, column_force(link, at, inertia.composite[i], a));
    }
  }
}

template <Real S>
void composite_inertia(const Model<S>& model, const PositionStage<S>& at, InertiaStage<S>& inertia,
                       InertiaMatrix<S>& out) {
  sum_branches(model, inertia);
  const std::vector<int>& slots = model.pattern.inertia_slots();
  // M[i,j] = B_j^T (K_i B_i): own block, then the blocks of all ancestors (D3)
  std::size_t next = 0;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link<S>& link = model.links[i];
    for (int a = 0; a < link.nv; ++a) {
      const Force<S> f = column_force(link, at, inertia.composite[i], a);
      out.diagonal[static_cast<std::size_t>(link.v_at + a)] = along(link, at, a, f);
      for (int b = a + 1; b < link.nv; ++b) {
        out.lower[static_cast<std::size_t>(slots[next++])] = along(link, at, b, f);
      }
      for (int up = link.parent; up >= 0;) {
        const Link<S>& above = model.links[static_cast<std::size_t>(up)];
        for (int b = 0; b < above.nv; ++b) {
          out.lower[static_cast<std::size_t>(slots[next++])] = along(above, at, b, f);
        }
        up = above.parent;
      }
    }
  }
}

template <Real S>
void body_forces(const Model<S>& model, const PositionStage<S>& at, const VelocityStage<S>& moving,
                 const InertiaStage<S>& inertia, const Loads<S>& loads, std::span<Force<S>> out) {
  const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
  int gravity_of = -1;
  Vec3<S> g = zero;
  // each body: applied force minus what its velocity and gravity ask for (D4)
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link<S>& link = model.links[i];
    if (link.group != gravity_of) {
      gravity_of = link.group;
      g = group_gravity(model, at, link.group);
    }
    const Motion<S> bias{moving.c[i].lin - g, moving.c[i].ang};
    out[i] = loads.body[i] - needed_force(inertia.own[i], moving.v[i], bias);
  }
}

template <Real S>
void generalized_forces(const Model<S>& model, const PositionStage<S>& at,
                        const VelocityStage<S>& moving, const InertiaStage<S>& inertia,
                        const Loads<S>& loads, std::span<Force<S>> scratch, std::span<S> q) {
  body_forces(model, at, moving, inertia, loads, scratch);
  // leaves to root: L_i, then Q_i = B_i^T L_i (D5)
  for (std::size_t i = model.links.size(); i-- > 0;) {
    const Link<S>& link = model.links[i];
    for (int a = 0; a < link.nv; ++a) {
      const auto at_v = static_cast<std::size_t>(link.v_at + a);
      q[at_v] = loads.joint[at_v] + along(link, at, a, scratch[i]);
    }
    if (link.parent >= 0) scratch[static_cast<std::size_t>(link.parent)] += scratch[i];
  }
}

#define TREADLE_INSTANTIATE(S)                                                                    \
  template void body_inertias<S>(const Model<S>&, const PositionStage<S>&, InertiaStage<S>&);     \
  template void inertia_diagonal<S>(const Model<S>&, const PositionStage<S>&, InertiaStage<S>&,   \
                                    std::span<S>);                                                \
  template void composite_inertia<S>(const Model<S>&, const PositionStage<S>&, InertiaStage<S>&,  \
                                     InertiaMatrix<S>&);                                          \
  template void body_forces<S>(const Model<S>&, const PositionStage<S>&, const VelocityStage<S>&, \
                               const InertiaStage<S>&, const Loads<S>&, std::span<Force<S>>);     \
  template void generalized_forces<S>(const Model<S>&, const PositionStage<S>&,                   \
                                      const VelocityStage<S>&, const InertiaStage<S>&,            \
                                      const Loads<S>&, std::span<Force<S>>, std::span<S>);
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
