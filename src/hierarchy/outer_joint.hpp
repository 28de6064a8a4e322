// A joint that is an equation between two pieces of a component: what it lets move, and what it
// holds. (H8)
#pragma once

#include "fragment.hpp"

namespace treadle {

using SixByAny = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;

struct OuterJoint {
  int body = 0, carrier = -1;
  int slot = -1, carrier_slot = -1;  ///< of these in their component
  SixByAny inverse;  ///< B (B^T B)^-1 at the joint: forces that work along one coordinate
  SixByAny holds;    ///< B^T N = 0, orthonormal at the joint

  void look(const Hierarchy::State& state);
};

}  // namespace treadle
