// Unit quaternions (w, x, y, z), the exponential of a rotation vector and the rate of a rotation
// vector.
#pragma once

#include "../linalg/small.hpp"

namespace treadle {

template <Real S>
struct Quaternion {
  S w{}, x{}, y{}, z{};

  /// Of the unit quaternion; a small departure from unit length is not amplified.
  [[nodiscard]] Mat3<S> matrix() const {
    const S two(2.0), one(1.0);
    const S xx = x * x, yy = y * y, zz = z * z;
    const S xy = x * y, xz = x * z, yz = y * z, wx = w * x, wy = w * y, wz = w * z;
    return {{one - two * (yy + zz), two * (xy + wz), two * (xz - wy)},
            {two * (xy - wz), one - two * (xx + zz), two * (yz + wx)},
            {two * (xz + wy), two * (yz - wx), one - two * (xx + yy)}};
  }
  friend Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
  }
};

template <Real S>
Quaternion<S> conjugate(const Quaternion<S>& a) {
  return {a.w, -a.x, -a.y, -a.z};
}

template <Real S>
Quaternion<S> normalized(const Quaternion<S>& a) {
  const S s = S(1.0) / sqrt(a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z);
  return {s * a.w, s * a.x, s * a.y, s * a.z};
}

/// exp(theta): the rotation by |theta| about theta.
template <Real S>
Quaternion<S> exponential(const Vec3<S>& theta) {
  const S square = dot(theta, theta);
  const auto small = square < S(1e-8);
  const S angle = sqrt(select(small, S(1.0), square));
  const SinCos<S> half = sincos(S(0.5) * angle);
  // series to the fourth order where the quotient would cancel
  const S w = select(small, S(1.0) - square * (S(0.125) - square * S(1.0 / 384.0)), half.cos);
  const S f = select(small, S(0.5) - square * S(1.0 / 48.0), half.sin / angle);
  return {w, f * theta.x, f * theta.y, f * theta.z};
}

/// The rotation vector of a unit quaternion, of length at most pi.
template <Real S>
Vec3<S> logarithm(const Quaternion<S>& a) {
  const S sign = select(a.w < S(0.0), S(-1.0), S(1.0));
  const Vec3<S> v{sign * a.x, sign * a.y, sign * a.z};
  const S square = dot(v, v);
  const auto small = square < S(1e-12);
  const S sine = sqrt(select(small, S(1.0), square));
  const S f =
      select(small, S(2.0) + square * S(1.0 / 3.0), S(2.0) * atan2(sine, sign * a.w) / sine);
  return f * v;
}

/// Rate of theta when R0 exp(theta) turns with w in its own axes: the inverse of the differential
/// of exp.
template <Real S>
Vec3<S> rotation_vector_rate(const Vec3<S>& theta, const Vec3<S>& w) {
  const S square = dot(theta, theta);
  const auto small = square < S(1e-4);
  const S angle = sqrt(select(small, S(1.0), square));
  const SinCos<S> half = sincos(S(0.5) * angle);
  // (1 - (a/2) cot(a/2)) / a^2, and its series 1/12 + a^2/720 + a^4/30240
  const S f =
      select(small, S(1.0 / 12.0) + square * (S(1.0 / 720.0) + square * S(1.0 / 30240.0)),
             (S(1.0) - S(0.5) * angle * half.cos / half.sin) / select(small, S(1.0), square));
  const Vec3<S> turn = cross(theta, w);
  return w + S(0.5) * turn + f * cross(theta, turn);
}

}  // namespace treadle
