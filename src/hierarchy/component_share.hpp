// Which process does which components of a hierarchy, and what of it one of them has to do.
// Integers only. (H15)
#pragma once

#include "plan.hpp"

#include <span>
#include <vector>

namespace treadle {

/// The process of each component, by node: neighbours stay together, and costs are about equal.
std::vector<int> cut_components(const HierarchyPlan& plan, std::span<const double> cost, int ranks);

/// A joint between pieces: of the component whose equation it is, and which of its joints.
struct OuterPlace {
  int node = 0, number = 0;
};

/// What one process does.
struct ComponentShare {
  std::vector<std::vector<int>> waves;  ///< its components by level, inner ones first
  /// By level: components of others inside those of `waves`, and those of `waves` that are inside
  /// components of others.
  std::vector<std::vector<int>> inside, outside;
  std::vector<int> fragments;
  std::vector<OuterPlace> looked;  ///< joints that it has to know
  std::vector<OuterPlace> own;     ///< whose bodies are both its own
  std::vector<OuterPlace> mixed;   ///< of all processes: whose bodies belong to two of them
};

/// `owner`: of each component, by node.
ComponentShare share_of(const Model<double>& model, const HierarchyPlan& plan,
                        std::span<const int> owner, int rank);

}  // namespace treadle
