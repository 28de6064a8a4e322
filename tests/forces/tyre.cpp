// Tyres on wheels against closed forms: load, steady slip, the way in which forces build up,
// standing on a slope, braking distance, energy, roads.
#include "src/base/error.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/simulation.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace treadle {
namespace {

const std::string folder_of_tyres = tests_folder() + "/forces/tyres/";

const std::string linear_numbers =
    R"("radius": 0.3, "stiffness": 200000, "damping": 2000, "cornering_stiffness": 60000,
       "slip_stiffness": 80000, "friction": 0.9, "relaxation": [0.2, 0.4])";

Mechanism with_tyres(const std::string& text) {
  return build_mechanism(read_model_text(text, folder_of_tyres + "model.json"));
}

std::vector<std::vector<double>> motion_of(const Mechanism& m, const RunOptions& options,
                                           RunResult& result) {
  std::vector<std::vector<double>> rows;
  Listener listener;
  listener.row = [&](std::span<const double> row) { rows.emplace_back(row.begin(), row.end()); };
  result = run(m, options, listener);
  EXPECT_EQ(result.end, RunEnd::done) << result.message;
  return rows;
}

// A wheel in its own plane: x forwards, y down, angle of the spin.
std::string wheel_in_plane(const std::string& velocity, const std::string& tyre,
                           const std::string& more = "", double z = 0.3) {
  const std::string at = "[0, 0, " + std::to_string(z) + "]";
  return R"({"bodies": [{"name": "wheel", "mass": 100, "inertia": [2, 4, 2], "position": )" + at +
         R"(}], "joints": [{"name": "roll", "type": "planar", "parent": "ground", "child": "wheel",
      "position": )" +
         at + R"(, "axis": [0, 1, 0], "velocity": )" + velocity + more + R"(}],
    "forces": [{"name": "tyre", "type": "tyre", "wheel": {"body": "wheel"}, )" +
         tyre + "}]}";
}

// A wheel that is towed with its axis turned by an angle, under a load of 3 kN besides its weight.
std::string towed(const std::string& angle, const std::string& tyre) {
  return R"({"parameters": {"turn": ")" + angle + R"x("}, "bodies": [
      {"name": "hub", "mass": 10, "inertia": [1, 1, 1], "position": [0, 0, 0.3]},
      {"name": "wheel", "mass": 20, "inertia": [1, 1, 1], "position": [0, 0, 0.3]},
      {"name": "cart", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [
      {"name": "tow", "type": "prismatic", "parent": "ground", "child": "cart", "position": [0, 0, 0],
       "axis": [1, 0, 0], "velocity": 10},
      {"name": "lift", "type": "prismatic", "parent": "cart", "child": "hub", "position": [0, 0, 0.3],
       "axis": [0, 0, 1], "drive": -3000, "damping": 2000},
      {"name": "axle", "type": "revolute", "parent": "hub", "child": "wheel", "position": [0, 0, 0.3],
       "axis": ["-sin(turn)", "cos(turn)", 0], "velocity": 33}],
    "constraints": [{"name": "pull", "type": "driver", "joint": "tow",
      "function": {"type": "ramp", "slope": 10}}],
    "forces": [{"name": "tyre", "type": "tyre", "wheel": {"body": "wheel"}, "axis": ["-sin(turn)", "cos(turn)", 0], )x" +
         tyre + "}]}";
}

TEST(Tyre, CarriesAndGripsAsTheBrushSays) {
  RunOptions options;
  options.duration = 4.0;
  options.output_interval = 1.0;
  options.channels.names = {"tyre.load", "tyre.lateral", "tyre.longitudinal", "tyre.slip_angle",
                            "tyre.depth"};
  for (const double degrees : {0.5, 2.0, 6.0, 20.0}) {
    double sides = 0.0;
    for (const char* sign : {"", "-"}) {
      RunResult result;
      const auto rows =
          motion_of(with_tyres(towed(sign + std::to_string(degrees) + " deg", linear_numbers)),
                    options, result);
      const auto& last = rows.back();
      const double load = 3000 + 30 * 9.80665, angle = degrees * M_PI / 180;
      EXPECT_NEAR(last[1], load, 1e-3 * load);
      EXPECT_NEAR(last[5], load / 200000, 1e-3 * load / 200000);
      // free to spin: no longitudinal force, all slip is sideways
      EXPECT_NEAR(last[3], 0.0, 0.5);
      EXPECT_NEAR(std::fabs(last[4]), angle, 1e-3 * angle);
      const double most = 0.9 * last[1],
                   s = std::min(3.0, 60000 * std::fabs(std::tan(last[4])) / most);
      EXPECT_NEAR(std::fabs(last[2]), most * (s - s * s / 3 + s * s * s / 27), 1e-6 * load);
      // turned to the left it pushes to the left, and both sides are equal
      EXPECT_GT(last[2] * (*sign == '-' ? -1 : 1), 0.0);
      sides += last[2];
    }
    // steps leave 1e-8 m in the shift of the contact, which weighs 60000 N over the relaxation
    // length
    EXPECT_NEAR(sides, 0.0, 2 * 1e-8 * 60000 / 0.4);
  }
}

// Of a small slip, 1 - exp(-way / length).
TEST(Tyre, ForcesBuildUpOverTheRelaxationLength) {
  RunOptions options;
  options.duration = 0.1;
  options.output_interval = 0.01;
  options.channels.names = {"time", "tyre.slip_angle"};
  RunResult result;
  const auto rows = motion_of(with_tyres(towed("0.2 deg", linear_numbers)), options, result);
  const double end = std::tan(0.2 * M_PI / 180);
  for (const auto& row : rows) {
    const double part = 1 - std::exp(-10 * std::cos(0.2 * M_PI / 180) * row[0] / 0.4);
    EXPECT_NEAR(-std::tan(row[1]), end * part, 2e-3 * end) << row[0];
  }
}

// Fully braked: friction is all there is.
TEST(Tyre, LockedWheelStopsAfterTheDistanceOfFriction) {
  // the joint's angle is held
  const Mechanism m = with_tyres(wheel_in_plane(
      R"({"x": 12})", linear_numbers,
      R"(, "coordinates": {"angle": {"spring": {"stiffness": 1e6}, "damping": 1e4}})", 0.2950967));
  RunOptions options;
  options.duration = 4.0;
  options.output_interval = 0.01;
  options.channels.names = {"roll.q.x", "roll.v.x", "energy.drift"};
  RunResult result;
  const auto rows = motion_of(m, options, result);
  const double distance = 12.0 * 12.0 / (2 * 0.9 * 9.80665);
  EXPECT_NEAR(rows.back()[1], distance, 0.01 * distance);
  // stands still, without trembling
  for (const auto& row : rows) {
    if (row[0] < 3.0) continue;
    EXPECT_LT(std::fabs(row[2]), 1e-4) << row[0];
  }
  EXPECT_LT(result.energy_drift, 1e-5);
}

TEST(Tyre, StandsOnASlope) {
  const std::string both[] = {linear_numbers, R"("file": "mf52.tir", "damping": 2000)",
                              R"("file": "mf61.tir", "damping": 2000)"};
  for (const std::string& tyre : both) {
    // 10 degrees, brake on; rolling resistance and shifts of the formula push a little
    std::string text = wheel_in_plane(
        "{}", tyre,
        R"(, "coordinates": {"angle": {"spring": {"stiffness": 1e6}, "damping": 1e4}})");
    text.insert(1, R"("gravity": [-1.7029, 0, -9.6577],)");
    RunOptions options;
    options.duration = 8.0;
    options.output_interval = 0.1;
    options.channels.names = {"roll.q.x", "roll.v.x", "tyre.longitudinal"};
    RunResult result;
    const auto rows = motion_of(with_tyres(text), options, result);
    EXPECT_NEAR(rows.back()[3], 170.29, 0.1) << tyre;
    EXPECT_LT(std::fabs(rows.back()[2]), 1e-5) << tyre;
    EXPECT_NEAR(rows.back()[1], rows[60][1], 1e-5) << tyre;
  }
}

TEST(Tyre, EnergyIsAccountedForOnEveryRoad) {
  const std::string roads[] = {
      "", R"(, "road": {"type": "sine", "amplitude": 0.02, "wavelength": 3})",
      R"(, "road": {"type": "ramp", "start": 2, "length": 3, "rise": 0.2})",
      R"(, "road": {"type": "kerb", "start": 1, "rise": 0.03, "width": 0.1})",
      R"(, "road": {"type": "profile", "distances": [0, 1, 2, 4], "heights": [0, 0.05, 0, 0]})"};
  const std::string tyres[] = {linear_numbers, R"("file": "mf52.tir")", R"("file": "mf61.tir")"};
  for (const std::string& tyre : tyres) {
    for (const std::string& road : roads) {
      const Mechanism m = with_tyres(wheel_in_plane(R"({"x": 5, "angle": 20})", tyre + road));
      RunOptions options;
      options.duration = 1.0;
      options.output_interval = 0.1;
      RunResult result;
      motion_of(m, options, result);
      EXPECT_LT(result.energy_drift, 1e-6) << tyre << road;
    }
  }
}

// The wheel follows a slow road: its height is that of the road.
TEST(Tyre, FollowsTheRoad) {
  const Mechanism m = with_tyres(wheel_in_plane(
      R"({"x": 2, "angle": 6.7})",
      linear_numbers + R"(, "road": {"type": "ramp", "start": 1, "length": 4, "rise": 0.2})"));
  RunOptions options;
  options.duration = 6.0;
  options.output_interval = 0.1;
  options.channels.names = {"wheel.pose.x", "wheel.pose.z", "tyre.depth"};
  RunResult result;
  const auto rows = motion_of(m, options, result);
  const double sunk = 100 * 9.80665 / 200000;
  EXPECT_GT(rows.back()[1], 6.0);
  EXPECT_NEAR(rows.back()[2], 0.5 - sunk, 1e-3);
  EXPECT_NEAR(rows.back()[3], sunk, 1e-3);
}

TEST(Tyre, SolversAgree) {
  const Mechanism m = with_tyres(towed("2 deg", R"("file": "mf61.tir")"));
  std::vector<double> ends;
  for (const char* solver : {"topology", "clustered", "dense"}) {
    RunOptions options;
    options.duration = 0.5;
    options.integrator = "rk4";
    options.solver = solver;
    options.channels.names = {"tyre.lateral"};
    RunResult result;
    ends.push_back(motion_of(m, options, result).back()[1]);
  }
  for (const double end : ends) EXPECT_NEAR(end, ends[0], 1e-7);
}

TEST(Tyre, MistakesAreNamed) {
  const auto said = [](const std::string& tyre) {
    try {
      with_tyres(wheel_in_plane("{}", tyre));
    } catch (const ModelError& error) {
      return error.where() + ": " + error.what();
    }
    return std::string("taken");
  };
  const auto expect = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect(said(R"("radius": 0.3)"), "stiffness");
  expect(said(R"("file": "nothing.tir")"), "forces[0].file");
  expect(said(R"("file": "mf52.tir", "friction": 1)"), "together with file");
  expect(said(linear_numbers + R"(, "road": {"type": "hill"})"), "road type");
  expect(said(linear_numbers + R"(, "road": {"type": "sine", "amplitude": 1})"), "wavelength");
}

}  // namespace
}  // namespace treadle
