// Inertia of a body whose outer joints are free to give way: a full symmetric 6 x 6 matrix, half
// stored as three blocks.
#pragma once

#include "spatial.hpp"

namespace treadle {

template <Real S>
struct ArticulatedInertia {
  Sym3<S> linear{};  ///< force for linear motion
  Mat3<S> mixed{};   ///< force for angular motion, by columns
  Sym3<S> angular{};

  friend Force<S> operator*(const ArticulatedInertia& a, const Motion<S>& v) {
    return {a.linear * v.lin + a.mixed * v.ang,
            transpose_times(a.mixed, v.lin) + a.angular * v.ang};
  }
  ArticulatedInertia& operator+=(const ArticulatedInertia& b) {
    linear = linear + b.linear;
    mixed = {mixed.x + b.mixed.x, mixed.y + b.mixed.y, mixed.z + b.mixed.z};
    angular = angular + b.angular;
    return *this;
  }
  ArticulatedInertia& operator+=(const Inertia<S>& b) {
    linear.xx += b.mass;
    linear.yy += b.mass;
    linear.zz += b.mass;
    const Vec3<S>& h = b.moment;  // mixed part: -[h]x
    mixed.x.y -= h.z;
    mixed.x.z += h.y;
    mixed.y.x += h.z;
    mixed.y.z -= h.x;
    mixed.z.x -= h.y;
    mixed.z.y += h.x;
    angular = angular + b.tensor;
    return *this;
  }
};

/// A rigid body's inertia as such a matrix.
template <Real S>
ArticulatedInertia<S> articulated(const Inertia<S>& a) {
  const S zero(0.0);
  const Vec3<S>& h = a.moment;
  return {{a.mass, a.mass, a.mass, zero, zero, zero},
          {{zero, -h.z, h.y}, {h.z, zero, -h.x}, {-h.y, h.x, zero}},
          a.tensor};
}

/// a - u w^T, where w is a multiple of u: what is left when a direction gives way.
template <Real S>
void give_way(ArticulatedInertia<S>& a, const Force<S>& u, const Force<S>& w) {
  const auto half = [](Sym3<S>& m, const Vec3<S>& p, const Vec3<S>& q) {
    m.xx -= p.x * q.x;
    m.yy -= p.y * q.y;
    m.zz -= p.z * q.z;
    m.xy -= p.x * q.y;
    m.xz -= p.x * q.z;
    m.yz -= p.y * q.z;
  };
  half(a.linear, u.lin, w.lin);
  half(a.angular, u.ang, w.ang);
  a.mixed.x -= w.ang.x * u.lin;
  a.mixed.y -= w.ang.y * u.lin;
  a.mixed.z -= w.ang.z * u.lin;
}

/// The motion that a force gives: L D L^T of the whole matrix.
template <Real S>
Motion<S> motion_of(const ArticulatedInertia<S>& a, const Force<S>& f) {
  const Vec3<S>&x = a.mixed.x, &y = a.mixed.y, &z = a.mixed.z;
  S l[6][6] = {{a.linear.xx},
               {a.linear.xy, a.linear.yy},
               {a.linear.xz, a.linear.yz, a.linear.zz},
               {x.x, x.y, x.z, a.angular.xx},
               {y.x, y.y, y.z, a.angular.xy, a.angular.yy},
               {z.x, z.y, z.z, a.angular.xz, a.angular.yz, a.angular.zz}};
  S v[6] = {f.lin.x, f.lin.y, f.lin.z, f.ang.x, f.ang.y, f.ang.z};
  unrolled<6>([&](auto k) {
    const S inverse = S(1.0) / l[k][k];
    unrolled<5 - k>([&](auto below) {
      constexpr int i = k + 1 + below;
      const S factor = l[i][k] * inverse;
      unrolled<i - k>([&](auto next) { l[i][k + 1 + next] -= factor * l[k + 1 + next][k]; });
      v[i] -= factor * v[k];
      l[k][i] = factor;  // above the diagonal, while its column is still needed
    });
    v[k] *= inverse;
  });
  unrolled<5>([&](auto done) {
    constexpr int k = 4 - done;
    unrolled<5 - k>([&](auto next) { v[k] -= l[k][k + 1 + next] * v[k + 1 + next]; });
  });
  return {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
}

}  // namespace treadle
