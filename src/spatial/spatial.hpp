// Six-dimensional vectors, linear part first, referred to one point and one set of axes (the frame
// of a group of trees, docs/theory/dynamics.md): motions, forces and the rigid-body inertia of ten
// numbers.
#pragma once

#include "../linalg/small.hpp"

namespace treadle {

/// Velocity or acceleration state of a body: velocity of the body point at the reference, and
/// rotation.
template <Real S>
struct Motion {
  Vec3<S> lin{}, ang{};

  friend Motion operator+(const Motion& a, const Motion& b) {
    return {a.lin + b.lin, a.ang + b.ang};
  }
  friend Motion operator-(const Motion& a, const Motion& b) {
    return {a.lin - b.lin, a.ang - b.ang};
  }
  friend Motion operator*(const S& s, const Motion& a) { return {s * a.lin, s * a.ang}; }
  Motion& operator+=(const Motion& b) { return *this = *this + b; }
};

/// Force and moment about the reference.
template <Real S>
struct Force {
  Vec3<S> lin{}, ang{};

  friend Force operator+(const Force& a, const Force& b) { return {a.lin + b.lin, a.ang + b.ang}; }
  friend Force operator-(const Force& a, const Force& b) { return {a.lin - b.lin, a.ang - b.ang}; }
  Force& operator+=(const Force& b) { return *this = *this + b; }
  Force& operator-=(const Force& b) { return *this = *this - b; }
};

template <Real S>
S dot(const Motion<S>& a, const Force<S>& b) {
  return a.lin.x * b.lin.x + a.lin.y * b.lin.y + a.lin.z * b.lin.z + a.ang.x * b.ang.x +
         a.ang.y * b.ang.y + a.ang.z * b.ang.z;
}

/// Rate of change of motion b when carried along by a.
template <Real S>
Motion<S> cross(const Motion<S>& a, const Motion<S>& b) {
  return {cross(a.ang, b.lin) + cross(a.lin, b.ang), cross(a.ang, b.ang)};
}

/// Rate of change of force f when carried along by a.
template <Real S>
Force<S> cross(const Motion<S>& a, const Force<S>& f) {
  return {cross(a.ang, f.lin), cross(a.ang, f.ang) + cross(a.lin, f.lin)};
}

/// Velocity of the body point that is now at p.
template <Real S>
Vec3<S> point_velocity(const Motion<S>& v, const Vec3<S>& p) {
  return v.lin + cross(v.ang, p);
}

/// A force f that acts at p.
template <Real S>
Force<S> force_at(const Vec3<S>& p, const Vec3<S>& f) {
  return {f, cross(p, f)};
}

/// Rigid-body inertia about the reference: mass, first moment, second moment.
template <Real S>
struct Inertia {
  S mass{};
  Vec3<S> moment{};  ///< mass times the centre of mass
  Sym3<S> tensor{};  ///< about the reference

  friend Inertia operator+(const Inertia& a, const Inertia& b) {
    return {a.mass + b.mass, a.moment + b.moment, a.tensor + b.tensor};
  }
  Inertia& operator+=(const Inertia& b) { return *this = *this + b; }
  friend Force<S> operator*(const Inertia& a, const Motion<S>& v) {
    return {a.mass * v.lin - cross(a.moment, v.ang), cross(a.moment, v.lin) + a.tensor * v.ang};
  }
};

/// Inertia about the reference of a body with centre of mass s and tensor jc about it (parallel
/// axes).
template <Real S>
Inertia<S> inertia_at(const S& mass, const Vec3<S>& s, const Sym3<S>& jc) {
  const Vec3<S> h = mass * s;
  const S xx = h.x * s.x, yy = h.y * s.y, zz = h.z * s.z;
  return {mass,
          h,
          {jc.xx + (yy + zz), jc.yy + (xx + zz), jc.zz + (xx + yy), jc.xy - h.x * s.y,
           jc.xz - h.x * s.z, jc.yz - h.y * s.z}};
}

/// Position and axes of a frame.
template <Real S>
struct Transform {
  Mat3<S> r = Mat3<S>::identity();
  Vec3<S> p{};

  friend Transform operator*(const Transform& a, const Transform& b) {
    return {a.r * b.r, a.p + a.r * b.p};
  }
  friend Vec3<S> operator*(const Transform& a, const Vec3<S>& b) { return a.p + a.r * b; }
};

template <Real S>
Transform<S> inverse(const Transform<S>& a) {
  return {transpose(a.r), -transpose_times(a.r, a.p)};
}

}  // namespace treadle
