// Clusters that differ only in numbers and border on the same coordinates: their fronts go side by
// side through the kernels (docs/theory/solvers.md).
#pragma once

#include "../scalar/lanes.hpp"
#include "cluster_plan.hpp"

#include <array>

namespace treadle {

/// Where each lane finds a number; -1: it has none, which is zero.
using LanePlaces = std::array<int, Lanes::count>;

/// At most Lanes::count clusters; lanes that are left repeat the first one.
struct EqualClusters {
  std::vector<int> clusters;  ///< neighbours in the order of elimination
  FrontShape shape;           ///< positions, rows and values count from zero
  std::vector<int> border;    ///< the same for all; clusters without interfaces lack these
  std::vector<LanePlaces> phi, positions, rows;
  std::vector<LanePlaces> mass;  ///< as ClusterPlan::mass
  struct Coupling {
    int coordinate, row;
    LanePlaces slots;
  };
  std::vector<Coupling> coupling;
};

/// Sets of two clusters or more.
std::vector<EqualClusters> find_equal_clusters(const EliminationPlan& plan);

}  // namespace treadle
