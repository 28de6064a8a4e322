// Eigenvalues of a linear system with what a person wants to know of them, and names of its states.
#pragma once

#include "linearize.hpp"

#include <Eigen/Core>

namespace treadle {

/// From A; `basis`: increments of all joints for each independent coordinate, which are the first
/// states.
void find_modes(const Mechanism& mechanism, const Eigen::MatrixXd& basis, Linearization& linear);

/// `elbow.q`, `slider.q.x`; `chassis.dq.wx` for joints whose velocities are no rates of
/// coordinates.
LinearName increment_name(const Mechanism& mechanism, int position);
/// `elbow.v`, `chassis.v.wx`.
LinearName velocity_name(const Mechanism& mechanism, int position);

/// `spring.state`: a state that a force owns.
LinearName state_name(const Mechanism& mechanism, std::size_t state);

}  // namespace treadle
