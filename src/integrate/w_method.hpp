// A linearly implicit method of third order that keeps its order with any Jacobian: the W-method
// ROS34PW2 of Rang and Angermann, on tangent increments (docs/theory/stiff.md).
#pragma once

#include "adaptive.hpp"
#include "cubic_curve.hpp"

#include <array>

namespace treadle {

/// Stages k_i of (1 - h gamma J) k_i = f(x + h sum alpha_ij k_j) + h J sum gamma_ij k_j. (J4)
struct WTable {
  static constexpr std::size_t stages = 4;
  using Row = std::array<double, stages>;
  using Square = std::array<Row, stages>;
  Square alpha, gamma;
  Row b, lower;  ///< weights of third and of second order
};
extern const WTable ros34pw2;

class WMethod final : public AdaptiveIntegrator {
 public:
  static constexpr std::size_t stages = WTable::stages;

  WMethod(const System& system, const Tolerance& tolerance);

  Report step(System& system, double stop) override;
  void interpolate(const System& system, double t, std::span<double> x) const override;
  /// The last step times how fast the rate changes with the state: below 1 an explicit method would
  /// take it as well. (J13)
  [[nodiscard]] double stiffness() const { return stiff_; }
  void keep(Keep& keep) override {
    AdaptiveIntegrator::keep(keep);
    keep(fresh_, h_, error_before_, stiff_, rate_, smooth_, curve_);
  }

 private:
  using Vector = std::vector<double>;

  Report begin(System& system, double t) override;
  Report look_ahead(System& system);
  Report try_step(System& system, double t, double h, double& error);
  Report check_end(System& system, double t, double h, double& error);
  Report keep_curve(System& system, double h);
  void watch_stiffness(double h);
  Report jump(System& system, double t, double h, int failures);

  bool fresh_ = true;  ///< no step was taken since the start
  double h_ = 0.0, error_before_ = 1e-4, stiff_ = 0.0;
  WTable::Square couple_{}, correct_{};  ///< of u = Gamma k: a_ij and c_ij
  WTable::Row result_{}, lower_{};       ///< m_i of both orders
  WTable::Row node_{}, in_time_{};       ///< alpha_i, gamma_i
  std::array<Vector, stages> u_;
  Vector rate_, next_rate_;  ///< at the two ends
  Vector by_time_;           ///< how the rate changes with time alone
  Vector last_rate_;         ///< of the last stage, which stands at the end of the step
  Vector smooth_;            ///< rate at the end without what is stiff
  CubicCurve curve_;         ///< of the last step
  Vector dx_, trial_, other_, right_;
};

}  // namespace treadle
