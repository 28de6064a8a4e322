#include "relative_coordinates.hpp"

#include "../describe/names.hpp"
#include "../joints/dispatch.hpp"

#include <algorithm>
#include <array>

namespace treadle {

void joint_coordinates(JointType type, double pitch, const Transform<double>& x,
                       std::span<const double> before, std::span<double> out) {
  std::array<double, 7> last{};
  std::copy_n(before.begin(), std::min(before.size(), last.size()), last.begin());
  with_joint(type, [&](auto joint) { joint.read(x, pitch, last.data(), out.data()); });
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
  with_joint(type, [&](auto joint) { joint.project(child.x.r, child.v, child.w, out.data()); });
}

void joint_accelerations(JointType type, const FrameMotion& child, std::span<double> out) {
  with_joint(type, [&](auto joint) {
    // velocities in the axes of the child turn with them
    const Vec3<double> a = joint.in_child_axes ? child.a - cross(child.w, child.v) : child.a;
    joint.project(child.x.r, a, child.alpha, out.data());
  });
}

}  // namespace treadle
