// The force between the teeth of two wheels: it acts at the pitch point, in axes that the body with
// both bearings carries. (L10)
#pragma once

#include "place.hpp"

namespace treadle {

/// The force on the wheel for a force `load` along its pitch circle; the mate gets the opposite.
template <Real S>
Force<S> tooth_force(const Tooth<S>& tooth, const PositionStage<S>& at, int group, const S& load) {
  const Transform<S>& x = tooth.carrier.valid() ? at.x[tooth.carrier.index()]
                                                : at.world[static_cast<std::size_t>(group)];
  // both flanks push the wheels apart, whichever touches
  return force_at(x * tooth.point, x.r * (load * tooth.pull + abs(load) * tooth.apart));
}

}  // namespace treadle
