// What a hierarchy is made of: fragments, levels, and the equations of each component, by node of
// its plan.
#pragma once

#include "component_exchange.hpp"
#include "outer_joint.hpp"

#include <memory>
#include <vector>

namespace treadle {

/// A loop that is closed in a component.
struct OuterLoop {
  int loop = 0;
  int from_slot = -1, to_slot = -1;
  std::vector<OuterJoint> joints;  ///< of an equation of coordinates, in their order
};

struct Hierarchy::Parts {
  std::vector<TreeFragment> fragments;
  std::vector<ComponentLevel> levels;           ///< by node
  std::vector<std::vector<OuterJoint>> joints;  ///< by node
  std::vector<std::vector<OuterLoop>> loops;    ///< by node
  std::vector<int> place;                       ///< by node: among the pieces of the one around
  ComponentShare all;                           ///< what a process does by itself
  std::unique_ptr<ComponentExchange> others;    ///< nullptr: there are none
  std::vector<Six> extra, motion;               ///< by body
  std::vector<bool> dependent;                  ///< by equation of a loop
  std::vector<Trouble> trouble;                 ///< by fragment
  std::vector<bool> touched;                    ///< by body: equations of components see it
  Eigen::VectorXd nothing;

  void make_level(const Model<double>& model, const HierarchyPlan& plan, std::size_t n);
  double cost_of(const Model<double>& model, const HierarchyPlan& plan, std::size_t n);
  void choose_loops(const Model<double>& model, HierarchyPlan& plan, std::size_t n);
};

}  // namespace treadle
