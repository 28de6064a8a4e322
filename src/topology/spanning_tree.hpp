// Inside topology: welding of fixed joints and the choice of the spanning tree.
#pragma once

#include "topology.hpp"

#include <vector>

namespace treadle {

/// Bodies of the description joined by fixed joints. Node 0 is the ground.
struct WeldedGraph {
  std::vector<int> node_of;     ///< node of each body of the description
  std::vector<int> first_body;  ///< first body of each node; -1 for the ground
  std::vector<int> via;         ///< fixed joint that leads a body towards its node's first body
  std::vector<int> weld_order, weld_checks;
};

struct TreeEdge {
  int node = 0, parent = 0;
  int joint = -1;  ///< -1: added free joint
  bool reversed = false;
  int follows = -1;  ///< the composite joint that moves it along; then it has no joint
};

struct SpanningTree {
  std::vector<TreeEdge> edges;  ///< in the order of growth, parents first
  std::vector<int> cuts;        ///< joints left over, in file order
};

WeldedGraph weld_bodies(const Description& description);
SpanningTree grow_tree(const Description& description, const WeldedGraph& graph);

}  // namespace treadle
