// Hard points of a strut, from the drawing to its joint's frame.
#pragma once

#include "../joints/strut_shape.hpp"
#include "placement.hpp"

namespace treadle {

/// Throws ModelError where the points make no strut, or the tree runs from its child to its parent.
StrutShape<double> strut_shape(const Description& description, const Placement& placement,
                               const TreeBody& body);

[[noreturn]] void refuse_cut_strut(const JointItem& joint, int index);

}  // namespace treadle
