// Where the forces of a description went: by force, its place in the list of its kind.
#pragma once

#include "../model/placement.hpp"

#include <map>
#include <vector>

namespace treadle {

/// False where both ends are on the ground: such a force is left out.
inline bool pushes_a_body(const ForceItem& item, const Placement& p) {
  if (p.find(item.from.body).body.valid()) return true;
  return has_two_ends(item.kind) && p.find(item.to.body).body.valid();
}

/// Whether something acts on an angle of a ball joint, between two bodies.
inline bool has_ball_law(const JointItem& joint, std::size_t angle, const Placement& p) {
  return joint.on_angles[angle] && joint.on_angles[angle]->acts() &&
         p.find(joint.child).body != p.find(joint.parent).body;
}

/// Its place in the list of its kind, by force of the description; -1 where it was left out.
inline std::vector<int> force_places(const Description& d, const Placement& p) {
  std::map<ForceKind, int> count;
  std::vector<int> places;
  places.reserve(d.forces.size());
  for (const ForceItem& item : d.forces) {
    places.push_back(pushes_a_body(item, p) ? count[item.kind]++ : -1);
  }
  return places;
}

}  // namespace treadle
