// Several drives at once, and drivers of the model over time, against closed forms.
#include "src/analyses/follow_drivers.hpp"

#include "support/places.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace treadle::test {
namespace {

double cell_of(const DriveResult& r, std::size_t row, const std::string& name) {
  for (std::size_t c = 0; c < r.columns.size(); ++c) {
    if (r.columns[c].name == name) return r.rows.at(row).at(c);
  }
  throw std::runtime_error("no column " + name);
}

bool has_column(const DriveResult& r, const std::string& name) {
  return std::any_of(r.columns.begin(), r.columns.end(),
                     [&](const Column& c) { return c.name == name; });
}

// An arm of two links, 1 m and 0.5 m, about y; its hand is an output.
Description arm() {
  ModelBuilder m("arm");
  m.body("upper").mass(1).center({0.5, 0, 0}).inertia({0.1, 0.1, 0.1});
  m.body("lower").at({1, 0, 0}).mass(1).center({0.25, 0, 0}).inertia({0.1, 0.1, 0.1});
  m.frame("hand").on("lower").at({0.5, 0, 0});
  m.revolute("shoulder").between("ground", "upper").at({0, 0, 0}).along({0, -1, 0});
  m.revolute("elbow").between("upper", "lower").at({1, 0, 0}).along({0, -1, 0});
  m.output("hand place", "position").of("hand");
  return m.description();
}

TEST(FollowDrive, TwoDrivesMoveAnArm) {
  DriveOptions o{"shoulder", 0.2, 1.4, 61, 0.5};
  o.others = {{"elbow", 1.0, -0.5}};
  const DriveResult r = follow_drive(build_mechanism(with_drive(arm(), o)), o);
  ASSERT_EQ(r.message, "");
  ASSERT_EQ(r.rows.size(), 61U);
  const double rate = 0.5, ratio = -1.5 / 1.2;
  for (std::size_t k = 0; k < r.rows.size(); ++k) {
    const double part = static_cast<double>(k) / 60.0, a = 0.2 + 1.2 * part, b = 1.0 - 1.5 * part;
    EXPECT_NEAR(cell_of(r, k, "shoulder.q"), a, 1e-12);
    EXPECT_NEAR(cell_of(r, k, "elbow.q"), b, 1e-12);
    EXPECT_NEAR(cell_of(r, k, "elbow.v"), rate * ratio, 1e-11);
    EXPECT_NEAR(cell_of(r, k, "elbow.a"), 0.0, 1e-10);
    EXPECT_NEAR(cell_of(r, k, "hand place.x"), std::cos(a) + 0.5 * std::cos(a + b), 1e-12);
    EXPECT_NEAR(cell_of(r, k, "hand place.z"), std::sin(a) + 0.5 * std::sin(a + b), 1e-12);
  }
}

TEST(FollowDrive, ChannelsAreChosenAndForcesRefused) {
  DriveOptions o{"shoulder", 0.0, 1.0, 3, 1.0};
  o.others = {{"elbow", 0.0, 1.0}};
  o.channels.names = {"time", "hand place", "lower.velocity"};
  const DriveResult r = follow_drive(build_mechanism(with_drive(arm(), o)), o);
  EXPECT_TRUE(has_column(r, "hand place.x"));
  EXPECT_TRUE(has_column(r, "lower.velocity.z"));
  EXPECT_FALSE(has_column(r, "shoulder.q"));
  // the elbow is 1 m from the shoulder, which turns with 1 rad/s about -y
  EXPECT_NEAR(cell_of(r, 0, "lower.velocity.z"), 1.0, 1e-12);
  o.channels.names = {"energy.kinetic"};
  EXPECT_THROW(follow_drive(build_mechanism(with_drive(arm(), o)), o), ModelError);
}

TEST(FollowDrive, AJointIsDrivenOnce) {
  DriveOptions o{"shoulder", 0.0, 1.0, 3, 1.0};
  o.others = {{"shoulder", 0.0, 2.0}};
  EXPECT_THROW(with_drive(arm(), o), ModelError);
}

// A driver of the file on another joint holds it; one on the driven joint gives way.
TEST(FollowDrive, DriversOfTheFileHoldOrGiveWay) {
  Description d = arm();
  const auto driver = [](const char* joint, double offset, double slope) {
    ConstraintItem c;
    c.name = std::string("motor of ") + joint;
    c.kind = ConstraintKind::driver;
    c.coordinates = {{joint, 0}};
    c.function.kind = FunctionKind::ramp;
    c.function.offset = offset;
    c.function.slope = slope;
    return c;
  };
  d.constraints = {driver("shoulder", 0.1, 3.0), driver("elbow", 0.3, 2.0)};
  const DriveOptions o{"shoulder", 0.0, 1.0, 5, 1.0};
  const DriveResult r = follow_drive(build_mechanism(with_drive(d, o)), o);
  ASSERT_EQ(r.message, "");
  for (std::size_t k = 0; k < r.rows.size(); ++k) {
    EXPECT_NEAR(cell_of(r, k, "shoulder.q"), 0.25 * static_cast<double>(k), 1e-12);
    EXPECT_NEAR(cell_of(r, k, "elbow.q"), 0.3, 1e-12);
    EXPECT_NEAR(cell_of(r, k, "elbow.v"), 0.0, 1e-12);
  }
}

// The slider-crank whose crank a driver turns: x = 0.2 cos p + sqrt(0.25 - 0.04 sin^2 p), p = w t.
TEST(FollowDrivers, TheSliderCrankIsItsClosedForm) {
  const double w = 3.0;
  Description d = read_model(models_folder() + "/slider_crank.json");
  ConstraintItem motor;
  motor.name = "motor";
  motor.kind = ConstraintKind::driver;
  motor.coordinates = {{"crankshaft", 0}};
  motor.function.kind = FunctionKind::ramp;
  motor.function.slope = w;
  for (JointItem& joint : d.joints) joint.start = joint.start_velocity = {};
  d.constraints.push_back(motor);
  ASSERT_TRUE(has_drivers(d));
  const DriveResult r = follow_drivers(build_mechanism(d), {4.0, 101, {}});
  ASSERT_EQ(r.message, "");
  ASSERT_EQ(r.rows.size(), 101U);
  for (std::size_t k = 0; k < r.rows.size(); ++k) {
    const double t = 0.04 * static_cast<double>(k), p = w * t, s = std::sin(p), c = std::cos(p);
    const double root = std::sqrt(0.25 - 0.04 * s * s);
    const double dx = -0.2 * s - 0.04 * s * c / root;
    const double ddx =
        -0.2 * c - 0.04 * (c * c - s * s) / root - 0.0016 * s * s * c * c / (root * root * root);
    EXPECT_NEAR(cell_of(r, k, "time"), t, 1e-12);
    EXPECT_NEAR(cell_of(r, k, "guide.q"), 0.2 * c + root - 0.7, 1e-12) << k;
    EXPECT_NEAR(cell_of(r, k, "guide.v"), w * dx, 1e-11) << k;
    EXPECT_NEAR(cell_of(r, k, "guide.a"), w * w * ddx, 1e-9) << k;
  }
}

// Driven by its slider, the same engine cannot pass the dead point: 0.7 m from the shaft.
TEST(FollowDrivers, EndsAtADeadPointWithTimeAndName) {
  Description d = read_model(models_folder() + "/slider_crank.json");
  for (JointItem& joint : d.joints) joint.start = joint.start_velocity = {};
  ConstraintItem push;
  push.name = "push";
  push.kind = ConstraintKind::driver;
  push.coordinates = {{"guide", 0}};
  push.function.kind = FunctionKind::ramp;
  push.function.offset = -0.2;
  push.function.slope = -0.1;  // -0.4 is the other dead point, at 2 s
  d.constraints.push_back(push);
  const DriveResult r = follow_drivers(build_mechanism(d), {3.0, 31, {}});
  EXPECT_NEAR(r.reached, 2.0, 1e-6);
  EXPECT_NE(r.message.find(" s: driver 'push' (joint 'guide') stands at its dead point"),
            std::string::npos)
      << r.message;
  EXPECT_EQ(r.rows.size(), 20U + (r.reached >= 2.0 ? 1U : 0U));
}

TEST(FollowDrivers, DriversThatContradictAreNamed) {
  Description d = arm();
  for (const double slope : {0.2, 0.3}) {
    ConstraintItem turn;
    turn.name = slope < 0.25 ? "slow" : "fast";
    turn.kind = ConstraintKind::driver;
    turn.coordinates = {{d.joints.front().name, 0}};
    turn.function.kind = FunctionKind::ramp;
    turn.function.slope = slope;
    d.constraints.push_back(turn);
  }
  const DriveResult r = follow_drivers(build_mechanism(d), {1.0, 11, {}});
  EXPECT_EQ(r.reached, 0.0);
  EXPECT_NE(r.message.find("driver 'fast'"), std::string::npos) << r.message;
  EXPECT_NE(r.message.find("contradicts driver 'slow'"), std::string::npos) << r.message;
}

TEST(FollowDrivers, FreedomThatIsLeftIsNamed) {
  Description d = arm();
  ConstraintItem rod;
  rod.name = "rope";
  rod.kind = ConstraintKind::distance_driver;
  rod.from = {"ground", {0, 0, 2}};
  rod.to = {"lower", {0.5, 0, 0}};
  rod.function.offset = 2.5;
  d.constraints.push_back(rod);
  try {
    follow_drivers(build_mechanism(d), {1.0, 3, {}});
    FAIL() << "two angles, one rope";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("'rope'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace treadle::test
