// The parallelogram of uniform bars (1, 2, 1, 2 m; 1 kg/m) moves as one pendulum: cranks of 1/3 kg
// m^2 each and 2 kg of coupler on a circle of 1 m give 8/3 t'' + 3 g cos t = 0.
#include "support.hpp"

namespace treadle {
namespace {

TEST(ParallelFourBar, moves_as_one_pendulum_through_its_flat_position) {
  Stepper s(ready("parallel_four_bar"), 5e-4);
  const auto f = [](const std::array<double, 2>& x) {
    return std::array<double, 2>{x[1], -1.125 * gravity * std::cos(x[0])};
  };
  std::array<double, 2> x{pi / 18.0, 0.0};
  double flat = 0.0;
  Worst left("left crank, rad"), right("right crank, rad"), coupler("coupler, rad");
  for (int k = 0; k < 90; ++k) {
    s.advance(20);
    for (int j = 0; j < 100; ++j) {
      x = runge_kutta(f, x, 1e-4);
      const double t = s.time() - 0.01 + 1e-4 * (j + 1);
      if (flat == 0.0 && x[0] <= 0.0) flat = t - x[0] / x[1];
    }
    left.see(s.q("left_pivot") - x[0]);
    right.see(s.q("right_pivot") - x[0]);
    coupler.see(s.q("left_pivot") + s.q("left_pin"));
  }
  EXPECT_NEAR(flat, 0.1789, 5e-5);  // as the text of the model says
  left.check(2e-12);
  right.check(2e-12);
  coupler.check(1e-12);
}

}  // namespace
}  // namespace treadle
