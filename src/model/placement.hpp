// From the frames a person wrote to internal frames: where each body of the description sits in its tree
// body, and where each joint's two frames sit. Plain double, done once.
#pragma once

#include "../describe/description.hpp"
#include "../spatial/spatial.hpp"
#include "../topology/topology.hpp"

#include <string>
#include <unordered_map>
#include <vector>

namespace treadle {

using Frame = Transform<double>;

Frame to_frame(const Pose& pose);
std::array<double, 4> to_quaternion(const Mat3<double>& r);  ///< w, x, y, z with w >= 0

/// A body of the description inside the tree.
struct PlacedBody {
  BodyId body = ground;  ///< tree body, or ground
  Frame frame;           ///< the body's own frame in the internal frame (on the ground: in the world)
};

/// The two frames of a joint, each in the own frame of its body (on the ground: in the world).
struct JointFrames {
  Frame parent, child;
};

struct Placement {
  std::vector<PlacedBody> bodies;                      ///< by body of the description
  std::vector<JointFrames> joints;                     ///< by joint of the description
  std::unordered_map<std::string, int> body_index;     ///< by name; ground is -1

  [[nodiscard]] PlacedBody find(const std::string& name) const;  ///< ground too
};

/// Throws ModelError where fixed joints contradict each other.
Placement place(const Description& description, const Topology& topology);

}  // namespace treadle
