// In which order the loops of a mechanism are best kept: loops that meet at a coordinate side by
// side, so that what the coordinate says to them lies in one run of memory.
#pragma once

#include <vector>

namespace treadle {

/// `meetings`: for each coordinate the loops that see it, ascending. Returns the numbers of the
/// loops in their new order. Meetings of few loops are satisfied before those of many; where not
/// all can be, the later ones are left in pieces. The same meetings always give the same order.
std::vector<int> order_loops(int loops, std::vector<std::vector<int>> meetings);

}  // namespace treadle
