// From the frames a person wrote to internal frames: where each body of the description sits in its
// tree body, and where each joint's two frames sit. Plain double, done once.
#pragma once

#include "../describe/description.hpp"
#include "../spatial/spatial.hpp"
#include "../spatial/to_quaternion.hpp"
#include "../topology/topology.hpp"

#include <string>
#include <unordered_map>
#include <vector>

namespace treadle {

using Frame = Transform<double>;

inline Vec3<double> to_vec(const Triple& t) { return {t[0], t[1], t[2]}; }
Frame to_frame(const Pose& pose);
Mat3<double> frame_along(const Triple& axis);  ///< z along the axis

/// A body of the description inside the tree.
struct PlacedBody {
  BodyId body = ground;  ///< tree body, or ground
  Frame frame;  ///< the body's own frame in the internal frame (on the ground: in the world)
};

/// The two frames of a joint, each in the own frame of its body (on the ground: in the world).
struct JointFrames {
  Frame parent, child;
};

struct Placement {
  std::vector<PlacedBody> bodies;                   ///< by body of the description
  std::vector<JointFrames> joints;                  ///< by joint of the description
  std::unordered_map<std::string, int> body_index;  ///< by name; ground is -1

  std::vector<Frame> design;  ///< body frames in the world, in the design position

  [[nodiscard]] PlacedBody find(const std::string& name) const;         ///< ground too
  [[nodiscard]] Frame design_frame(const std::string& name) const;      ///< ground too
  [[nodiscard]] Vec3<double> design_point(const Anchor& anchor) const;  ///< in the world
};

/// The frames of a tree body's joint: z reversed where the tree runs against the joint, so that an
/// angle or a displacement keeps its sign.
Frame along_tree(const TreeBody& body, const Frame& frame);

/// Throws ModelError where fixed joints contradict each other.
Placement place(const Description& description, const Topology& topology);

}  // namespace treadle
