// Inside topology: loops with their paths, and groups of trees that share a reference frame.
#pragma once

#include "topology.hpp"

#include <vector>

namespace treadle {

void find_loops(const Description& description, const std::vector<int>& cuts, Topology& topology);
void find_groups(const Description& description, Topology& topology);

/// Lowest common ancestor; the ground if there is none.
BodyId common_ancestor(const Topology& topology, BodyId a, BodyId b);

/// Tree body of a body name of the description.
BodyId tree_body(const Description& description, const Topology& topology, const std::string& name);

}  // namespace treadle
