// A ball joint whose columns of B are b_k = (p x e_k, e_k), unit turns about the axes of the group:
// what they find of forces and what forces they need, without the products that vanish. (K10)
#pragma once

#include "../spatial/articulated.hpp"

#include <array>

namespace treadle {

/// b_k^T f: the moment of f about axis k through p.
template <Real S>
S turning(const Vec3<S>& p, const Force<S>& f, int k) {
  if (k == 0) return f.ang.x - (p.y * f.lin.z - p.z * f.lin.y);
  if (k == 1) return f.ang.y - (p.z * f.lin.x - p.x * f.lin.z);
  return f.ang.z - (p.x * f.lin.y - p.y * f.lin.x);
}

/// K b_k for all three columns: h x (p x e) = p (h . e) - e (h . p).
template <Real S>
std::array<Force<S>, 3> ball_forces(const Inertia<S>& k, const Vec3<S>& p, const Motion<S>* /*b*/) {
  const Vec3<S>& h = k.moment;
  const Sym3<S>& j = k.tensor;
  const Vec3<S> d = h - k.mass * p;
  const S zero(0.0), along = dot(h, p);
  return {{{{zero, -d.z, d.y}, {h.x * p.x + (j.xx - along), h.x * p.y + j.xy, h.x * p.z + j.xz}},
           {{d.z, zero, -d.x}, {h.y * p.x + j.xy, h.y * p.y + (j.yy - along), h.y * p.z + j.yz}},
           {{-d.y, d.x, zero}, {h.z * p.x + j.xz, h.z * p.y + j.yz, h.z * p.z + (j.zz - along)}}}};
}

template <Real S>
std::array<Force<S>, 3> ball_forces(const ArticulatedInertia<S>& k, const Vec3<S>& /*p*/,
                                    const Motion<S>* b) {
  return {k * b[0], k * b[1], k * b[2]};
}

}  // namespace treadle
