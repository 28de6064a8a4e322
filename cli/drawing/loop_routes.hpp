// Curves for cut joints and constraints, around the boxes of the tree, and places for their names.
#pragma once

#include "curve.hpp"
#include "graph_layout.hpp"

#include <vector>

namespace treadle::cli {

struct LoopRoute {
  Curve curve;
  Label label;  ///< without lines where names are left out
  bool cut_joint = false;
};

/// Routes of all loops: one between two bodies; a coupler ties its bodies in a row; a driver has
/// none, it is a note at its joint. No route runs through a box.
std::vector<LoopRoute> route_loops(const Topology& topology, const GraphLayout& layout);

}  // namespace treadle::cli
