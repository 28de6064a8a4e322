// Cones and lanes of an output of type `course`.
#pragma once

#include "fields.hpp"

namespace treadle {

/// Lanes become cones.
CourseItem read_course(const Fields& fields);

}  // namespace treadle
