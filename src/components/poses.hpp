// Poses one after another: the little geometry that placing parts needs.
#pragma once

#include "../describe/description.hpp"

namespace treadle {

/// w, x, y, z.
using Orientation = std::array<double, 4>;

/// The turn `second` seen from the frame that `first` leads to: R = R_first R_second.
Orientation turn_after(const Orientation& first, const Orientation& second);

Triple turned(const Orientation& turn, const Triple& v);

/// A pose, or a point, in the frame `outer`, seen from where `outer` is seen.
Pose chained(const Pose& outer, const Pose& inner);
Triple placed(const Pose& outer, const Triple& point);

Pose inverse_of(const Pose& pose);

bool is_identity(const Pose& pose);

/// The least turn that brings z to the axis; half a turn about x for the axis opposite to z.
Orientation least_turn_to(const Triple& axis);

}  // namespace treadle
