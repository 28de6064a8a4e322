// The order in which clusters and plain coordinates are eliminated, and where entries appear on the
// way: integers only (docs/theory/solvers.md).
#pragma once

#include "../topology/pattern.hpp"
#include "cluster_front.hpp"

#include <utility>
#include <vector>

namespace treadle {

/// An entry of W that couples a cluster's coordinate with the outside.
struct CouplingEntry {
  int coordinate, row;  ///< in the front
  int slot;             ///< in W, below the diagonal
};

/// One cluster as it meets the working matrix.
struct ClusterPlan {
  FrontShape shape;         ///< positions are indices in W
  std::vector<int> border;  ///< index in W of interfaces and outside, as the front has them
  std::vector<int> mass;    ///< slot in W of each entry of shape.mass, -1 - index on its diagonal
  std::vector<CouplingEntry> coupling;
  std::vector<int> triangle;  ///< slots of border x border below the diagonal, column by column
};

/// Plain coordinates that are eliminated one by one, or a cluster.
struct PlanStep {
  int cluster = -1;
  int first = 0, last = 0;  ///< range of W for plain coordinates
};

struct EliminationPlan {
  std::vector<int> position;       ///< of each index of W in the saddle matrix
  LowerPattern work;               ///< W, fill-in included
  std::vector<int> inertia_slots;  ///< where entries of M go; empty: in the same order
  std::vector<PlanStep> steps;
  std::vector<ClusterPlan> clusters;
};

EliminationPlan plan_elimination(const SaddlePattern& pattern);

}  // namespace treadle
