#include "strut_points.hpp"

#include "../base/error.hpp"

#include <cmath>

namespace treadle {

namespace {

constexpr double too_near = 1e-6;  // m, or sine of an angle

[[noreturn]] void fail_strut(const JointItem& joint, int index, const char* key,
                             const std::string& message) {
  throw ModelError("joints[" + std::to_string(index) + "]." + key,
                   "strut '" + joint.name + "': " + message);
}

}  // namespace

StrutShape<double> strut_shape(const Description& d, const Placement& p, const TreeBody& body) {
  const JointItem& joint = d.joints[static_cast<std::size_t>(body.item.at)];
  const auto fail = [&](const char* key, const std::string& message) {
    fail_strut(joint, body.item.at, key, message);
  };
  if (body.reversed)
    fail("parent",
         "the tree reaches '" + joint.child + "' before '" + joint.parent +
             "'; a strut needs its parent nearer to the ground, so hang the machine on '" +
             joint.parent + "' by a joint of its own or cut another joint");
  const Frame to_joint = inverse(p.design_frame(joint.parent) *
                                 p.joints[static_cast<std::size_t>(body.item.at)].parent);
  const StrutItem& item = *joint.strut;
  StrutShape<double> s;
  s.top = to_joint * to_vec(item.top);
  const Vec3<double> axis = to_joint.r * to_vec(item.hinge_axis);
  s.hinge_axis = (1.0 / norm(axis)) * axis;
  s.hinge = to_joint * to_vec(item.hinge);
  s.hinge -= dot(s.hinge, s.hinge_axis) * s.hinge_axis;  // next to the ball
  if (s.top.z < too_near)
    fail("top",
         "lies beside the ball, or behind it along the axis; the strut would have no length");
  if (norm(s.hinge) < too_near)
    fail("arm_position", "the axis of the arm goes through the ball; the arm would have no length");
  if (!item.link) return s;
  s.inner = to_joint * to_vec((*item.link)[0]);
  s.outer = to_joint * to_vec((*item.link)[1]);
  const Vec3<double> link = s.outer - s.inner, along = (1.0 / norm(s.top)) * s.top;
  s.link_squared = dot(link, link);
  const double lever = dot(s.inner, cross(along, s.outer));
  if (std::fabs(lever) < too_near * norm(s.outer) * norm(link))
    fail("link_from",
         "the link cannot hold the turn about the line from the ball to the top; move "
         "its ends off a plane with that line");
  s.side = lever < 0.0 ? -1.0 : 1.0;
  return s;
}

void refuse_cut_strut(const JointItem& joint, int index) {
  fail_strut(joint, index, "tree",
             "has to stay in the tree, but the other joints that are kept already connect its "
             "bodies; remove \"tree\": \"keep\" from one of them");
}

}  // namespace treadle
