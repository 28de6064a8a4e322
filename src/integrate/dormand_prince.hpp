// The Runge-Kutta pair 5(4) of Dormand and Prince on tangent increments, with a continuous
// extension of fourth order (docs/theory/integration.md).
#pragma once

#include "adaptive.hpp"

#include <array>

namespace treadle {

class DormandPrince final : public AdaptiveIntegrator {
 public:
  static constexpr std::size_t stages = 7;  ///< the last one is the first one of the next step

  DormandPrince(const System& system, const Tolerance& tolerance);

  Report step(System& system, double stop) override;
  void interpolate(const System& system, double t, std::span<double> x) const override;
  void keep(Keep& keep) override {
    AdaptiveIntegrator::keep(keep);
    keep(fresh_, h_, error_before_, stiff_, calm_, k_, curve_, from_);
  }

 private:
  using Vector = std::vector<double>;

  Report begin(System& system, double t) override;
  Report try_first_step(System& system);
  Report try_step(System& system, double t, double h, double& error);
  void keep_curve(System& system, double h);
  void watch_stiffness(double h);

  bool fresh_ = true;  ///< no step was taken since the start
  double h_ = 0.0, error_before_ = 1e-4;
  int stiff_ = 0, calm_ = 0;
  std::array<Vector, stages> k_;
  std::array<Vector, 4> curve_;  ///< the increment as a polynomial of the share of the step
  Vector from_;                  ///< where the last step began
  Vector old_, dx_, lower_, trial_, other_;
  mutable Vector increment_;
};

}  // namespace treadle
