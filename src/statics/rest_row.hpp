// What can be shown of a mechanism at rest: channels with nothing moving.
#pragma once

#include "equilibrium.hpp"
#include "state_row.hpp"

namespace treadle {

struct ShownValue {
  Column column;
  double value = 0.0;
};

/// The state with nothing moving.
KnownState known_at_rest(const Mechanism& mechanism, const Equilibrium& rest);

/// Coordinates of all joints, forces, reactions (the smallest, where they are not unique) and
/// outputs of the file that can be known at rest.
std::vector<ShownValue> rest_row(const Mechanism& mechanism, const Equilibrium& rest);

}  // namespace treadle
