// The matrix of implicit steps, [M + c_v D + c_q K, Phi^T; Phi, 0], from local Jacobians of the
// forces: assembled and factored in a pattern that is planned once (docs/theory/stiff.md).
#pragma once

#include "../dynamics/equations.hpp"
#include "../kinematics/loops.hpp"
#include "../solve/static_lu.hpp"
#include "conjugate_gradients.hpp"
#include "contact_terms.hpp"
#include "exact_terms.hpp"
#include "newton_plan.hpp"
#include "touching_factors.hpp"

#include <memory>

namespace treadle {

/// A vector of the tangent space: positions, velocities, states of forces.
struct TangentParts {
  std::span<double> q, v, z;
};

/// A state at which it is made; accelerations and multipliers for the exact kind only.
using NewtonPoint = EquationPoint;

class NewtonMatrix {
 public:
  /// Of all kinds but differences and auto.
  NewtonMatrix(const Mechanism& mechanism, JacobianKind kind);
  NewtonMatrix(const NewtonMatrix&) = delete;
  NewtonMatrix& operator=(const NewtonMatrix&) = delete;

  /// `contacts`: those of the run, where the mechanism has some. (J21, J22)
  void linearize(const NewtonPoint& point, ContactForces* contacts = nullptr);
  Report factor(double c_q, double c_v);
  /// As System::solve_newton says; counts steps of an iteration. (J3)
  /// `guess`: where an iteration begins, the last solution or nothing; it becomes this one.
  Report solve(const TangentParts& r, std::vector<double>& guess, long& iterations);

  /// Entries of the matrix and of its factors.
  [[nodiscard]] FillFacts fill() const;
  [[nodiscard]] const LocalJacobians& local() const { return local_; }

 private:
  using Moved = NewtonPlan::Moved;

  [[nodiscard]] Motion<double> relative(const Moved& moved, std::span<const double> x) const;
  void add_force(const Moved& moved, const Force<double>& f, std::span<double> to) const;
  void mix(double c_q, double c_v);
  /// The factored matrix.
  void solve_factored(std::span<double> x);
  void add_pairs();
  void add_asked();
  void add_bodies();
  void add_exact();
  void push_back_along(const TangentParts& r, std::span<double> right) const;
  void add_inertia_and_loops();
  /// y = Phi x
  void times_loops(std::span<const double> x, std::span<double> y) const;
  /// y = M x
  void times_inertia(std::span<const double> x, std::span<double> y) const;
  /// y = (M + c_v D + c_q K) x
  void multiply(std::span<const double> x, std::span<double> y) const;

  const Mechanism& mechanism_;
  LocalJacobians local_;
  OpaqueJacobians opaque_;
  NewtonPlan plan_;
  StaticLu lu_;
  JacobianKind kind_;
  bool symmetric_;
  std::unique_ptr<ExactTerms> exact_;
  ConjugateGradients iteration_;
  double c_q_ = 0.0, c_v_ = 0.0;
  std::vector<Square6> mixed_;  ///< c_q stiffness + c_v damping of pairs
  std::vector<double> mixed_sums_;
  std::vector<Square6> carried_;  ///< of bodies and all that they carry

  PositionStage<double> position_;
  VelocityStage<double> velocity_;
  InertiaStage<double> inertia_;
  InertiaMatrix<double> matrix_;
  LoopStage<double> loops_;
  std::vector<Motion<double>> columns_;  ///< of B, those of roots that carry the axes too
  ContactTerms touching_;
  std::unique_ptr<TouchingFactors> touching_factors_;  ///< where bodies touch and all is factored
  std::vector<double> right_;
};

}  // namespace treadle
