// What signals are made from: the description with its names, and where each item went in the
// model.
#pragma once

#include "../forces/find.hpp"
#include "../forces/forces.hpp"

#include <string>
#include <unordered_map>
#include <vector>

namespace treadle {

/// Where a joint went: carried by the tree, or cut. Neither where fixed joints merged bodies.
struct JointSeat {
  int body = -1;  ///< tree body that it carries
  int loop = -1;
};

/// A frame on a tree body (-1: the ground), in internal coordinates (in the world).
struct Probe {
  int body = -1;
  int group = 0;
  Frame frame;
};

class PartsOfModel {
 public:
  PartsOfModel(const Description& description, const Model<double>& model,
               const Placement& placement, const Forces<double>& forces);

  const Description& description;
  const Model<double>& model;
  const Placement& placement;
  const Forces<double>& forces;
  std::vector<JointSeat> joints;  ///< by joint of the description
  std::vector<int> force_at;      ///< by force of the description, see force_places
  std::vector<const CoordinateLaw<double>*> law_at;  ///< on each velocity; null where none acts
  std::vector<BodyId> bodies_in_order;  ///< tree bodies in the order of their joints in the file
  std::unordered_map<std::string, int> joint_index, force_index, loop_index;  ///< by name

  [[nodiscard]] Probe probe(const BodyFrame& frame) const;
  [[nodiscard]] Probe probe(const Anchor& point) const;
};

}  // namespace treadle
