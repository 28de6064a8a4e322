// From a joint's type to its file: the one line of registration of each joint.
#pragma once

#include "../describe/description.hpp"
#include "fixed.hpp"
#include "free.hpp"
#include "prismatic.hpp"
#include "revolute.hpp"
#include "spherical.hpp"

#include <utility>

namespace treadle {

/// Calls f with the joint's class; once for each body, outside the arithmetic.
template <class F>
decltype(auto) with_joint(JointType type, F&& f) {
  switch (type) {
    case JointType::revolute: return std::forward<F>(f)(Revolute{});
    case JointType::prismatic: return std::forward<F>(f)(Prismatic{});
    case JointType::spherical: return std::forward<F>(f)(Spherical{});
    case JointType::free: return std::forward<F>(f)(Free{});
    case JointType::fixed: break;
  }
  return std::forward<F>(f)(Fixed{});
}

}  // namespace treadle
