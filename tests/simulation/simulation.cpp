// A simulation that is stepped by a caller: saved and restored it gives the bits of one that never
// stopped; inputs are followed; steps end where they are asked to.
#include "src/simulation/simulation.hpp"

#include "src/acceleration/constraint_method.hpp"
#include "src/base/error.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/solve/registry.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

namespace treadle {
namespace {

Mechanism shipped(const std::string& name) {
  return build_mechanism(read_model(models_folder() + "/" + name + ".json"));
}

Mechanism from_text(const std::string& text) {
  const std::string path = testing::TempDir() + "simulation.json";
  std::ofstream(path) << text;
  return build_mechanism(read_model(path));
}

std::vector<std::string> all_ready() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(models_folder())) {
    if (file.path().extension() == ".json") names.push_back(file.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool same_bits(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

struct Seen {
  std::vector<double> rows, state;
  RunResult result;
};

Listener listen(std::vector<double>& rows) {
  Listener listener;
  listener.row = [&rows](std::span<const double> row) {
    rows.insert(rows.end(), row.begin(), row.end());
  };
  return listener;
}

Seen without_stop(const Mechanism& m, const RunOptions& options) {
  Seen seen;
  Simulation simulation(m, options, listen(seen.rows));
  while (simulation.step()) {
  }
  seen.state.assign(simulation.state().begin(), simulation.state().end());
  seen.result = simulation.finish();
  return seen;
}

// Saved after each `stride` steps and gone on with by another object.
Seen with_stops(const Mechanism& m, const RunOptions& options, long stride) {
  Seen seen;
  auto simulation = std::make_unique<Simulation>(m, options, listen(seen.rows));
  for (long k = 1; simulation->step(); ++k) {
    if (k % stride != 0) continue;
    const std::vector<std::byte> here = simulation->save();
    simulation = std::make_unique<Simulation>(m, options, listen(seen.rows));
    simulation->restore(here);
  }
  seen.state.assign(simulation->state().begin(), simulation->state().end());
  seen.result = simulation->finish();
  return seen;
}

void expect_same(const Mechanism& m, const RunOptions& options, const std::string& what,
                 long stops = 5) {
  const Seen whole = without_stop(m, options);
  const Seen parts = with_stops(m, options, std::max(1L, whole.result.steps / stops));
  EXPECT_EQ(whole.result.end, RunEnd::done) << what << ": " << whole.result.message;
  EXPECT_TRUE(same_bits(whole.state, parts.state)) << what;
  EXPECT_TRUE(same_bits(whole.rows, parts.rows)) << what;
  const RunResult &a = whole.result, &b = parts.result;
  EXPECT_EQ(a.steps, b.steps) << what;
  EXPECT_EQ(a.evaluations, b.evaluations) << what;
  EXPECT_EQ(a.failures, b.failures) << what;
  EXPECT_EQ(a.switches, b.switches) << what;
  EXPECT_EQ(a.repartitions, b.repartitions) << what;
  EXPECT_EQ(a.singular_times, b.singular_times) << what;
  EXPECT_EQ(a.energy_drift, b.energy_drift) << what;
  EXPECT_EQ(a.position_violation, b.position_violation) << what;
  EXPECT_EQ(a.warnings, b.warnings) << what;
  ASSERT_EQ(a.events.size(), b.events.size()) << what;
  for (std::size_t k = 0; k < a.events.size(); ++k) {
    EXPECT_EQ(a.events[k].name, b.events[k].name);
    EXPECT_EQ(a.events[k].time, b.events[k].time);
  }
  ASSERT_EQ(a.methods.size(), b.methods.size());
  for (std::size_t k = 0; k < a.methods.size(); ++k) {
    EXPECT_EQ(a.methods[k].answered, b.methods[k].answered) << what << " " << a.methods[k].name;
    EXPECT_EQ(a.methods[k].projected, b.methods[k].projected) << what << " " << a.methods[k].name;
    EXPECT_EQ(a.methods[k].refused, b.methods[k].refused) << what << " " << a.methods[k].name;
  }
}

RunOptions short_run(const Mechanism& m, double duration) {
  RunOptions options = options_of(m.description.simulation);
  options.duration = duration;
  options.output_interval = 0.01;
  return options;
}

TEST(Simulation, RestoredGivesTheBitsOfAnUninterruptedRun) {
  for (const std::string& name : all_ready()) {
    const Mechanism m = shipped(name);
    for (const char* integrator : {"adams", "dormand-prince", "rk4", "semi-implicit-euler"}) {
      RunOptions options = short_run(m, 0.4);
      options.integrator = integrator;
      expect_same(m, options, name + " " + integrator);
    }
  }
}

// Whoever works between steps works on the wall's clock; time between save and restore does not
// count.
TEST(Simulation, WallTimeOfAllPartsCounts) {
  using namespace std::chrono_literals;
  const Mechanism m = shipped("four_bar");
  const RunOptions options = short_run(m, 0.1);
  auto simulation = std::make_unique<Simulation>(m, options);
  for (int part = 0; part < 3; ++part) {
    simulation->step();
    std::this_thread::sleep_for(40ms);
    const std::vector<std::byte> here = simulation->save();
    simulation = std::make_unique<Simulation>(m, options);
    simulation->restore(here);
  }
  while (simulation->step()) {
  }
  EXPECT_GE(simulation->finish().wall_seconds, 0.12);

  const auto begin = std::chrono::steady_clock::now();
  Simulation first(m, options);
  first.step();
  const std::vector<std::byte> here = first.save();
  const double before =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::this_thread::sleep_for(500ms);
  Simulation second(m, options);
  const auto again = std::chrono::steady_clock::now();
  second.restore(here);
  while (second.step()) {
  }
  const double wall = second.finish().wall_seconds;
  EXPECT_LE(
      wall,
      before + std::chrono::duration<double>(std::chrono::steady_clock::now() - again).count());
}

TEST(Simulation, EveryConstraintMethodIsRestored) {
  for (const char* name : {"parallel_four_bar", "hmmwv", "spatial_four_bar"}) {
    const Mechanism m = shipped(name);
    for (const std::string& method : constraint_method_names()) {
      if (method == "stabilized") continue;  // the next test
      RunOptions options = short_run(m, std::string(name) == "parallel_four_bar" ? 1.2 : 0.2);
      options.constraints = method;
      // near a singular position much is remembered
      expect_same(m, options, std::string(name) + " " + method, 100);
    }
  }
}

TEST(Simulation, EverySolverIsRestored) {
  for (const char* name : {"hmmwv", "bricard", "slider_crank"}) {
    const Mechanism m = shipped(name);
    for (const std::string& solver : usable_solvers()) {
      RunOptions options = short_run(m, 0.2);
      options.solver = solver;
      expect_same(m, options, std::string(name) + " " + solver);
      options.constraints = "stabilized";
      expect_same(m, options, std::string(name) + " stabilized " + solver);
    }
  }
}

// Angles of cut joints count their turns.
TEST(Simulation, ChannelsThatRememberAreRestored) {
  const Mechanism m = shipped("four_bar");
  RunOptions options = short_run(m, 3.0);
  options.channels.names = {"*.q", "energy.*"};
  expect_same(m, options, "four_bar, all coordinates");
}

constexpr const char* switched = R"({
  "name": "switched",
  "bodies": [{"name": "mass", "mass": "1 kg", "inertia": [1, 1, 1]}],
  "joints": [{"name": "rail", "type": "prismatic", "parent": "ground", "child": "mass",
              "axis": [0, 0, 1], "position": [0, 0, 0]}],
  "forces": [{"name": "floor", "type": "spring", "from": {"body": "mass"},
              "to": {"body": "ground", "position": [0, 0, -1]}, "stiffness": "100 N/m",
              "damping": "1 N s/m", "length": "1 m"}],
  "events": [{"name": "on", "when": "rail.q", "crosses": "-0.3 m", "direction": "down",
              "action": "switch on", "force": "floor"},
             {"name": "off", "when": "rail.q", "crosses": "-0.2 m", "direction": "up",
              "action": "switch off", "force": "floor"}]
})";

TEST(Simulation, EventsAreRestored) {
  const Mechanism m = from_text(switched);
  for (const char* integrator : {"adams", "rk4"}) {
    RunOptions options = short_run(m, 3.0);
    options.integrator = integrator;
    const Seen seen = without_stop(m, options);
    EXPECT_GE(seen.result.events.size(), 4U);
    expect_same(m, options, std::string("switched ") + integrator);
  }
}

TEST(Simulation, GoesBackToWhereItWas) {
  const Mechanism m = shipped("hmmwv");
  Simulation simulation(m, short_run(m, 1.0));
  EXPECT_TRUE(simulation.advance_to(0.3));
  EXPECT_EQ(simulation.time(), 0.3);
  const std::vector<std::byte> here = simulation.save();
  EXPECT_TRUE(simulation.advance_to(0.7));
  const std::vector<double> later(simulation.state().begin(), simulation.state().end());
  simulation.restore(here);
  EXPECT_EQ(simulation.time(), 0.3);
  EXPECT_TRUE(simulation.advance_to(0.7));
  EXPECT_TRUE(same_bits(later, simulation.state()));
}

TEST(Simulation, FixedStepsEndWhereTheyAreAsked) {
  const Mechanism m = shipped("four_bar");
  RunOptions options = short_run(m, 1.0);
  options.integrator = "rk4";
  options.step = 1e-3;
  Simulation simulation(m, options);
  for (const double t : {0.0005, 0.1, 0.10025, 0.7}) {
    EXPECT_TRUE(simulation.advance_to(t));
    EXPECT_EQ(simulation.time(), t);
  }
  EXPECT_FALSE(simulation.advance_to(2.0));
  EXPECT_EQ(simulation.time(), 1.0);
}

TEST(Simulation, AnEndlessOneGoesOn) {
  const Mechanism m = shipped("pendulum");
  RunOptions options = short_run(m, std::numeric_limits<double>::infinity());
  Simulation simulation(m, options);
  EXPECT_TRUE(simulation.advance_to(2.0));
  EXPECT_TRUE(simulation.step());
  EXPECT_THROW(run(m, options), ModelError);
}

// What was saved of another mechanism, or less than all of it, is refused.
TEST(Simulation, ForeignBytesAreRefused) {
  const Mechanism m = shipped("four_bar"), other = shipped("hmmwv");
  Simulation simulation(m, short_run(m, 1.0)), another(other, short_run(other, 1.0));
  simulation.advance_to(0.1);
  another.advance_to(0.1);
  const std::vector<std::byte> bytes = simulation.save();
  EXPECT_THROW(another.restore(bytes), ModelError);
  EXPECT_THROW(simulation.restore(std::span(bytes).first(bytes.size() / 2)), ModelError);
}

constexpr const char* pushed = R"({
  "name": "pushed", "gravity": [0, 0, 0],
  "bodies": [{"name": "mass", "mass": "2 kg", "inertia": [1, 1, 1]},
             {"name": "other", "mass": "2 kg", "inertia": [1, 1, 1]},
             {"name": "led", "mass": "2 kg", "inertia": [1, 1, 1]}],
  "joints": [{"name": "rail", "type": "prismatic", "parent": "ground", "child": "mass",
              "axis": [1, 0, 0], "position": [0, 0, 0],
              "drive": {"type": "input", "name": "push", "default": "1 N"}},
             {"name": "back", "type": "prismatic", "parent": "ground", "child": "other",
              "axis": [1, 0, 0], "position": [0, 0, 0],
              "drive": {"type": "input", "name": "push", "default": "1 N",
                        "direction": "opposite"}},
             {"name": "way", "type": "prismatic", "parent": "ground", "child": "led",
              "axis": [1, 0, 0], "position": [0, 0, 0]}],
  "constraints": [{"name": "lead", "type": "driver", "joint": "way",
                   "function": {"type": "input", "name": "place"}}]
})";

// x'' = u / m, piece by piece; a driver follows value, rate and acceleration.
TEST(Simulation, InputsAreFollowed) {
  const Mechanism m = from_text(pushed);
  for (const char* integrator : {"adams", "dormand-prince", "rk4"}) {
    RunOptions options = short_run(m, 3.0);
    options.integrator = integrator;
    Simulation simulation(m, options);
    simulation.set_input("place", 0.0, 0.0, 0.5);
    EXPECT_TRUE(simulation.advance_to(1.0));
    simulation.set_input("push", -4.0);
    EXPECT_TRUE(simulation.advance_to(3.0));
    const RunResult result = simulation.finish();
    // 1 N for a second: v = 1/2, x = 1/4; then -4 N for two: x = 1/4 + 1 - 4
    EXPECT_NEAR(result.q.at("rail")[0], -2.75, 1e-9) << integrator;
    EXPECT_NEAR(result.q.at("back")[0], 2.75, 1e-9) << integrator;
    EXPECT_NEAR(result.v.at("rail")[0], -3.5, 1e-9) << integrator;
    EXPECT_NEAR(result.q.at("way")[0], 0.25 * 9.0, 1e-9) << integrator;
    EXPECT_NEAR(result.v.at("way")[0], 1.5, 1e-9) << integrator;
    EXPECT_LT(result.energy_drift, 1e-8) << integrator;
  }
}

TEST(Simulation, InputsAreSavedToo) {
  const Mechanism m = from_text(pushed);
  Simulation simulation(m, short_run(m, 3.0)), other(m, short_run(m, 3.0));
  simulation.advance_to(1.0);
  simulation.set_input("push", 7.0);
  const std::vector<std::byte> here = simulation.save();
  other.restore(here);
  simulation.advance_to(2.0);
  other.advance_to(2.0);
  EXPECT_TRUE(same_bits(simulation.state(), other.state()));
}

TEST(Simulation, UnknownInputsAreRefused) {
  const Mechanism m = from_text(pushed);
  Simulation simulation(m, short_run(m, 1.0));
  try {
    simulation.set_input("pusj", 1.0);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("push"), std::string::npos);
  }
}

}  // namespace
}  // namespace treadle
