// What is inside a composite joint: a small mechanism of its own, its parent the ground
// (docs/theory/composite.md).
#pragma once

#include "model.hpp"
#include "placement.hpp"

#include <string>
#include <vector>

namespace treadle {

struct Inside {
  std::string name;             ///< of the composite joint
  Model<double> model;          ///< in the world of the drawing
  std::vector<double> q;        ///< its coordinates in the drawing
  std::vector<int> q_at, v_at;  ///< of the independent coordinates
  std::vector<double> cell;     ///< how far each of them goes until a start is kept anew
  std::vector<int> dependent;   ///< positions of all others
  std::vector<double> unit, unit_of_independent;  ///< 1 of angles, else the size
  double size = 1.0;                              ///< of the mechanism
  Vec3<double> origin;                            ///< of the joint's frame in the drawing
  std::vector<LoopEnd<double>> carried;           ///< the child's frame, then those of the links
};

/// Of the joint that carries a tree body, with the links that follow it. Throws ModelError.
std::shared_ptr<const Inside> make_inside(const Description& description,
                                          const Placement& placement, const Topology& topology,
                                          BodyId body);

[[noreturn]] void refuse_cut_composite(const JointItem& joint, int index);

}  // namespace treadle
