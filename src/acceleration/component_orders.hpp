// Orders of elimination for all components of a hierarchy, chosen once. (H16)
#pragma once

#include "../hierarchy/hierarchy.hpp"
#include "../mechanism/mechanism.hpp"

namespace treadle {

/// Positions that matrices of components are looked at, the start first: what is zero at all of
/// them is zero everywhere.
inline constexpr int compared_positions = 3;

/// One evaluation at a position a little beside the start, or far from it: loops may be open there,
/// since A does not ask. `apart`: every body is at a place of its own, whatever joints say.
void solve_beside(const Mechanism& mechanism, Hierarchy& hierarchy, int place, bool apart = false);

/// From inner components to outer ones, since what is zero on a border follows from the order
/// inside; an order that serves several components is one. `anywhere`: zeros are those of bodies
/// anywhere, as the paper on components has them, not those that joints leave.
ComponentCode order_components(const Mechanism& mechanism, Hierarchy& hierarchy,
                               bool anywhere = false);

}  // namespace treadle
