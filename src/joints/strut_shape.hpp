// Hard points of a strut in its joint's frame of the design position: the origin is the ball
// between arm and knuckle, z the axis of the strut.
#pragma once

#include "../linalg/small.hpp"

namespace treadle {

template <Real S>
struct StrutShape {
  Vec3<S> top;         ///< where the strut is held, on the parent; top.z > 0
  Vec3<S> hinge;       ///< the point of the arm's axis that is nearest to the ball, on the parent
  Vec3<S> hinge_axis;  ///< unit vector
  Vec3<S> inner;       ///< end of the link on the parent
  Vec3<S> outer;       ///< end of the link on the child
  S link_squared{};    ///< its length, squared
  S side{};            ///< 1 or -1: which of two ways the link closes
};

}  // namespace treadle
