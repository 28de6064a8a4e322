// A kerb under the car: what its users read off.
#include "vehicle/support.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {
namespace {

constexpr double car_weight = 1500.0 * 9.80665;

struct Strike {
  double load = 0.0, acceleration = 0.0, nose_up = 0.0, nose_down = 0.0;
  std::vector<double> first, last;
};

Strike strike(double step, double kerb) {
  const Mechanism m = build_mechanism(
      read_model(vehicle_folder + "kerb_strike.json", {{"kerb", std::to_string(kerb) + " m"}}));
  RunOptions options = options_of(m.description.simulation);
  options.step = step;
  const CarRun run = drive_car(m, options,
                               {"place.z", "car.attitude.pitch", "car.acceleration.z",
                                "car.front.left.tyre.load", "car.rear.left.tyre.load"});
  Strike s;
  for (const auto& row : run.rows) {
    s.nose_up = std::max(s.nose_up, -row[2]);
    s.nose_down = std::max(s.nose_down, row[2]);
    s.acceleration = std::max(s.acceleration, std::fabs(row[3]));
    s.load = std::max({s.load, row[4], row[5]});
  }
  s.first = run.rows.front();
  s.last = run.rows.back();
  return s;
}

TEST(KerbStrike, LiftsTheCarByItsHeight) {
  const Strike s = strike(5e-4, 0.04);
  EXPECT_NEAR(s.last[1] - s.first[1], 0.04, 1e-3);
  EXPECT_NEAR(s.last[2], s.first[2], 1e-3);
  EXPECT_NEAR(2.0 * (s.last[4] + s.last[5]), car_weight, 0.002 * car_weight);
  // the front axle alone on the kerb, at rest: 40 mm over 2.7 m
  EXPECT_GT(s.nose_up, 0.04 / 2.7);
  EXPECT_LT(s.nose_up, 2.0 * 0.04 / 2.7);
  EXPECT_GT(s.nose_down, 1e-3);  // and back
  // no tyre is pressed in by more than the kerb besides its load at rest
  EXPECT_GT(s.load, 2.0 * s.first[4]);
  EXPECT_LT(s.load, s.first[4] + 230e3 * 0.04 + 250.0 * 8.4 * 0.04 * 2.0 / 0.15);
  EXPECT_GT(s.acceleration, 2.0);
  EXPECT_LT(s.acceleration, 9.81);
}

// The figures belong to the car, not to the steps.
TEST(KerbStrike, HardlyDependsOnTheStep) {
  const Strike s = strike(5e-4, 0.04), fine = strike(1e-4, 0.04);
  EXPECT_NEAR(s.load, fine.load, 0.02 * fine.load);
  EXPECT_NEAR(s.acceleration, fine.acceleration, 0.02 * fine.acceleration);
  EXPECT_NEAR(s.nose_up, fine.nose_up, 0.02 * fine.nose_up);
}

// Without a kerb the road is flat: no row says anything of where it would have been.
TEST(KerbStrike, OfNoHeightIsAFlatRoad) {
  const Strike s = strike(5e-4, 0.0);
  // from the drawing it settles, and swings as far beyond at most
  const double settled = car_weight / (2.0 * (s.first[4] + s.first[5]));
  EXPECT_LT(s.load, (2.0 * settled - 1.0) * s.first[4]);
  EXPECT_LT(s.nose_up, 2e-3);
  const Mechanism flat = build_mechanism(read_model(vehicle_folder + "car.json"));
  ASSERT_EQ(flat.forces.tyres.size(), 4U);
  for (const auto& tyre : flat.forces.tyres) EXPECT_TRUE(tyre.road.is_flat());
}

}  // namespace
}  // namespace treadle
