// Every joint must move some inertia.
#pragma once

#include "../model/model.hpp"

#include <vector>

namespace treadle {

/// Throws ModelError naming the joint whose motion carries no inertia at the coordinates q. Work
/// grows linearly with the number of bodies.
void check_inertia(const Model<double>& model, const std::vector<double>& q);

}  // namespace treadle
