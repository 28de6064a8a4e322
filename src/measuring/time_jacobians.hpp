// What Jacobians of implicit steps cost, in units of one evaluation of the accelerations.
#pragma once

#include "../mechanism/mechanism.hpp"

#include <string>
#include <vector>

namespace treadle {

/// Each in units of one evaluation.
struct JacobianCost {
  std::string kind;
  double jacobian = 0.0, factorization = 0.0, solution = 0.0;
  bool failed = false;
};

/// At the start of the mechanism, with the weights of a step of this size; by the shortest of some
/// times.
std::vector<JacobianCost> time_jacobians(const Mechanism& mechanism, double step);

}  // namespace treadle
