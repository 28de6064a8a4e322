// Where a strut is, as the frame of its joint sees it: what pose, subspace and bias share. (K12)
#pragma once

#include "../spatial/spatial.hpp"
#include "strut_shape.hpp"

namespace treadle {

/// The root of what is left of a square. Where hardly anything is, the strut or its link is at the
/// end of its reach: beyond there is no position, and another branch leads back, so it is not a
/// number there and no run goes on. (K12)
template <Real S>
S rest_of_reach(const S& left, const S& square) {
  return sqrt(select(left < S(1e-4) * square, S(-1.0), left));
}

template <Real S>
struct StrutPlace {
  StrutShape<S> shape;
  SinCos<S> arm;        ///< of its angle
  Vec3<S> ball, ball1;  ///< of the arm's end, along the arm's angle
  Vec3<S> line, along;  ///< from the ball to the top, L long; its unit vector
  S squared{}, inverse_length{}, inverse_squared{};  ///< L^2, 1/L, 1/L^2
  S reach{}, inverse_reach{};                        ///< r of m = (T_x, T_y, r)
  Vec3<S> sine;  ///< v = m x l / L^2, of the least turn that puts the strut through the top
  S half{};      ///< 1/(1 + c) with c = m . l / L^2
  Mat3<S> r;     ///< the child's axes

  StrutPlace() = default;
  /// After the least turn.
  StrutPlace(const S& angle, const StrutShape<S>& n) : shape(n), arm(sincos(angle)) {
    const S one(1.0);
    const Vec3<S> side = cross(n.hinge_axis, n.hinge);
    ball = (one - arm.cos) * n.hinge - arm.sin * side;
    ball1 = arm.sin * n.hinge - arm.cos * side;
    line = n.top - ball;
    squared = dot(line, line);
    inverse_length = one / sqrt(squared);
    inverse_squared = inverse_length * inverse_length;
    along = inverse_length * line;
    reach = rest_of_reach(squared - (n.top.x * n.top.x + n.top.y * n.top.y), squared);
    inverse_reach = one / reach;
    const Vec3<S> m{n.top.x, n.top.y, reach};
    sine = inverse_squared * cross(m, line);
    const S c = inverse_squared * dot(m, line);
    half = one / (one + c);
    const Vec3<S> bent = half * sine;
    r.x = {c + bent.x * sine.x, sine.z + bent.x * sine.y, bent.x * sine.z - sine.y};
    r.y = {bent.x * sine.y - sine.z, c + bent.y * sine.y, sine.x + bent.y * sine.z};
    r.z = cross(r.x, r.y);
  }
  /// Then about the line.
  void turn_about_line(const SinCos<S>& t) {
    const auto turned = [&](const Vec3<S>& e) {
      return t.cos * e + t.sin * cross(along, e) + ((S(1.0) - t.cos) * dot(along, e)) * along;
    };
    r.x = turned(r.x);
    r.y = turned(r.y);
    r.z = cross(r.x, r.y);
  }
};

}  // namespace treadle
