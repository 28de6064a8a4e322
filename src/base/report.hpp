// What the numbers have to say: returned by value, never thrown, so that a step stays traceable.
#pragma once

namespace treadle {

enum class Trouble {
  none,
  singular_inertia,     ///< a pivot of the composite inertia matrix is not positive
  singular_constraint,  ///< the augmented matrix has no usable pivot
  not_converged,        ///< an iteration ended before its tolerance was met
  not_finite,           ///< a number overflowed or became NaN
  unproved,             ///< accelerations that no method can prove: an equation that is not met
  unbalanced,           ///< likewise: forces do not balance along a coordinate
  singular_position,    ///< an equation depends on others here, but not near by
  stuck,                ///< many evaluations that hardly move the time
  step_too_small,       ///< an adaptive integrator found no step that meets its tolerance
};

struct Report {
  Trouble trouble = Trouble::none;
  int index = -1;      ///< coordinate or equation at which the trouble was seen
  double value = 0.0;  ///< pivot or residual that was seen
  int dropped = 0;     ///< redundant constraint rows left out

  [[nodiscard]] bool ok() const { return trouble == Trouble::none; }
};

}  // namespace treadle
