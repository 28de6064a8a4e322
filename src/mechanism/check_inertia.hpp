// Every joint must move some inertia.
#pragma once

#include "../model/model.hpp"

#include <vector>

namespace treadle {

/// Throws ModelError naming the joint whose motion carries no inertia at the coordinates q. Work
/// grows linearly with the number of bodies. `foreign`: bodies whose inertia others know.
void check_inertia(const Model<double>& model, const std::vector<double>& q,
                   const std::vector<int>& foreign = {});

}  // namespace treadle
