// About how many operations the recursion takes, from the plan alone.
#pragma once

#include "recursion_plan.hpp"

namespace treadle {

/// A coordinate with so many equations open at its joint, and an equation that is closed while so
/// many others stay open.
double operations_of_coordinate(double open);
double operations_of_closing(double others);

/// All of a plan.
double operations_of(const RecursionPlan& plan);

}  // namespace treadle
