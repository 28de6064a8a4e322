#include "relative_coordinates.hpp"

#include "../describe/names.hpp"
#include "../model/placement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace treadle {

namespace {

void put(std::span<double> out, std::size_t at, const Vec3<double>& a) {
  out[at] = a.x;
  out[at + 1] = a.y;
  out[at + 2] = a.z;
}

// The motion of a joint that is `lin` at the child's origin and `ang` about it, both in the axes of
// the parent, along the joint's coordinates. Axes of a joint are perpendicular, so that each
// component is a product; what the axes' own turning adds is perpendicular to them.
void project(JointType type, const Mat3<double>& child, const Vec3<double>& lin,
             const Vec3<double>& ang, std::span<double> out) {
  switch (type) {
    case JointType::revolute:
    case JointType::screw:
      out[0] = ang.z;
      return;
    case JointType::prismatic:
      out[0] = lin.z;
      return;
    case JointType::cylindrical:
      out[0] = ang.z;
      out[1] = lin.z;
      return;
    case JointType::universal:
      out[0] = ang.z;
      out[1] = dot(ang, child.x);
      return;
    case JointType::planar:
      out[0] = lin.x;
      out[1] = lin.y;
      out[2] = ang.z;
      return;
    case JointType::spherical:
      return put(out, 0, transpose_times(child, ang));
    case JointType::free:
      put(out, 0, transpose_times(child, lin));
      return put(out, 3, transpose_times(child, ang));
    case JointType::fixed:
      return;
  }
}

}  // namespace

void joint_coordinates(JointType type, double pitch, const Transform<double>& x,
                       std::span<const double> before, std::span<double> out) {
  constexpr double turn = 2.0 * std::numbers::pi;
  const double about_z = std::atan2(x.r.x.y, x.r.x.x);
  // the same angle in the turn that is nearest to a guess
  const auto near = [&](double angle, double guess) {
    return angle + turn * std::round((guess - angle) / turn);
  };
  const auto last = [&](std::size_t k) { return k < before.size() ? before[k] : 0.0; };
  const auto quaternion = [&](std::size_t at) {
    const std::array<double, 4> q = to_quaternion(x.r);
    double side = 0.0;
    for (std::size_t k = 0; k < 4; ++k) side += q[k] * last(at + k);
    for (std::size_t k = 0; k < 4; ++k) out[at + k] = side < 0.0 ? -q[k] : q[k];
  };
  switch (type) {
    case JointType::revolute:
      out[0] = near(about_z, last(0));
      return;
    case JointType::prismatic:
      out[0] = x.p.z;
      return;
    case JointType::cylindrical:
      out[0] = near(about_z, last(0));
      out[1] = x.p.z;
      return;
    case JointType::screw:
      out[0] = near(about_z, turn * x.p.z / pitch);  // the advance counts the turns
      return;
    case JointType::universal:
      out[0] = near(about_z, last(0));
      out[1] = near(std::atan2(x.r.y.z, x.r.z.z), last(1));
      return;
    case JointType::planar:
      out[0] = x.p.x;
      out[1] = x.p.y;
      out[2] = near(about_z, last(2));
      return;
    case JointType::spherical:
      return quaternion(0);
    case JointType::free:
      put(out, 0, x.p);
      return quaternion(3);
    case JointType::fixed:
      return;
  }
}

std::vector<double> relative_coordinates(JointType type, double pitch,
                                         const Transform<double>& parent,
                                         const Transform<double>& child,
                                         std::span<const double> before) {
  std::vector<double> out(static_cast<std::size_t>(joint_facts(type).nq));
  joint_coordinates(type, pitch, inverse(parent) * child, before, out);
  return out;
}

void joint_velocities(JointType type, const FrameMotion& child, std::span<double> out) {
  project(type, child.x.r, child.v, child.w, out);
}

void joint_accelerations(JointType type, const FrameMotion& child, std::span<double> out) {
  // velocities of a free joint are in the axes of the child, and turn with them
  const Vec3<double> a = type == JointType::free ? child.a - cross(child.w, child.v) : child.a;
  project(type, child.x.r, a, child.alpha, out);
}

}  // namespace treadle
