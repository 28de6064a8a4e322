// The car: its size, its symmetry, solvers that agree, energy, the bicycle model, braking, the lane
// change without a cone.
#include "vehicle/support.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {
namespace {

constexpr double g = 9.80665;

TEST(Car, HasTheSizeOfThePaper) {
  const Mechanism m = build_mechanism(read_model(vehicle_folder + "car.json"));
  EXPECT_EQ(m.description.bodies.size(), 10U);
  EXPECT_EQ(m.model.nv(), 17);
  EXPECT_EQ(m.model.rows(), 1);
  EXPECT_EQ(m.degrees_of_freedom(), 16);
}

// What is steered to the right is the mirror image of what is steered to the left.
TEST(Car, IsTheSameFromLeftAndRight) {
  RunOptions options;
  options.duration = 3.0;
  options.output_interval = 0.1;
  options.integrator = "semi-implicit-euler";
  const std::vector<std::string> channels{"car.chassis.pose.x", "car.chassis.pose.y",
                                          "car.attitude", "car.front.left.tyre.load",
                                          "car.front.right.tyre.load"};
  const auto steered = [&](const std::string& way) {
    return drive_car(car_with("{}", R"({"type": "step", "to": )" + way +
                                        R"(, "start": 0.3, "end": 0.6})"),
                     options, channels)
        .rows;
  };
  const auto left = steered("-0.006"), right = steered("0.006");
  EXPECT_GT(left.back()[2], 10.0);  // m to the left
  for (std::size_t k = 0; k < left.size(); ++k) {
    EXPECT_NEAR(left[k][1], right[k][1], 1e-9);
    EXPECT_NEAR(left[k][2], -right[k][2], 1e-9);
    EXPECT_NEAR(left[k][3], -right[k][3], 1e-9);
    EXPECT_NEAR(left[k][4], right[k][4], 1e-9);
    EXPECT_NEAR(left[k][5], -right[k][5], 1e-9);
    EXPECT_NEAR(left[k][6], right[k][7], 1e-6);  // N
  }
}

TEST(Car, MovesAlikeWithEverySolver) {
  const Mechanism m = build_mechanism(read_model(vehicle_folder + "lane_change.json"));
  RunOptions options;
  options.duration = 2.5;  // into the first change
  options.output_interval = 2.5;
  options.step = 1e-3;
  options.integrator = "semi-implicit-euler";
  std::vector<double> first;
  for (const char* solver : {"dense", "dbbd", "block-recursive", "topology-ldl", "clustered"}) {
    options.solver = solver;
    const auto rows = drive_car(m, options,
                                {"car.chassis.pose", "car.chassis.velocity",
                                 "car.front.left.strut.q", "car.rear.right.strut.q"})
                          .rows;
    if (first.empty()) first = rows.back();
    for (std::size_t k = 0; k < first.size(); ++k)
      EXPECT_NEAR(rows.back()[k], first[k], 1e-9) << solver << " " << k;
  }
}

// Work of tyres, dampers, brake, drive and air is counted, so nothing is left over.
TEST(Car, KeepsItsEnergyBalance) {
  RunOptions options;
  options.duration = 2.0;
  options.output_interval = 0.5;
  options.max_step = 1e-3;
  const CarRun run =
      drive_car(car_with("{}", R"({"type": "step", "to": -0.005, "start": 0.2, "end": 0.5})", "300",
                         R"({"type": "step", "to": 0.2, "start": 1, "end": 1.2})"),
                options, {"car.speed"});
  EXPECT_LT(run.result.energy_drift, 1e-6);
}

// In a steady turn, coasting without losses, the steered angles of both axles less L / R grow with
// the lateral acceleration as those of the bicycle: K = m / L (b / C_f - a / C_r).
TEST(Car, UndersteersAsTheBicycleModelSays) {
  constexpr double length = 2.7, stiffness = 2.0 * 62e3, mass = 1500.0;
  constexpr double center = (2.0 * 38.0 * (1.2 - 1.5) + 3.0 * 1.07) / mass;  // of all bodies
  constexpr double bicycle = mass / length * ((1.5 + center) - (1.2 - center)) / stiffness;
  Overrides calm{{"car.locking", "1e-6"}, {"car.drag_area", "1e-9"}};
  for (const char* corner : {"front.left", "front.right", "rear.left", "rear.right"}) {
    calm.emplace_back(std::string("car.") + corner + ".friction", "50");  // far from sliding
    calm.emplace_back(std::string("car.") + corner + ".rolling", "0");
  }
  std::vector<double> sideways, angle;
  for (const char* speed : {"12 m/s", "20 m/s"}) {
    RunOptions options;
    options.duration = 8.0;
    options.output_interval = 8.0;
    options.step = 1e-3;
    options.integrator = "semi-implicit-euler";
    const auto heading = [](const std::string& name, const std::string& corner) {
      return R"({"name": ")" + name + R"(", "type": "heading", "of": "car.)" + corner +
             R"(.knuckle", "seen_from": "car.chassis"})";
    };
    const Mechanism m = car_with(
        std::string(R"({"speed": ")") + speed + "\"}",
        R"({"type": "step", "to": -0.0012, "start": 0.1, "end": 0.5})", "0", "0",
        R"(, "outputs": [)" + heading("fl", "front.left") + "," + heading("fr", "front.right") +
            "," + heading("rl", "rear.left") + "," + heading("rr", "rear.right") + "]",
        calm);
    const auto row =
        drive_car(m, options,
                  {"fl.yaw", "fr.yaw", "rl.yaw", "rr.yaw", "car.turning.z", "car.speed.x"})
            .rows.back();
    sideways.push_back(row[5] * row[6]);
    angle.push_back(0.5 * (row[1] + row[2] - row[3] - row[4]) - length * row[5] / row[6]);
  }
  EXPECT_GT(sideways[1] - sideways[0], 0.5);  // m/s^2
  EXPECT_NEAR((angle[1] - angle[0]) / (sideways[1] - sideways[0]), bicycle, 0.01 * bicycle);
}

// Brakes that do not lock: the torque over the radius, rolling and air resistance slow down the
// mass and what turns.
TEST(Car, StopsAfterTheWayThatItsBrakesSay) {
  RunOptions options;
  options.duration = 3.0;
  options.output_interval = 0.5;
  options.step = 1e-3;
  options.integrator = "semi-implicit-euler";
  const auto rows = drive_car(car_with(R"({"speed": "25 m/s"})", "0", "0", "0.3"), options,
                              {"car.chassis.pose.x", "car.speed.x", "car.chassis.pose.z"})
                        .rows;
  const double radius = 0.298, force = 0.3 * 2.0 * (1600.0 + 700.0) / radius;
  const double moved = 1500.0 + 4.0 * 1.0 / (radius * radius);
  // from the settled part: m v v' = -(F + rolling + drag)
  const auto &from = rows[2], &to = rows[6];
  const double v = 0.5 * (from[2] + to[2]);
  const double all = force + 0.011 * 1500.0 * g + 0.5 * 1.2041 * 0.66 * v * v;
  const double way = 0.5 * moved * (from[2] * from[2] - to[2] * to[2]) / all;
  EXPECT_NEAR(to[1] - from[1], way, 0.02 * way);
}

// The wheels' spins and the shifts of their tyres do not swing up at walking speed. (TY10)
TEST(Car, RollsSlowlyWithShortSteps) {
  const auto rolled = [](const std::string& integrator) {
    RunOptions options;
    options.duration = 2.0;
    options.output_interval = 0.01;
    options.step = 1e-3;
    options.integrator = integrator;
    return drive_car(car_with(R"({"speed": "10 km/h"})", "0"), options,
                     {"car.speed.x", "car.front.left.bearing.v", "car.rear.right.bearing.v"});
  };
  const CarRun fixed = rolled("semi-implicit-euler"), adams = rolled("adams");
  ASSERT_EQ(fixed.rows.size(), adams.rows.size());
  for (std::size_t k = 50; k < fixed.rows.size(); ++k) {
    EXPECT_NEAR(fixed.rows[k][1], adams.rows[k][1], 2e-3) << fixed.rows[k][0];
    for (const std::size_t wheel : {2, 3})
      EXPECT_NEAR(fixed.rows[k][wheel], adams.rows[k][wheel], 1e-2) << fixed.rows[k][0];
  }
  EXPECT_LT(fixed.result.energy_drift, 0.01);
}

TEST(Car, DrivesTheLaneChangeWithoutTouchingACone) {
  const Mechanism m = build_mechanism(read_model(vehicle_folder + "lane_change.json"));
  const CarRun run = drive_car(m, options_of(m.description.simulation),
                               {"cones", "car.acceleration.y", "car.attitude.roll", "place.x"});
  double clearance = 1e9, sideways = 0.0, roll = 0.0;
  for (const auto& row : run.rows) {
    clearance = std::min(clearance, row[1]);
    sideways = std::max(sideways, std::fabs(row[3]));
    roll = std::max(roll, std::fabs(row[4]));
  }
  EXPECT_EQ(run.rows.back()[2], 0.0);
  EXPECT_GT(clearance, 0.02);
  EXPECT_GT(run.rows.back()[5], 200.0);
  EXPECT_GT(sideways, 3.0);  // a change of 3.5 m within 30 m at 80 km/h
  EXPECT_LT(sideways, 9.0);
  EXPECT_LT(roll, 0.1);
}

TEST(Car, MayBeTheHmmwvWithSpinningWheels) {
  const Mechanism m = build_mechanism(read_model(vehicle_folder + "hmmwv_lane_change.json"));
  EXPECT_EQ(m.description.bodies.size(), 18U);
  EXPECT_EQ(m.degrees_of_freedom(), 14);
  double mass = 0.0;
  for (const BodyItem& body : m.description.bodies) mass += body.mass;
  EXPECT_NEAR(mass, 2086.52 + 9.072 + 4.0 * (5.813 + 23.965 + 90.555), 1e-9);
  const CarRun run =
      drive_car(m, options_of(m.description.simulation), {"cones", "acceleration.y", "place.x"});
  EXPECT_EQ(run.rows.back()[2], 0.0);
  EXPECT_GT(run.rows.back()[4], 200.0);
}

}  // namespace
}  // namespace treadle
