// What makes steps of a car short must not change them: only bodies that are read are moved, driven
// coordinates are set, and wheels turn without being seen.
#include "src/generate/round_bodies.hpp"
#include "support.hpp"

#include <cmath>
#include <set>

namespace treadle {
namespace {

constexpr const char* sine = R"({"type": "sine", "amplitude": "3 mm", "frequency": "1 Hz"})";

RunOptions steps_of(const Mechanism& m, const std::string& integrator, double duration) {
  RunOptions options = options_of(m.description.simulation);
  options.integrator = integrator;
  options.duration = duration;
  options.step = 1e-3;
  options.output_interval = 1e-2;
  return options;
}

std::set<std::string> joints_of(const Mechanism& m, const std::vector<std::size_t>& places) {
  std::set<std::string> names;
  for (const TreeBody& body : m.topology().bodies) {
    for (const std::size_t q : places) {
      if (static_cast<std::size_t>(body.q_at) == q) names.insert(body.joint);
    }
  }
  return names;
}

TEST(ShortStep, ControllersReadWhatChannelsShow) {
  const std::vector<std::string> read{"car.rear.left.wheel.pose.z",
                                      "car.front.right.knuckle.velocity.x",
                                      "car.front.left.strut.q.jounce",
                                      "car.attitude.yaw",
                                      "car.speed.x",
                                      "car.rear.right.bearing.v"};
  std::string controllers;
  std::vector<std::string> channels;
  for (std::size_t k = 0; k < read.size(); ++k) {
    const std::string name = "copy" + std::to_string(k);
    controllers += std::string(k > 0 ? "," : "") + R"({"type": "gain", "gain": 1, "name": ")" +
                   name + R"(", "input": ")" + read[k] + "\"}";
    channels.push_back(read[k]);
    channels.push_back(name);
  }
  const Mechanism m = car_with("{}", sine, "100", "0", R"(, "controllers": [)" + controllers + "]");
  const CarRun run = drive_car(m, steps_of(m, "semi-implicit-euler", 0.5), channels);
  ASSERT_GT(run.rows.size(), 40U);
  for (const auto& row : run.rows) {
    for (std::size_t k = 0; k < read.size(); ++k)
      EXPECT_EQ(row[2 * k + 2], row[2 * k + 1]) << read[k] << " at " << row[0];
  }
}

TEST(ShortStep, DrivenCoordinatesAreWhereTheyAreDriven) {
  const Mechanism m = car_with("{}", sine);
  const std::vector<std::string> channels{"car.rack.q", "car.rack.v", "car.chassis.q.y",
                                          "car.chassis.v.wz"};
  const CarRun set = drive_car(m, steps_of(m, "rk4", 1.0), channels);
  const double w = 2.0 * 3.14159265358979323846;
  for (const auto& row : set.rows) {
    EXPECT_NEAR(row[1], 3e-3 * std::sin(w * row[0]), 1e-15);
    EXPECT_NEAR(row[2], 3e-3 * w * std::cos(w * row[0]), 1e-14);
  }
  // the nearest place in the mass metric is another one by the error of a step
  RunOptions options = steps_of(m, "rk4", 1.0);
  options.constraints = "closest";
  const CarRun closest = drive_car(m, options, channels);
  ASSERT_EQ(set.rows.size(), closest.rows.size());
  EXPECT_NEAR(set.rows.back()[3], closest.rows.back()[3], 1e-6);
  EXPECT_NEAR(set.rows.back()[4], closest.rows.back()[4], 1e-6);
  EXPECT_EQ(set.result.position_violation, 0.0);
}

TEST(ShortStep, WheelsTurnWithoutBeingSeen) {
  const Mechanism car = car_with("{}", sine);
  EXPECT_EQ(joints_of(car, angles_without_effect(car)),
            (std::set<std::string>{"car.front.left.bearing", "car.front.right.bearing",
                                   "car.rear.left.bearing", "car.rear.right.bearing"}));
  // a stick to the rim of one wheel, a spring on the angle of another
  const Mechanism seen = car_with("{}", sine, "0", "0", R"(, "forces": [
      {"name": "stick", "type": "spring", "from": {"body": "car.chassis"},
       "to": {"body": "car.front.left.wheel", "position": ["0.1 m", 0, 0]}, "stiffness": 1},
      {"name": "clock", "type": "coupler", "spring": {"stiffness": 1},
       "coordinates": [{"joint": "car.rear.left.bearing"}]}])");
  EXPECT_EQ(joints_of(seen, angles_without_effect(seen)),
            (std::set<std::string>{"car.front.right.bearing", "car.rear.right.bearing"}));
}

}  // namespace
}  // namespace treadle
