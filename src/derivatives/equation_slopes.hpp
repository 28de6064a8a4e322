// How the equations of a mechanism change along a direction: the kernels of an evaluation, run on
// numbers that carry their slope (docs/theory/derivatives.md).
//
//   EquationSlopes slopes(mechanism);
//   slopes.set_point({.q = q, .v = v, .qdd = a, .lambda = lambda, .functions = functions});
//   slopes.along({.q = dq});
//   slopes.residual(nv)   // how r = M a + Phi^T lambda - Q changes
#pragma once

#include "../acceleration/step.hpp"
#include "../mechanism/mechanism.hpp"
#include "../scalar/dual.hpp"

#include <span>
#include <vector>

namespace treadle {

/// What is differentiated at (E1). Accelerations and multipliers that are not given are zero.
struct EquationPoint {
  double t = 0.0;
  std::span<const double> q, v, qdd{}, lambda{};
  std::span<const FunctionValue<double>> functions{};  ///< of time, inputs and states of forces
};

/// Increments; those not given are zero (E2).
struct EquationDirection {
  std::span<const double> q{}, v{};
  std::span<const FunctionValue<double>> functions{};
};

/// Contacts are no forces of the evaluation: a mechanism that has some is refused, or its owner
/// knows their slopes and hands in their loads.
enum class OfContacts { refused, added_by_owner };

class EquationSlopes {
 public:
  /// The mechanism must outlive it.
  explicit EquationSlopes(const Mechanism& mechanism, OfContacts contacts = OfContacts::refused);

  void set_point(const EquationPoint& point);
  /// Loads on bodies that stay what they are in the world, about its origin, while bodies move.
  /// They must live as long as they are asked for.
  void hold_loads(std::span<const Force<double>> loads) { held_ = loads; }
  /// One pass of O(n). Nothing is allocated, except by forces written in C++.
  void along(const EquationDirection& direction);

  /// Of r, by velocity: its value and its slope along the direction.
  [[nodiscard]] double residual_value(std::size_t k) const { return value(residual_[k]); }
  [[nodiscard]] double residual(std::size_t k) const { return residual_[k].slope(); }
  /// Of loops, by row: Phi, Phi_q v + Phi_t, Phi_q a - gamma.
  [[nodiscard]] double position(std::size_t r) const { return work_.loops.residual[r].slope(); }
  [[nodiscard]] double velocity(std::size_t r) const { return rate_[r].slope(); }
  [[nodiscard]] double acceleration(std::size_t r) const { return excess_[r].slope(); }
  [[nodiscard]] double position_value(std::size_t r) const {
    return value(work_.loops.residual[r]);
  }
  [[nodiscard]] double velocity_value(std::size_t r) const { return value(rate_[r]); }
  [[nodiscard]] double acceleration_value(std::size_t r) const { return value(excess_[r]); }
  /// Of the rates of states that forces own, by state.
  [[nodiscard]] double state_rate(std::size_t z) const {
    return work_.rates[mechanism_.functions.states()[z]].slope();
  }
  [[nodiscard]] double state_rate_value(std::size_t z) const {
    return value(work_.rates[mechanism_.functions.states()[z]]);
  }
  /// How the velocity of a body changes, as a motion in the world about its origin.
  [[nodiscard]] Motion<double> body_velocity(std::size_t body) const;
  /// Entries of Phi in the order of the pattern.
  [[nodiscard]] double phi_value(std::size_t entry) const { return value(work_.loops.phi[entry]); }

  [[nodiscard]] const Mechanism& mechanism() const { return mechanism_; }
  [[nodiscard]] const Model<Dual>& model() const { return model_; }

 private:
  void custom_loads(double step, std::vector<Force<double>>& out);
  void add_custom();
  void add_held();
  void add_loops();

  const Mechanism& mechanism_;
  Model<Dual> model_;
  Forces<Dual> forces_;
  Workspace<Dual> work_;
  std::vector<double> q_, v_;  ///< the point
  std::vector<FunctionValue<double>> functions_;
  double t_ = 0.0;
  std::vector<double> dq_, dv_;  ///< the direction
  std::vector<Dual> from_, step_, at_q_, at_v_, qdd_, lambda_;
  std::vector<Motion<Dual>> moved_;
  std::vector<Force<Dual>> left_;
  std::vector<Dual> residual_, rate_, excess_;
  std::span<const Force<double>> held_;
  std::vector<Force<double>> custom_value_, custom_slope_, custom_one_;
};

}  // namespace treadle
