// Topology -> pattern of the augmented matrix, by equation (18) of the joint formulation and Lemmas
// 2, 3.
#pragma once

#include "pattern.hpp"
#include "topology.hpp"

namespace treadle {

SaddlePattern make_pattern(const Topology& topology);

/// Position in the matrix -> the body whose joint it belongs to.
std::vector<BodyId> body_at_position(const Topology& topology);

}  // namespace treadle
