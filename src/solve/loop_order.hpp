// In which order the loops of a mechanism are best kept: loops that meet at a coordinate side by
// side, so that what the coordinate says to them lies in one run of memory.
#pragma once

#include "../topology/pattern.hpp"

#include <vector>

namespace treadle {

/// `meetings`: for each coordinate the loops that see it, ascending. Returns the numbers of the
/// loops in their new order. Meetings of few loops are satisfied before those of many; where not
/// all can be, the later ones are left in pieces. The same meetings always give the same order.
std::vector<int> order_loops(int loops, std::vector<std::vector<int>> meetings);

/// For each coordinate the loops that have entries of T there, ascending.
std::vector<std::vector<int>> meetings_of(const SaddlePattern& pattern);

/// Neighbours have the same mark if the same loops have entries of T there, and of Phi.
std::vector<int> meeting_marks(const SaddlePattern& pattern);

}  // namespace treadle
