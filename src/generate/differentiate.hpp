// Derivatives of a graph by forward differentiation: each node carries its derivatives by the seeds
// it depends on, and no others, so that zeros never become operations (docs/theory/generate.md).
#pragma once

#include "../mechanism/mechanism.hpp"
#include "program.hpp"

#include <map>
#include <utility>
#include <vector>

namespace treadle {

/// Derivatives by seed, ascending; a seed that is not there has derivative zero.
using SparseRow = std::vector<std::pair<int, Ref>>;

/// Appends the derivatives of `wanted` to the graph, given those of input nodes. Throws ModelError
/// where a node has no derivative that is known: tabulated laws.
std::vector<SparseRow> differentiate(Graph& graph, std::span<const Ref> wanted,
                                     const std::map<std::int32_t, SparseRow>& seeds);

/// Seeds 0 to nv - 1: tangent increments of q along each velocity; nv to 2 nv - 1: v.
std::map<std::int32_t, SparseRow> state_seeds(Graph& graph, const Mechanism& mechanism);

}  // namespace treadle
