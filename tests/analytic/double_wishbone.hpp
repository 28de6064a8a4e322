// The front left corner by its hard points alone: lower arm angle -> poses of all bodies, each loop
// closed by Newton's method on one unknown. Shares nothing with the engine but three-vectors.
#pragma once

#include "support.hpp"

namespace treadle {

inline Vector inches(double x, double y, double z) { return 0.0254 * Vector{x, y, z}; }
inline Vector unit(const Vector& a) { return (1.0 / norm(a)) * a; }

/// A rotation by the images of the axes.
using Turn = Mat3<double>;

inline Vector rotated(const Vector& axis, double angle, const Vector& a) {
  const double c = std::cos(angle), s = std::sin(angle);
  return c * a + s * cross(axis, a) + ((1.0 - c) * dot(axis, a)) * axis;
}
inline Turn rotation(const Vector& axis, double angle) {
  return {rotated(axis, angle, {1.0, 0.0, 0.0}), rotated(axis, angle, {0.0, 1.0, 0.0}),
          rotated(axis, angle, {0.0, 0.0, 1.0})};
}
/// The least turn that brings one direction into another.
inline Turn least_turn(const Vector& from, const Vector& to) {
  const Vector normal = cross(unit(from), unit(to));
  const double sine = norm(normal);
  if (sine < 1e-300) return Turn::identity();
  return rotation((1.0 / sine) * normal, std::atan2(sine, dot(unit(from), unit(to))));
}

/// Root of f near zero; f gives value and slope.
template <class F>
double root(const F& f, double x = 0.0) {
  for (int it = 0; it < 50; ++it) {
    const auto [value, slope] = f(x);
    const double step = value / slope;
    x -= step;
    if (std::fabs(step) < 1e-16) break;
  }
  return x;
}

struct Corner {
  struct Body {  // point of the design position -> where + turn * (point - pivot)
    Vector pivot, where;
    Turn turn;
    [[nodiscard]] Vector operator()(const Vector& design) const {
      return where + turn * (design - pivot);
    }
  };
  struct Pose {
    Body lower_arm, upper_arm, upright;
  };

  const Vector upper_front = inches(-1.8864, 17.5575, 9.6308),
               upper_back = inches(-10.5596, 18.8085, 7.6992),
               upper_ball = inches(-2.088, 28.17, 8.484), lower_front = inches(8.79, 12.09, 0.0),
               lower_ball = inches(-1.4, 30.965, -4.65), tie_inner = inches(-9.855, 17.655, 2.135),
               tie_outer = inches(-6.922, 32.327, -0.643), wheel = inches(-1.59, 35.815, -1.035),
               spring_chassis = inches(4.095, 20.07, 7.775),
               spring_arm = inches(3.827, 21.385, -1.835),
               damper_chassis = inches(4.095, 19.598, 12.722);

  /// Angles about the front-pointing pivot lines.
  [[nodiscard]] Pose at(double lower_angle) const {
    const Vector x{1.0, 0.0, 0.0};
    const Body lower{lower_front, lower_front, rotation(x, lower_angle)};
    const Vector low = lower(lower_ball);
    // the upper ball keeps its distance from the lower one
    const Vector axis = unit(upper_front - upper_back);
    const double height = norm(upper_ball - lower_ball);
    const double upper_angle = root([&](double angle) {
      const Vector arm = rotated(axis, angle, upper_ball - upper_front),
                   d = upper_front + arm - low;
      return std::pair{0.5 * (dot(d, d) - height * height), dot(d, cross(axis, arm))};
    });
    const Body upper{upper_front, upper_front, rotation(axis, upper_angle)};
    // the upright turns about the line of both balls until the tie rod fits
    const Vector line = unit(upper(upper_ball) - low);
    const Turn tilt = least_turn(upper_ball - lower_ball, line);
    const double rod = norm(tie_outer - tie_inner);
    const double steer = root([&](double angle) {
      const Vector arm = rotated(line, angle, tilt * (tie_outer - lower_ball)),
                   d = low + arm - tie_inner;
      return std::pair{0.5 * (dot(d, d) - rod * rod), dot(d, cross(line, arm))};
    });
    return {lower, upper, {lower_ball, low, rotation(line, steer) * tilt}};
  }
  [[nodiscard]] double upper_angle(double lower_angle) const {
    const Vector axis = unit(upper_front - upper_back), arm = upper_ball - upper_front;
    const Vector moved = at(lower_angle).upper_arm.turn * arm;
    const Vector across = arm - dot(arm, axis) * axis;
    return std::atan2(dot(cross(axis, across), moved), dot(across, moved));
  }
};

}  // namespace treadle
