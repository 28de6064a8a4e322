// How the increment between two motions changes by itself. (E4)
#pragma once

#include "../model/model.hpp"
#include "../scalar/dual.hpp"

#include <span>
#include <vector>

namespace treadle {

/// C(v) dq of dq' = dv + C(v) dq: zero for plain coordinates.
std::vector<double> increment_turn(const Model<Dual>& model, std::span<const double> v,
                                   std::span<const double> dq);

}  // namespace treadle
