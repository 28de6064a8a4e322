// Topology -> pattern of the augmented matrix, by equation (18) of the joint formulation and Lemmas
// 2, 3.
#pragma once

#include "pattern.hpp"
#include "topology.hpp"

namespace treadle {

/// Throws ModelError where the matrix would be too large.
SaddlePattern make_pattern(const Topology& topology);

/// Positions with entries in the rows of one loop, ascending.
std::vector<int> loop_columns(const Topology& topology, const Loop& loop);

/// Position in the matrix -> the body whose joint it belongs to.
std::vector<BodyId> body_at_position(const Topology& topology);

}  // namespace treadle
