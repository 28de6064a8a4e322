// Adams' method with variable step and order, as predictor and corrector, after Shampine and
// Gordon (docs/theory/integration.md).
//
// It works on the plain numbers of a state, since rates of different times are added; the state is
// projected inside the step, before its error is judged. Two evaluations make a step.
#pragma once

#include "adaptive.hpp"

#include <array>

namespace treadle {

class Adams final : public AdaptiveIntegrator {
 public:
  static constexpr int highest_order = 12;

  Adams(const System& system, const Tolerance& tolerance);

  Report step(System& system, double stop) override;
  void interpolate(const System& system, double t, std::span<double> x) const override;
  void keep(Keep& keep) override {
    AdaptiveIntegrator::keep(keep);
    keep(order_, used_, lower_, equal_, starting_, h_, last_h_, low_orders_, held_since_, span_,
         higher_, history_, rate_);
  }

 private:
  using Vector = std::vector<double>;
  using Numbers = std::array<double, highest_order + 2>;
  /// Four numbers of the state, and their whole history: what a step needs of them lies together.
  typedef double Four __attribute__((vector_size(32)));
  struct Block {
    std::array<Four, highest_order + 2> difference, predicted;
    Four change;   ///< of the rate at the guess against the polynomial
    Four inverse;  ///< one over what they may be wrong by; 0 beyond the end of the state
  };

  /// What depends on the sizes of steps alone. Entry i belongs to difference i.
  struct Coefficients {
    Numbers span{};     ///< from the new time back over i + 1 steps
    Numbers stretch{};  ///< beta: from differences of the old spacing to those of the new
    Numbers weight{};   ///< g: integrals of the basis over the step
    Numbers growth{};   ///< sigma: error constants of the spacing against equal steps
  };
  /// Errors that formulas of neighbouring orders would have made; negative: not known.
  struct Errors {
    double here = 0.0, one_lower = -1.0, two_lower = -1.0;
  };
  class Largest;

  [[nodiscard]] Coefficients coefficients(double h) const;
  Report begin(System& system, double t) override;
  Report find_rate(System& system, double t, std::span<const double> x);
  void measure(const System& system);
  void predict(double h, const Coefficients& c);
  [[nodiscard]] Errors estimate(double h, const Coefficients& c, double& change);
  Report try_step(System& system, double t, double h, const Coefficients& c, double& error,
                  Errors& errors);
  void refuse(System& system, double h, int failures, bool broke, const Errors& errors);
  Report jump(System& system, double t, double h, int failures);
  void keep_history(double t, double h, const Coefficients& c);
  [[nodiscard]] int next_order(double h, const Errors& errors, double& error_then);
  [[nodiscard]] double next_step(double h, int order, double error) const;
  void watch_stiffness(double h, double rates, double states);
  [[nodiscard]] int place_of_largest() const;
  void begin_here(const System& system);

  int order_ = 1, used_ = 0;  ///< of the next step, and of the last one; 0: none yet
  int lower_ = 0;             ///< order that the last estimate would rather have
  int equal_ = 0;             ///< steps of one size, as far as the order needs them
  bool starting_ = true;      ///< order and step grow with each step
  double h_ = 0.0, last_h_ = 0.0;
  long low_orders_ = 0;  ///< steps in a row that look as if stability held them back
  double held_since_ = 0.0;
  Numbers span_{};       ///< of the last step: spacing of the history
  double higher_ = 0.0;  ///< size of the next difference, where steps were equal
  std::vector<Block> history_;
  Vector trial_, guess_, rate_, tangent_;
};

}  // namespace treadle
