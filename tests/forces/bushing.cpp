// A bushing that is turned: by almost half a turn, and across it.
#include "src/io/reading/read_model.hpp"
#include "src/simulation/mechanism_system.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

namespace treadle::test {
namespace {

constexpr double stiffness = 2.0;

/// Stored energy and torque of a wheel on a bushing, turned by an angle.
struct Turned {
  double energy = 0.0, torque = 0.0;
};

Turned turned_by(double angle) {
  const Mechanism m = build_mechanism(read_model_text(R"({
    "gravity": [0, 0, 0],
    "bodies": [{"name": "wheel", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [{"name": "axle", "type": "revolute", "parent": "ground", "child": "wheel",
                "position": [0, 0, 0], "axis": [0, 0.6, 0.8]}],
    "forces": [{"name": "bush", "type": "bushing", "from": {"body": "wheel"},
                "to": {"body": "ground"}, "stiffness": [0, 0, 0, 2, 2, 2]}]})",
                                                      "wheel"));
  MechanismSystem system(m, "auto", ConstraintMethod::automatic, 1e-3);
  std::vector<double> x = system.start(), dx(system.tangent_size());
  x[0] = angle;
  const Energy energy = system.energy(0.0, x);
  EXPECT_TRUE(system.rate(0.0, x, dx).ok());
  return {energy.potential, dx[1]};
}

TEST(Bushing, IsALineInItsAngleUpToHalfATurn) {
  constexpr double half = std::numbers::pi;
  for (const double angle : {0.0, 1e-8, 1e-3, 1.0, 3.0, half - 1e-3, half - 1e-7, half - 1e-9}) {
    const Turned t = turned_by(angle);
    // the sine of the angle has lost its last digits there
    const double rounding = 1e-12 + 1e-15 / std::max(1e-3, half - angle);
    EXPECT_NEAR(t.energy, 0.5 * stiffness * angle * angle, 10.0 * rounding) << angle;
    EXPECT_NEAR(t.torque, -stiffness * angle, 10.0 * rounding) << angle;
  }
}

// Beyond half a turn the shorter way is the other one.
TEST(Bushing, TurnsRoundAtHalfATurn) {
  constexpr double half = std::numbers::pi;
  for (const double beyond : {1e-7, 1e-3, 1.0}) {
    const Turned t = turned_by(half + beyond);
    EXPECT_NEAR(t.energy, 0.5 * stiffness * (half - beyond) * (half - beyond), 1e-6);
    EXPECT_NEAR(t.torque, stiffness * (half - beyond), 1e-6);
  }
}

}  // namespace
}  // namespace treadle::test
