// Stiffness and damping of forces that can only be asked what they push: forces written in C++ that
// name their bodies, and tyres. Differences of one force alone (docs/theory/stiff.md).
#pragma once

#include "../mechanism/mechanism.hpp"
#include "local_jacobian.hpp"

namespace treadle {

/// Pushes on bodies change by -stiffness times motions of bodies, about the origins of their
/// groups, and by -damping times velocities. (J20)
struct OpaqueJacobian {
  std::vector<int> bodies;                  ///< of the tree, each once
  std::vector<Square6> stiffness, damping;  ///< of all pairs, row by row: pushed, moved
};

class OpaqueJacobians {
 public:
  explicit OpaqueJacobians(const Mechanism& mechanism);

  [[nodiscard]] const std::vector<OpaqueJacobian>& all() const { return all_; }
  /// False where a force does not tell its bodies: nothing is known of it.
  [[nodiscard]] static bool know_all(const Mechanism& mechanism);

  void look(double t, const ForceState<double>& state);

 private:
  void push(std::size_t force, double t, const ForceState<double>& state);
  void column(std::size_t force, double t, const ForceState<double>& state, std::size_t moved,
              std::size_t direction, double h, bool of_velocity);

  const Mechanism& mechanism_;
  std::vector<OpaqueJacobian> all_;  ///< tyres, then those of C++ that name their bodies
  std::vector<const CustomForce*> custom_;
  PositionStage<double> at_;
  VelocityStage<double> moving_;
  std::vector<Force<double>> pushed_, before_;
  std::vector<double> rates_;
};

}  // namespace treadle
