// What contacts add to the matrix of implicit steps, point by point, so that lists of points may
// change from step to step (docs/theory/stiff.md, J21).
#pragma once

#include "../touching/contact_forces.hpp"
#include "local_jacobian.hpp"

#include <span>
#include <vector>

namespace treadle {

class ContactTerms {
 public:
  /// `columns`: of B, as the owner keeps them.
  ContactTerms(const Model<double>& model, const std::vector<Motion<double>>& columns)
      : model_(model), columns_(columns) {}

  void look(ContactForces& contacts, const PositionStage<double>& at,
            const VelocityStage<double>& moving);
  void mix(double c_q, double c_v);
  /// Of each body by itself, as if the other did not move.
  void add_bodies(const PositionStage<double>& at, std::span<Square6> to) const;
  enum class Of { mixed, stiffness };
  /// y += factor times the matrix times x
  void multiply(const PositionStage<double>& at, std::span<const double> x, double factor, Of of,
                std::span<double> y) const;

 private:
  struct Point {
    int a = -1, b = -1;
    Vec3<double> arm_a{}, arm_b{}, normal{};  ///< from the origins of the groups, in the world
    double stiffness = 0.0, stiffness_across = 0.0;
    double damping = 0.0, damping_across = 0.0;
    double mixed = 0.0, mixed_across = 0.0;
  };
  const Model<double>& model_;
  const std::vector<Motion<double>>& columns_;
  std::vector<Point> points_;
  mutable std::vector<Motion<double>> moved_, world_;  ///< by body
  mutable std::vector<Force<double>> load_;
};

}  // namespace treadle
