// Inside topology: elimination clusters (docs/theory/topology.md).
#pragma once

#include "topology.hpp"

namespace treadle {

void find_clusters(Topology& topology);

}  // namespace treadle
