// Backward differentiation with variable step and order 1 to 5, in backward differences of equal
// steps, with Newton's method on the system's own matrix (docs/theory/stiff.md).
#pragma once

#include "adaptive.hpp"
#include "order_watch.hpp"

#include <array>

namespace treadle {

class Bdf final : public AdaptiveIntegrator {
 public:
  static constexpr std::size_t highest_order = 5;

  Bdf(const System& system, const Tolerance& tolerance);

  Report step(System& system, double stop) override;
  void interpolate(const System& system, double t, std::span<double> x) const override;
  void keep(Keep& keep) override {
    AdaptiveIntegrator::keep(keep);
    keep(order_, used_, equal_, h_, spacing_, last_spacing_, differences_, at_time_, at_, at_rate_,
         linear_, factored_, slowness_, orders_, curve_);
    if (keep.restoring()) forget_factors();
  }

 private:
  void forget_factors() {
    known_ = false;
    ready_ = false;
  }
  using Vector = std::vector<double>;

  Report begin(System& system, double t) override;
  Report linearize(System& system, double t);
  Report prepare(System& system, double t, double c);
  Report newton(System& system, double t, double c, bool& converged);
  void respace(double factor);
  void accept(System& system, double t, double h);
  void choose_order(double error);
  [[nodiscard]] double size_of(const Vector& difference, double factor);

  std::size_t order_ = 1, used_ = 1;
  int equal_ = 0;                                      ///< steps since order or size changed
  double h_ = 0.0;                                     ///< wished for
  double spacing_ = 0.0;                               ///< of the differences
  double last_spacing_ = 0.0;                          ///< of the last step taken
  std::array<Vector, highest_order + 3> differences_;  ///< of plain numbers
  std::array<Vector, highest_order + 1> curve_;        ///< of the last step
  double at_time_ = 0.0;
  Vector at_, at_rate_;    ///< where J was found
  bool linear_ = false;    ///< J was found at all
  bool known_ = false;     ///< the system has this J
  bool ready_ = false;     ///< the system has factors for factored_
  double factored_ = 0.0;  ///< c of the last factors
  double slowness_ = 1.0;  ///< what a correction left of the one before, as far as is known
  OrderWatch orders_;
  Vector guess_, psi_, change_, trial_, rate_, tangent_, numbers_, residual_, correction_;
};

}  // namespace treadle
