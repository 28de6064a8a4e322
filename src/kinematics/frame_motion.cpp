#include "frame_motion.hpp"

namespace treadle {

FrameMotion motion_in_group(const BodyMotions& bodies, int group, int body,
                            const Transform<double>& frame, Depth depth) {
  FrameMotion out;
  out.x = place_on(bodies.at, group, body, frame);
  if (body < 0 || depth == Depth::position) return out;
  const Motion<double>& y = bodies.moving.v[static_cast<std::size_t>(body)];
  out.w = y.ang;
  out.v = point_velocity(y, out.x.p);
  if (depth == Depth::velocity) return out;
  // the state is about a fixed point: the point of the body there moves on
  const Motion<double>& a = bodies.accelerations[static_cast<std::size_t>(body)];
  out.alpha = a.ang;
  out.a = point_velocity(a, out.x.p) + cross(y.ang, out.v);
  return out;
}

FrameMotion motion_in_world(const BodyMotions& bodies, int group, int body,
                            const Transform<double>& frame, Depth depth) {
  FrameMotion out;
  if (body < 0) {
    out.x = frame;
    return out;
  }
  const FrameMotion inside = motion_in_group(bodies, group, body, frame, depth);
  const Transform<double>& axes = bodies.at.group[static_cast<std::size_t>(group)];
  out.x = axes * inside.x;
  if (depth == Depth::position) return out;
  out.v = axes.r * inside.v;
  out.w = axes.r * inside.w;
  if (depth == Depth::velocity) return out;
  out.a = axes.r * inside.a;
  out.alpha = axes.r * inside.alpha;
  return out;
}

FrameMotion seen_from(const FrameMotion& observer, const FrameMotion& object) {
  const Vec3<double>& turn = observer.w;
  const Vec3<double> r = object.x.p - observer.x.p, w = object.w - turn;
  const Vec3<double> v = object.v - observer.v - cross(turn, r);
  const Vec3<double> a = object.a - observer.a - cross(observer.alpha, r) -
                         cross(turn, cross(turn, r)) - 2.0 * cross(turn, v);
  const Vec3<double> alpha = object.alpha - observer.alpha - cross(turn, w);
  const Mat3<double>& axes = observer.x.r;
  return {{transpose_times(axes, object.x.r), transpose_times(axes, r)},
          transpose_times(axes, v),
          transpose_times(axes, w),
          transpose_times(axes, a),
          transpose_times(axes, alpha)};
}

}  // namespace treadle
