// Configurations spread along the motion that the strong equations of an island allow.
#pragma once

#include "island_view.hpp"

#include <vector>

namespace treadle {

/// How far and how finely to walk, in plain numbers; different seeds give different ways.
struct Spread {
  double step = 0.2, range = 1.0;
  unsigned seed = 1;
  double weak = 0.05;  ///< strength up to which an equation may count as weak on the way
};

/// Places along the way, the first one included. Closed are the strong equations only. A way ends
/// where strong and weak equations cannot be told apart any more, or where a weak one becomes
/// strong. (HG2)
std::vector<std::vector<double>> spread_places(IslandView& view, int rank,
                                               const std::vector<double>& q, const Spread& spread);

}  // namespace treadle
