// Curves for cut joints and rods, around the boxes of the tree, and places for their names.
#pragma once

#include "curve.hpp"
#include "graph_layout.hpp"

#include <vector>

namespace treadle::cli {

struct LoopRoute {
  Curve curve;
  Label label;  ///< without lines where names are left out
};

/// One route for each loop, in their order. No route runs through a box.
std::vector<LoopRoute> route_loops(const Mechanism& mechanism, const GraphLayout& layout);

}  // namespace treadle::cli
