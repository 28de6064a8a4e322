// Events: located to 1e-10 s against closed forms, with every integrator; forces that are switched.
#include "src/base/error.hpp"
#include "src/builder/model_builder.hpp"
#include "src/integrate/registry.hpp"
#include "src/simulation/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace treadle {
namespace {

constexpr double g = 9.80665;

struct Rows {
  std::vector<std::vector<double>> rows;
  Listener listener;
  Rows() {
    listener.row = [this](std::span<const double> row) {
      rows.emplace_back(row.begin(), row.end());
    };
  }
};

// A point mass on a massless rod of one metre, let go at 120 degrees from hanging.
void pendulum(ModelBuilder& m) {
  m.body("bob").mass(2).center({0, 0, -1}).inertia({1e-12, 1e-12, 1e-12});
  m.revolute("hinge").between("ground", "bob").at({0, 0, 0}).along({0, 1, 0}).start("120 deg");
}

// A stone that falls from rest along z.
void stone(ModelBuilder& m) {
  m.body("stone").mass(1).inertia({0.1, 0.1, 0.1});
  m.prismatic("fall").between("ground", "stone").at({0, 0, 0}).along({0, 0, 1});
}

// A cart of 1 kg on a spring of 100 N/m without gravity, from -0.1 m.
void cart(ModelBuilder& m) {
  m.gravity({0, 0, 0});
  m.body("cart").mass(1).inertia({0.1, 0.1, 0.1});
  m.prismatic("rail").between("ground", "cart").at({0, 0, 0}).along({1, 0, 0}).start(-0.1);
  m.spring("band").from("ground", {-1, 0, 0}).to("cart", {0, 0, 0}).stiffness(100).length(1);
}

RunOptions tight(const std::string& integrator) {
  RunOptions options;
  options.duration = 2.0;
  options.integrator = integrator;
  options.rtol = options.atol = 1e-13;
  options.step = integrator == "rk4" ? 2e-4 : 0.01;
  return options;
}

double time_of(const RunResult& result, std::size_t k) {
  EXPECT_LT(k, result.events.size());
  return k < result.events.size() ? result.events[k].time : -1.0;
}

TEST(Events, PendulumPassesTheBottomAtQuartersOfItsPeriod) {
  ModelBuilder m("pendulum");
  pendulum(m);
  m.event("bottom", "hinge.q");
  const Mechanism mechanism = build_mechanism(m.description());
  const double quarter = std::comp_ellint_1(std::sin(std::numbers::pi / 3.0)) / std::sqrt(g);
  for (const char* integrator : {"adams", "dormand-prince", "rk4"}) {
    RunOptions options = tight(integrator);
    options.duration = 2.3;
    const RunResult result = run(mechanism, options);
    ASSERT_EQ(result.end, RunEnd::done) << result.message;
    ASSERT_EQ(result.events.size(), 2U) << integrator;
    EXPECT_NEAR(time_of(result, 0), quarter, 1e-10) << integrator;
    EXPECT_NEAR(time_of(result, 1), 3.0 * quarter, 1e-10) << integrator;
    EXPECT_EQ(result.events[0].name, "bottom");
  }
}

TEST(Events, DirectionAndNumberOfTimesAreKept) {
  ModelBuilder m("pendulum");
  pendulum(m);
  m.event("up", "hinge.q").up();
  m.event("down", "hinge.q").down();
  m.event("once", "hinge.q").times(1);
  m.event("angle", "hinge.q").crosses("60 deg").down().times(1);
  RunOptions options = tight("adams");
  options.duration = 5.0;
  const RunResult result = run(build_mechanism(m.description()), options);
  const double quarter = std::comp_ellint_1(std::sin(std::numbers::pi / 3.0)) / std::sqrt(g);
  std::map<std::string, std::vector<double>> times;
  double last = 0.0;
  for (const EventRecord& event : result.events) {
    times[event.name].push_back(event.time);
    EXPECT_GE(event.time, last);
    last = event.time;
  }
  ASSERT_EQ(times["up"].size(), 2U);
  EXPECT_NEAR(times["up"][0], 3.0 * quarter, 1e-9);
  ASSERT_EQ(times["down"].size(), 2U);
  EXPECT_NEAR(times["down"][1], 5.0 * quarter, 1e-9);
  EXPECT_EQ(times["once"].size(), 1U);
  ASSERT_EQ(times["angle"].size(), 1U);
  EXPECT_LT(times["angle"][0], quarter);
}

// A stone that is thrown up and passes a mark just below its top: up and down within one step.
TEST(Events, ACrossingAndItsReturnInOneStep) {
  const double speed = 3.0, top = speed * speed / (2.0 * g);
  for (const double below : {1e-3, 1e-5}) {
    ModelBuilder m("stone");
    m.body("stone").mass(1).inertia({0.1, 0.1, 0.1});
    m.prismatic("fall").between("ground", "stone").at({0, 0, 0}).along({0, 0, 1}).velocity(speed);
    m.event("mark", "fall.q").crosses(top - below);
    m.event("down", "fall.q").crosses(top - below).down();
    m.event("above", "fall.q").crosses(top + below);
    const Mechanism mechanism = build_mechanism(m.description());
    const double half = std::sqrt(2.0 * below / g);
    for (const char* integrator : {"adams", "dormand-prince", "rk4"}) {
      RunOptions options = tight(integrator);
      options.step = 0.05;
      options.duration = 0.6;
      const RunResult result = run(mechanism, options);
      ASSERT_EQ(result.events.size(), 3U) << integrator << " " << below;
      EXPECT_NEAR(time_of(result, 0), speed / g - half, 1e-9) << integrator;
      EXPECT_NEAR(time_of(result, 1), speed / g + half, 1e-9) << integrator;
      EXPECT_NEAR(time_of(result, 2), speed / g + half, 1e-9) << integrator;
      EXPECT_EQ(result.events[0].name, "mark");
    }
    // one that ends the run does so at the first crossing
    ModelBuilder stops("stone");
    stops.body("stone").mass(1).inertia({0.1, 0.1, 0.1});
    stops.prismatic("fall")
        .between("ground", "stone")
        .at({0, 0, 0})
        .along({0, 0, 1})
        .velocity(speed);
    stops.event("mark", "fall.q").crosses(top - below).stop();
    RunOptions options = tight("adams");
    options.step = 0.05;
    EXPECT_NEAR(run(build_mechanism(stops.description()), options).time, speed / g - half, 1e-9);
  }
}

TEST(Events, AStopEndsTheRunWithARowAtItsTime) {
  ModelBuilder m("stone");
  stone(m);
  m.output("height", "coordinate").joint("fall");
  m.event("deep", "height").crosses("-1 m").down().stop();
  const Mechanism mechanism = build_mechanism(m.description());
  for (const std::string& integrator : integrator_names()) {
    if (integrator.ends_with("euler") || (needs_sundials(integrator) && !has_sundials())) continue;
    RunOptions options;
    options.duration = 3.0;
    options.step = 0.013;
    options.integrator = integrator;
    options.rtol = options.atol = 1e-11;
    Rows rows;
    const RunResult result = run(mechanism, options, rows.listener);
    const double exact = std::sqrt(2.0 / g);
    const double close = needs_sundials(integrator) ? 1e-8 : 1e-10;
    EXPECT_EQ(result.end, RunEnd::done);
    EXPECT_NEAR(result.time, exact, close) << integrator;
    EXPECT_EQ(result.time, time_of(result, 0));
    EXPECT_EQ(rows.rows.back()[0], result.time) << integrator;
    EXPECT_NEAR(rows.rows.back()[1], -1.0, 1e-8) << integrator;
    EXPECT_EQ(rows.rows.size(), 36U) << integrator;  // the start, 34 times 13 ms, the end
    EXPECT_NEAR(result.v.at("fall")[0], -g * exact, 1e-7);
  }
}

TEST(Events, ASpringLetsGo) {
  ModelBuilder m("cart");
  cart(m);
  m.event("let go", "rail.q").up().switch_off("band");
  m.event("arrived", "rail.q").crosses(0.5).up().stop();
  const Mechanism mechanism = build_mechanism(m.description());
  for (const char* integrator : {"adams", "dormand-prince", "rk4"}) {
    const RunResult result = run(mechanism, tight(integrator));
    EXPECT_NEAR(time_of(result, 0), std::numbers::pi / 20.0, 1e-10) << integrator;
    EXPECT_NEAR(time_of(result, 1), std::numbers::pi / 20.0 + 0.5, 1e-9) << integrator;
    EXPECT_NEAR(result.v.at("rail")[0], 1.0, 1e-9) << integrator;
    EXPECT_LT(result.energy_drift, 1e-9) << integrator;
  }
}

// Equal carts cross at the same time but for rounding: none is forgotten, whichever comes first.
TEST(Events, EqualMachinesLetGoTogether) {
  for (const char* integrator : {"adams", "dormand-prince", "rk4"}) {
    ModelBuilder m("carts");
    m.gravity({0, 0, 0});
    constexpr int count = 6;
    for (int k = 0; k < count; ++k) {
      const std::string n = std::to_string(k);
      // a little apart, nearer than times are found to
      m.body("cart" + n).mass(1).inertia({0.1, 0.1, 0.1});
      m.prismatic("rail" + n)
          .between("ground", "cart" + n)
          .at({0, 0, 0})
          .along({1, 0, 0})
          .start(-0.1 - 1e-13 * (k * k % 5));
      m.spring("band" + n)
          .from("ground", {-1, 0, 0})
          .to("cart" + n, {0, 0, 0})
          .stiffness(100)
          .length(1);
      m.event("let go" + n, "rail" + n + ".q").crosses(0.05).up().switch_off("band" + n);
    }
    const RunResult result = run(build_mechanism(m.description()), tight(integrator));
    ASSERT_EQ(result.events.size(), count) << integrator;
    // x = -0.1 cos 10 t, so it passes 0.05 where cos 10 t = -1/2
    for (const EventRecord& event : result.events)
      EXPECT_NEAR(event.time, 2.0 * std::numbers::pi / 30.0, 1e-9) << integrator;
    for (int k = 0; k < count; ++k)
      EXPECT_NEAR(result.q.at("rail" + std::to_string(k)).front(),
                  0.05 + std::sqrt(0.75) * (2.0 - 2.0 * std::numbers::pi / 30.0), 1e-8);
  }
}

TEST(Events, AForceThatIsSwitchedOnBeginsOffAndBringsItsEnergy) {
  ModelBuilder m("stone");
  stone(m);
  // a spring that would pull the stone up with its weight at -1 m
  m.spring("net").from("ground", {0, 0, 2}).to("stone", {0, 0, 0}).stiffness(50).length(2);
  m.event("caught", "fall.q").crosses(-0.5).down().times(1).switch_on("net");
  m.output("pull", "force").force("net");
  Rows rows;
  RunOptions options = tight("adams");
  options.duration = 0.8;
  options.output_interval = 0.1;
  const RunResult result = run(build_mechanism(m.description()), options, rows.listener);
  const double caught = std::sqrt(1.0 / g), w = std::sqrt(50.0), middle = -g / 50.0;
  EXPECT_NEAR(time_of(result, 0), caught, 1e-10);
  // a spring of 50 N/m about its middle, from -0.5 m with the speed of the fall
  const double s = w * (0.8 - caught), z = -0.5 - middle, v = -g * caught;
  EXPECT_NEAR(result.q.at("fall")[0], middle + z * std::cos(s) + v / w * std::sin(s), 1e-9);
  EXPECT_LT(result.energy_drift, 1e-9);
  EXPECT_EQ(rows.rows[2][1], 0.0);  // no pull at 0.2 s
  EXPECT_GT(std::fabs(rows.rows[5][1]), 1.0);
}

TEST(Events, AStartOnTheValueIsNoCrossing) {
  ModelBuilder m("stone");
  stone(m);
  m.event("at the start", "fall.q").stop();
  RunOptions options;
  options.duration = 0.1;
  const RunResult result = run(build_mechanism(m.description()), options);
  EXPECT_TRUE(result.events.empty());
  EXPECT_EQ(result.time, 0.1);
}

TEST(Events, AChannelThatDoesNotExistIsRefused) {
  ModelBuilder m("stone");
  stone(m);
  m.event("never", "fal.q");
  try {
    build_mechanism(m.description());
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where(), "events[0].when");
    EXPECT_NE(std::string(error.what()).find("did you mean 'fall.q'"), std::string::npos)
        << error.what();
  }
}

// What is compared with a channel must count the same thing; a plain number is in its unit.
TEST(Events, TheUnitOfTheValueFitsTheChannel) {
  const auto build = [](const std::string& when, const auto& crosses) {
    ModelBuilder m("pendulum");
    pendulum(m);
    m.event("mark", when).crosses(crosses);
    build_mechanism(m.description());
  };
  const auto refusal = [&](const std::string& when, const std::string& crosses) -> std::string {
    try {
      build(when, crosses);
    } catch (const ModelError& error) {
      EXPECT_EQ(error.where(), "events[0].crosses");
      return error.what();
    }
    return "accepted";
  };
  for (const auto& [when, crosses] :
       std::vector<std::pair<std::string, std::string>>{{"hinge.q", "30 deg"},
                                                        {"hinge.v", "20 rpm"},
                                                        {"hinge.v", "3 1/s"},
                                                        {"hinge.a", "3 rad/s^2"},
                                                        {"bob.pose.x", "20 mm"},
                                                        {"bob.pose.qw", "1/2"},
                                                        {"energy.kinetic", "2 J"},
                                                        {"time", "10 ms"},
                                                        {"hinge.q", "2 * 0.1"}})
    EXPECT_EQ(refusal(when, crosses), "accepted") << when << " " << crosses;
  EXPECT_NO_THROW(build("hinge.q", 0.3));
  EXPECT_EQ(refusal("hinge.q", "5 mm"),
            "event 'mark': crosses is in m, but channel 'hinge.q' is in rad; give for example "
            "'30 deg', or a plain number in rad");
  EXPECT_NE(refusal("hinge.v", "2 Hz").find("crosses is in Hz"), std::string::npos);
  EXPECT_NE(refusal("hinge.v", "30 deg").find("is in rad/s; give"), std::string::npos);
  EXPECT_NE(refusal("energy.kinetic", "1 N").find("'1 J'"), std::string::npos);
  EXPECT_NE(refusal("bob.pose.qw", "30 deg").find("has no unit; give a plain number"),
            std::string::npos);
}

TEST(Events, TheUnitOfEveryChannelIsUnderstood) {
  ModelBuilder first("cart");
  cart(first);
  const Mechanism mechanism = build_mechanism(first.description());
  const std::vector<Column> columns =
      all_channels(mechanism.description, mechanism.model, mechanism.placement, mechanism.forces);
  ASSERT_GT(columns.size(), 30U);
  ModelBuilder m("cart");
  cart(m);
  for (const Column& column : columns)
    m.event("at " + column.name, column.name)
        .crosses(column.unit == "1" ? "0.5" : "0.5 " + column.unit);
  EXPECT_NO_THROW(build_mechanism(m.description()));
}

}  // namespace
}  // namespace treadle
