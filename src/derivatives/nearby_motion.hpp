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

/// (A'(dq))^T force: what the force on a disturbed mechanism owes to the chart of dq alone; zero
/// for plain coordinates. (ST2)
std::vector<double> chart_share(const Model<Dual>& model, std::span<const double> dq,
                                std::span<const double> force);

}  // namespace treadle
