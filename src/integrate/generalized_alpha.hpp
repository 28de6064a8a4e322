// The generalized-alpha method of Chung and Hulbert on the configuration manifold, second order,
// with chosen damping of fast vibrations and steps of its own (docs/theory/stiff.md).
#pragma once

#include "adaptive.hpp"
#include "cubic_curve.hpp"

namespace treadle {

class GeneralizedAlpha final : public AdaptiveIntegrator {
 public:
  GeneralizedAlpha(const System& system, const Tolerance& tolerance);

  Report step(System& system, double stop) override;
  void interpolate(const System& system, double t, std::span<double> x) const override;
  void keep(Keep& keep) override {
    AdaptiveIntegrator::keep(keep);
    keep(fresh_, h_, last_h_, rate_, slow_, slow_before_, curve_);
  }

 private:
  using Vector = std::vector<double>;

  Report begin(System& system, double t) override;
  void predict(System& system, double h);
  Report newton(System& system, double t, double h, bool& converged);
  [[nodiscard]] double error_of(System& system, double h);

  double in_inertia_, in_force_, beta_, gamma_;  ///< alpha_m, alpha_f
  bool fresh_ = true;
  double h_ = 0.0, last_h_ = 0.0;
  Vector rate_, next_rate_;                ///< at the two ends
  Vector slow_, next_slow_, slow_before_;  ///< accelerations of the method, where v and z stand
  CubicCurve curve_;
  Vector dx_, trial_, other_, right_;
};

}  // namespace treadle
