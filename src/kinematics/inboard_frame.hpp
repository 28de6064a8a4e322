// The frame of a joint on its inboard body, where that is now; and what a joint's geometry takes.
#pragma once

#include "../joints/dispatch.hpp"
#include "place.hpp"

namespace treadle {

/// In the frame of the link's group. The inboard body must be in place. (K2)
template <Real S>
Transform<S> inboard_frame(const Model<S>& model, const PositionStage<S>& at, const Link<S>& link) {
  if (link.parent < 0) {  // such a group has the axes of the world
    const Transform<S>& frame = at.group[static_cast<std::size_t>(link.group)];
    return {link.joint_frame.r, link.joint_frame.p - frame.p};
  }
  if (model.links[static_cast<std::size_t>(link.parent)].carries_axes) return link.joint_frame;
  const Transform<S>& up = at.x[static_cast<std::size_t>(link.parent)];
  return {link.aligned ? up.r : up.r * link.joint_frame.r, up * link.joint_frame.p};
}

/// A pitch, or the hard points of a strut.
template <class Joint, Real S>
const auto& numbers_of(const Link<S>& link) {
  if constexpr (HasShape<Joint>) {
    return link.strut.front();
  } else {
    return link.pitch;
  }
}

}  // namespace treadle
