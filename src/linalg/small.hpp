// Small fixed vectors and matrices for kernels: symmetric ones half stored, no product starts from
// zero.
#pragma once

#include "../scalar/real.hpp"

#include <type_traits>
#include <utility>

namespace treadle {

/// f(0), f(1), ... f(N - 1), each with its number as a type: a loop that is written out.
template <int N, class F>
inline void unrolled(F&& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) { (f(std::integral_constant<int, I>{}), ...); }
  (std::make_integer_sequence<int, N>{});
}

template <Real S>
struct Vec3 {
  S x{}, y{}, z{};

  friend Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend Vec3 operator*(const S& s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
  Vec3& operator+=(const Vec3& b) { return *this = *this + b; }
  Vec3& operator-=(const Vec3& b) { return *this = *this - b; }
};

template <Real S>
S dot(const Vec3<S>& a, const Vec3<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <Real S>
Vec3<S> cross(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <Real S>
S norm(const Vec3<S>& a) {
  return sqrt(dot(a, a));
}

/// A 3x3 matrix by its columns; used for rotations, whose columns are the axes of the turned frame.
template <Real S>
struct Mat3 {
  Vec3<S> x{}, y{}, z{};

  static Mat3 identity() {
    return {{S(1.0), S(0.0), S(0.0)}, {S(0.0), S(1.0), S(0.0)}, {S(0.0), S(0.0), S(1.0)}};
  }
  friend Vec3<S> operator*(const Mat3& a, const Vec3<S>& b) {
    return {a.x.x * b.x + a.y.x * b.y + a.z.x * b.z, a.x.y * b.x + a.y.y * b.y + a.z.y * b.z,
            a.x.z * b.x + a.y.z * b.y + a.z.z * b.z};
  }
  friend Mat3 operator*(const Mat3& a, const Mat3& b) { return {a * b.x, a * b.y, a * b.z}; }
};

/// a^T b, without forming the transpose.
template <Real S>
Vec3<S> transpose_times(const Mat3<S>& a, const Vec3<S>& b) {
  return {dot(a.x, b), dot(a.y, b), dot(a.z, b)};
}

template <Real S>
Mat3<S> transpose_times(const Mat3<S>& a, const Mat3<S>& b) {
  return {transpose_times(a, b.x), transpose_times(a, b.y), transpose_times(a, b.z)};
}

template <Real S>
Mat3<S> transpose(const Mat3<S>& a) {
  return {{a.x.x, a.y.x, a.z.x}, {a.x.y, a.y.y, a.z.y}, {a.x.z, a.y.z, a.z.z}};
}

/// A symmetric 3x3 matrix, half stored.
template <Real S>
struct Sym3 {
  S xx{}, yy{}, zz{}, xy{}, xz{}, yz{};

  friend Sym3 operator+(const Sym3& a, const Sym3& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
  }
  friend Vec3<S> operator*(const Sym3& a, const Vec3<S>& b) {
    return {a.xx * b.x + a.xy * b.y + a.xz * b.z, a.xy * b.x + a.yy * b.y + a.yz * b.z,
            a.xz * b.x + a.yz * b.y + a.zz * b.z};
  }
};

/// R J R^T for a rotation R.
template <Real S>
Sym3<S> rotate(const Mat3<S>& r, const Sym3<S>& j) {
  const Vec3<S> u = j * Vec3<S>{r.x.x, r.y.x, r.z.x};  // J times the rows of R
  const Vec3<S> v = j * Vec3<S>{r.x.y, r.y.y, r.z.y};
  const Vec3<S> w = j * Vec3<S>{r.x.z, r.y.z, r.z.z};
  const auto row_times = [](const S& a, const S& b, const S& c, const Vec3<S>& d) {
    return a * d.x + b * d.y + c * d.z;
  };
  return {row_times(r.x.x, r.y.x, r.z.x, u), row_times(r.x.y, r.y.y, r.z.y, v),
          row_times(r.x.z, r.y.z, r.z.z, w), row_times(r.x.x, r.y.x, r.z.x, v),
          row_times(r.x.x, r.y.x, r.z.x, w), row_times(r.x.y, r.y.y, r.z.y, w)};
}

}  // namespace treadle
