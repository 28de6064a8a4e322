// The equations of a cut joint, as a list of rows of three kinds. "from" is the joint's frame on
// its child, "to" its frame on its parent; d leads from the origin of "to" to the origin of "from".
#pragma once

namespace treadle {

enum class RowKind {
  point,   ///< d . e_a = 0 in the axes of the group: origins coincide along one axis        (L1)
  offset,  ///< d . axis b of "to" = 0: the origin of "from" keeps to a plane of "to"        (L2)
  thread,  ///< h sin(d . z / h - turn about z) = 0: a screw advances h = pitch / 2 pi for each
           ///< radian (L8)
  square,  ///< axis a of "from" . axis b of "to" = 0: two directions stay perpendicular     (L3)
  touch,   ///< a wheel about z of "from", or a ball, touches the x-y plane of "to"         (L11)
  roll,    ///< it does not slip there, along (a = 0) or across (a = 1): of velocities only  (L12)
};

/// Whether the equation is one of velocities that positions do not keep.
constexpr bool is_of_velocities(RowKind kind) { return kind == RowKind::roll; }

struct CutRow {
  RowKind kind;
  int a;  ///< 0, 1, 2 for x, y, z
  int b;
};

}  // namespace treadle
