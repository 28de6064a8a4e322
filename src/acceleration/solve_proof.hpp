// The equations of a mechanism at one state, and how well an answer fulfils them.
#pragma once

#include "step.hpp"

namespace treadle {

/// M, Phi, Q and gamma at a state of the mechanism.
struct StateEquations {
  double time = 0.0;
  std::vector<double> q, v;
  std::vector<double> diagonal, lower, phi, q_force, gamma;

  [[nodiscard]] SaddleMatrix<double> matrix() const { return {diagonal, lower, phi}; }
};

/// Largest residual of M qdd + Phi^T lambda = Q and Phi qdd = gamma, over the size of what is
/// summed up: the smallest relative change of the equations that would make the answer exact.
/// Equations that vanish wherever the mechanism goes (ascending) are rounding errors on both sides,
/// and not looked at.
double backward_error(const SaddlePattern& pattern, const StateEquations& equations,
                      std::span<const double> qdd, std::span<const double> lambda,
                      std::span<const int> vanishing = {});

}  // namespace treadle
