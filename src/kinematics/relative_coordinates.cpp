#include "relative_coordinates.hpp"

#include "../model/placement.hpp"

#include <cmath>
#include <numbers>

namespace treadle {

std::vector<double> relative_coordinates(JointType type, double pitch,
                                         const Transform<double>& parent,
                                         const Transform<double>& child,
                                         std::span<const double> before) {
  constexpr double turn = 2.0 * std::numbers::pi;
  const Transform<double> x = inverse(parent) * child;
  const double about_z = std::atan2(x.r.x.y, x.r.x.x);
  // the same angle in the turn that is nearest to a guess
  const auto near = [&](double angle, double guess) {
    return angle + turn * std::round((guess - angle) / turn);
  };
  const auto last = [&](std::size_t k) { return k < before.size() ? before[k] : 0.0; };
  const auto quaternion = to_quaternion(x.r);
  switch (type) {
    case JointType::revolute:
      return {near(about_z, last(0))};
    case JointType::prismatic:
      return {x.p.z};
    case JointType::cylindrical:
      return {near(about_z, last(0)), x.p.z};
    case JointType::screw:
      return {near(about_z, turn * x.p.z / pitch)};  // the advance counts the turns
    case JointType::universal:
      return {near(about_z, last(0)), near(std::atan2(x.r.y.z, x.r.z.z), last(1))};
    case JointType::planar:
      return {x.p.x, x.p.y, near(about_z, last(2))};
    case JointType::spherical:
      return {quaternion.begin(), quaternion.end()};
    case JointType::free:
      return {x.p.x, x.p.y, x.p.z, quaternion[0], quaternion[1], quaternion[2], quaternion[3]};
    case JointType::fixed:
      break;
  }
  return {};
}

}  // namespace treadle
