// From a joint's type to its file: the one line of registration of each joint.
#pragma once

#include "../describe/description.hpp"
#include "composite.hpp"
#include "cylindrical.hpp"
#include "fixed.hpp"
#include "free.hpp"
#include "planar.hpp"
#include "prismatic.hpp"
#include "revolute.hpp"
#include "screw.hpp"
#include "spherical.hpp"
#include "strut.hpp"
#include "universal.hpp"

#include <utility>

namespace treadle {

/// Calls f with the joint's class; once for each body, outside the arithmetic.
template <class F>
decltype(auto) with_joint(JointType type, F&& f) {
  switch (type) {
    case JointType::revolute:
      return std::forward<F>(f)(Revolute{});
    case JointType::prismatic:
      return std::forward<F>(f)(Prismatic{});
    case JointType::spherical:
      return std::forward<F>(f)(Spherical{});
    case JointType::free:
      return std::forward<F>(f)(Free{});
    case JointType::cylindrical:
      return std::forward<F>(f)(Cylindrical{});
    case JointType::universal:
      return std::forward<F>(f)(Universal{});
    case JointType::planar:
      return std::forward<F>(f)(Planar{});
    case JointType::screw:
      return std::forward<F>(f)(Screw{});
    case JointType::composite1:
      return std::forward<F>(f)(Composite<1>{});
    case JointType::composite2:
      return std::forward<F>(f)(Composite<2>{});
    case JointType::composite3:
      return std::forward<F>(f)(Composite<3>{});
    case JointType::composite4:
      return std::forward<F>(f)(Composite<4>{});
    case JointType::composite5:
      return std::forward<F>(f)(Composite<5>{});
    case JointType::composite6:
      return std::forward<F>(f)(Composite<6>{});
    case JointType::strut:
      return std::forward<F>(f)(Strut{});
    case JointType::guided_strut:
      return std::forward<F>(f)(GuidedStrut{});
    case JointType::fixed:
      break;
  }
  return std::forward<F>(f)(Fixed{});
}

/// The same, where two kinds of joints look different from their other end.
template <class F>
decltype(auto) with_joint(JointType type, bool reversed, F&& f) {
  if (reversed && type == JointType::universal) return std::forward<F>(f)(ReversedUniversal{});
  if (reversed && type == JointType::planar) return std::forward<F>(f)(ReversedPlanar{});
  return with_joint(type, std::forward<F>(f));
}

/// Joints whose geometry takes more than a pitch.
template <class Joint>
concept HasShape = requires {
  requires Joint::has_shape;
};

/// Joints whose motion is that of a mechanism inside (kinematics/composite_stage.hpp).
template <class Joint>
concept HasInside = requires {
  requires Joint::has_inside;
};

/// What others ask of a joint's type, from its struct.
struct JointTraits {
  int quaternion_at;
  bool ball, flips_axis;
};
inline JointTraits traits_of(JointType type) {
  return with_joint(type, [](auto joint) {
    return JointTraits{joint.quaternion_at, joint.ball, joint.flips_axis};
  });
}

}  // namespace treadle
