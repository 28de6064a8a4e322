// What happens inside of a compiled part at times: events, controllers, forces with states of their
// own; what goes in and comes out under names. Its source included as a file is the witness.
#include "pairs.hpp"
#include "src/simulation/simulation.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <cstdlib>

namespace treadle::test {
namespace {

class CompiledInside : public CompiledPair {
 protected:
  struct Pair {
    std::string source, compiled;
  };
  /// `model` with an include FILE.
  Pair pair(const std::string& model, const std::string& part, const std::string& keys) const {
    const auto with = [&](const std::string& include) {
      std::string text = model;
      const std::size_t at = text.find("FILE");
      return text.replace(at, 4, include);
    };
    const std::string file =
        "\"file\": \"" + std::filesystem::path(part).filename().string() + "\"";
    return {write("source.json", with(file)), write("compiled.json", with(keys))};
  }
  /// Both move alike, energies included.
  static void expect_pair(const Pair& both, std::vector<std::string> channels, double until,
                          double later = 1e-9) {
    channels.insert(channels.end(), {"energy.kinetic", "energy.potential", "energy.work"});
    const Rows one = move(both.source, "joint", channels, until),
               two = move(both.compiled, "component", channels, until);
    expect_same(one, two, 1e-12, later);
    EXPECT_LT(two.result.energy_drift, 1e-7);
    ASSERT_FALSE(two.rows.empty());
  }
  /// By fixed steps or other tolerances.
  static std::vector<double> end_of(const std::string& model, const std::string& formulation,
                                    const std::string& integrator, const std::string& jacobian,
                                    const std::string& channel, double until, double step,
                                    double rtol) {
    const Mechanism mechanism = build_mechanism(read_model(model));
    RunOptions options;
    options.formulation = formulation;
    options.integrator = integrator;
    options.jacobian = jacobian;
    options.duration = until;
    options.step = step;
    options.rtol = options.atol = rtol;
    options.output_interval = until;
    options.channels.names = {channel};
    std::vector<double> last;
    Listener listener;
    listener.row = [&](std::span<const double> row) { last.assign(row.begin() + 1, row.end()); };
    const RunResult result = run(mechanism, options, listener);
    EXPECT_EQ(result.end, RunEnd::done) << integrator << ": " << result.message;
    return last;
  }
};

constexpr const char* catcher = R"({
  "bodies": [
    {"name": "cart", "mass": 2, "inertia": [0.05, 0.05, 0.05]},
    {"name": "arm", "mass": 0.5, "center": [0, 0, -0.2], "inertia": [0.01, 0.01, 0.01]}],
  "joints": [
    {"name": "rail", "type": "prismatic", "parent": "ground", "child": "cart", "position": [0, 0, 0], "axis": [1, 0, 0],
     "start": -0.1, "velocity": 0.5},
    {"name": "pin", "type": "revolute", "parent": "cart", "child": "arm", "position": [0, 0, 0], "axis": [0, 1, 0], "start": "20 deg"}],
  "forces": [
    {"name": "band", "type": "spring", "from": {"body": "ground", "position": [-1, 0, 0]}, "to": {"body": "cart"}, "stiffness": 100, "length": 1},
    {"name": "net", "type": "spring", "from": {"body": "ground", "position": [1, 0, 0]}, "to": {"body": "cart"}, "stiffness": 300, "damping": 5,
     "length": 1}],
  "outputs": [{"name": "way", "type": "coordinate", "joint": "rail"}],
  "events": [
    {"name": "half", "when": "rail.q", "crosses": 0.02, "direction": "up", "times": 1},
    {"name": "let go", "when": "way", "direction": "up", "action": "switch off", "force": "band"},
    {"name": "catch", "when": "way", "crosses": 0.05, "direction": "up", "action": "switch on", "force": "net", "times": 2},
    {"name": "tug", "when": "pin.force.x", "crosses": 1.0, "direction": "down", "action": "switch on", "force": "band"}MORE]})";

constexpr const char* with_bob = R"({
  "bodies": [{"name": "bob", "mass": 0.7, "inertia": [0.01, 0.01, 0.01], "position": [0.3, 0, -0.4]}],
  "include": [{FILE, "name": "unit", "position": [0.2, 0, 0], "orientation": {"axis": [0, 0, 1], "angle": "20 deg"}}],
  "joints": [{"name": "flight", "type": "free", "parent": "ground", "child": "bob"}],
  "forces": [{"name": "rubber", "type": "spring", "from": {"body": "unit.cart"}, "to": {"body": "bob"}, "stiffness": 80, "damping": 0.4,
              "length": 0.4}]})";

std::string catching(const std::string& more = "") {
  std::string text = catcher;
  return text.replace(text.find("MORE"), 4, more);
}

// Springs that let go and catch, one of them by a force that only the whole machine knows.
TEST_F(CompiledInside, EventsThatSwitch) {
  const std::string part = write("catcher.json", catching());
  const Pair both = pair(with_bob, part, compile(part, "catcher.so", {"cart"}));
  expect_pair(both, {"unit.cart.pose", "unit.cart.velocity", "unit.cart.acceleration", "bob.pose"},
              1.4);
  const Rows one = move(both.source, "joint", {"bob.pose"}, 1.4),
             two = move(both.compiled, "component", {"bob.pose"}, 1.4);
  std::vector<EventRecord> acting;
  for (const EventRecord& event : one.result.events)
    if (event.action != EventAction::record) acting.push_back(event);
  ASSERT_EQ(acting.size(), two.result.events.size());
  ASSERT_GT(acting.size(), 5U);
  for (std::size_t k = 0; k < acting.size(); ++k) {
    EXPECT_NEAR(acting[k].time, two.result.events[k].time, 1e-9);
    EXPECT_EQ(acting[k].action, two.result.events[k].action);
    EXPECT_EQ(two.result.events[k].name, "unit");
  }
}

TEST_F(CompiledInside, EventThatStops) {
  const std::string part = write(
      "catcher.json",
      catching(R"(, {"name": "far", "when": "rail.v", "direction": "down", "action": "stop"})"));
  const Pair both = pair(with_bob, part, compile(part, "catcher.so", {"cart"}));
  const Rows one = move(both.source, "joint", {"bob.pose"}, 2.0),
             two = move(both.compiled, "component", {"bob.pose"}, 2.0);
  EXPECT_GT(one.result.time, 0.1);
  EXPECT_LT(one.result.time, 1.0);
  EXPECT_NEAR(one.result.time, two.result.time, 1e-9);
  ASSERT_FALSE(two.result.events.empty());
  EXPECT_EQ(two.result.events.back().action, EventAction::stop);
}

constexpr const char* servo = R"part({
  "bodies": [
    {"name": "sledge", "mass": 3, "inertia": [0.05, 0.05, 0.05]},
    {"name": "drum", "mass": 1, "inertia": [0.02, 0.02, 0.02], "position": [0, 0.2, 0]}],
  "joints": [
    {"name": "rail", "type": "prismatic", "parent": "ground", "child": "sledge", "position": [0, 0, 0], "axis": [1, 0, 0], "damping": 2,
     "drive": {"type": "input", "name": "motor"}},
    {"name": "spin", "type": "revolute", "parent": "sledge", "child": "drum", "position": [0, 0.2, 0], "axis": [0, 1, 0],
     "drive": {"type": "input", "name": "torque"}, "spring": {"stiffness": 3}}],
  "controllers": [
    {"name": "to the mark", "type": "pid", "input": "rail.q", "output": "motor",
     "setpoint": {"type": "step", "to": 0.5, "start": 0.1, "end": 0.3}, "proportional": 60, "integral": 20, "derivative": 25,
     "derivative_time": 0.01, "lower": -20, "upper": 20, "tracking_time": 0.5},
    {"name": "seen", "type": "delay", "input": "rail.v", "delay": 0.02, "sample_time": 0.01, "start": 0},
    {"name": "smooth", "type": "filter", "input": "rail.force.z", "frequency": 2, "damping": 0.7, "start": 0},
    {"name": "torque", "type": "expression", "inputs": {"speed": "seen", "push": "smooth", "x": "rail.q"},
     "expression": "0.4*speed - 0.001*push + 0.1*sin(x)"}]})part";

// Controllers with states, with samples, and one that follows a force of the last step.
TEST_F(CompiledInside, Controllers) {
  const std::string part = write("servo.json", servo);
  const std::string model = R"({
    "bodies": [{"name": "load", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 0, -0.5]}],
    "include": [{FILE, "name": "unit"}],
    "joints": [{"name": "rope", "type": "revolute", "parent": "unit.sledge", "child": "load", "position": [0, 0, 0], "axis": [0.2, 1, 0],
                "start": 0.3}]})";
  const Pair both = pair(model, part, compile(part, "servo.so", {"sledge", "drum"}));
  // what is sampled at the end of a step carries its rounding; the rest of it is held
  expect_pair(both,
              {"unit.sledge.pose", "unit.drum.pose", "unit.drum.angular_velocity", "load.pose"},
              1.2, 1e-8);
}

// Tyres whose slip is late, on a wavy road.
TEST_F(CompiledInside, TyresWithStates) {
  const std::string part = write("wheel.json", R"({
    "bodies": [
      {"name": "hub", "mass": 15, "inertia": [0.5, 0.5, 0.5]},
      {"name": "wheel", "mass": 20, "inertia": [0.6, 1.1, 0.6]}],
    "joints": [
      {"name": "seat", "type": "planar", "parent": "ground", "child": "hub", "position": [0, 0, 0], "axis": [0, 1, 0],
       "velocity": {"x": 10}},
      {"name": "axle", "type": "revolute", "parent": "hub", "child": "wheel", "position": [0, 0, 0], "axis": [-0.05234, 0.99863, 0],
       "velocity": 32}],
    "forces": [
      {"name": "tyre", "type": "tyre", "wheel": {"body": "wheel"}, "axis": [-0.05234, 0.99863, 0], "radius": 0.32, "stiffness": 200000,
       "damping": 500, "cornering_stiffness": 60000, "slip_stiffness": 80000, "camber_stiffness": 3000, "friction": 0.9,
       "relaxation": [0.2, 0.4], "rolling_resistance": 0.01,
       "road": {"type": "sine", "amplitude": 0.005, "wavelength": 3, "height": -0.31}}]})");
  const std::string model = R"({
    "bodies": [{"name": "box", "mass": 300, "inertia": [10, 10, 10], "position": [0, 0, 0.5]}],
    "include": [{FILE, "name": "unit"}],
    "joints": [{"name": "lift", "type": "prismatic", "parent": "unit.hub", "child": "box", "position": [0, 0, 0.5], "axis": [0, 0, 1],
                "spring": {"stiffness": 30000}, "damping": 2000}]})";
  const Pair both = pair(model, part, compile(part, "wheel.so", {"hub"}));
  expect_pair(both, {"unit.hub.pose", "unit.hub.velocity", "box.pose"}, 0.4, 1e-8);
}

// Coefficients and heights that stand in files go with the part, which finds no file any more.
TEST_F(CompiledInside, TyresAndRoadsOfFiles) {
  std::filesystem::copy(tests_folder() + "/forces/tyres/mf61.tir", path("tyre.tir"));
  write("ground.csv", "0,0,0,0\n0.01,0.02,0,0.01\n0,0.01,0.02,0\n0,0,0.01,0\n");
  const std::string part = write("wheel.json", R"({
    "bodies": [
      {"name": "hub", "mass": 15, "inertia": [0.5, 0.5, 0.5]},
      {"name": "wheel", "mass": 20, "inertia": [0.6, 1.1, 0.6]}],
    "joints": [
      {"name": "seat", "type": "planar", "parent": "ground", "child": "hub", "position": [0, 0, 0], "axis": [0, 1, 0],
       "velocity": {"x": 10}},
      {"name": "axle", "type": "revolute", "parent": "hub", "child": "wheel", "position": [0, 0, 0], "axis": [0, 1, 0],
       "velocity": 32}],
    "forces": [
      {"name": "tyre", "type": "tyre", "wheel": {"body": "wheel"}, "file": "tyre.tir", "damping": 2000,
       "road": {"type": "map", "file": "ground.csv", "spacing": [1, 1], "start": [0, -1], "height": -0.31}}]})");
  const std::string model = R"({
    "bodies": [{"name": "box", "mass": 300, "inertia": [10, 10, 10], "position": [0, 0, 0.5]}],
    "include": [{FILE, "name": "unit"}],
    "joints": [{"name": "lift", "type": "prismatic", "parent": "unit.hub", "child": "box", "position": [0, 0, 0.5], "axis": [0, 0, 1],
                "spring": {"stiffness": 30000}, "damping": 2000}]})";
  const Pair both = pair(model, part, compile(part, "wheel.so", {"hub"}));
  expect_pair(both, {"unit.hub.pose", "unit.hub.velocity", "box.pose"}, 0.3, 1e-8);
}

// A motion between stops, a force curve and ramps: the caller's steps see none of them.
TEST_F(CompiledInside, StopsRampsAndWaves) {
  const std::string part = write("rattle.json", R"({
    "bodies": [{"name": "slug", "mass": 1, "inertia": [0.01, 0.01, 0.01]},
               {"name": "shell", "mass": 4, "inertia": [0.1, 0.1, 0.1]}],
    "joints": [
      {"name": "rail", "type": "prismatic", "parent": "ground", "child": "shell", "position": [0, 0, 0], "axis": [1, 0, 0],
       "drive": {"type": "sine", "amplitude": 30, "frequency": 4}, "spring": {"stiffness": 200}},
      {"name": "bore", "type": "prismatic", "parent": "shell", "child": "slug", "position": [0, 0, 0], "axis": [1, 0, 0],
       "velocity": 0.8, "limits": {"lower": -0.02, "upper": 0.02, "stiffness": 40000, "damping": 40},
       "drive": {"type": "ramp", "slope": 20, "start": 0.21, "end": 0.33}}]})");
  const std::string model = R"({
    "bodies": [{"name": "tail", "mass": 0.5, "inertia": [0.01, 0.01, 0.01], "position": [0, 0, -0.3]}],
    "include": [{FILE, "name": "unit"}],
    "joints": [{"name": "hook", "type": "revolute", "parent": "unit.shell", "child": "tail", "position": [0, 0, 0], "axis": [0, 1, 0],
                "start": 0.1}]})";
  const Pair both = pair(model, part, compile(part, "rattle.so", {"shell"}));
  expect_pair(both, {"unit.shell.pose", "unit.shell.velocity", "tail.pose"}, 0.6, 1e-8);
}

// Inputs that the receiver's controllers feed, and channels that he sees.
TEST_F(CompiledInside, InputsAndOutputs) {
  const std::string part = write("lift.json", R"({
    "bodies": [{"name": "car", "mass": 5, "inertia": [0.1, 0.1, 0.1]},
               {"name": "flag", "mass": 0.2, "center": [0.1, 0, 0], "inertia": [0.001, 0.001, 0.001]}],
    "joints": [
      {"name": "rail", "type": "prismatic", "parent": "ground", "child": "car", "position": [0, 0, 0], "axis": [0, 0, 1],
       "drive": {"type": "input", "name": "pull", "default": 49}},
      {"name": "pole", "type": "revolute", "parent": "car", "child": "flag", "position": [0, 0, 0], "axis": [0, 1, 0], "damping": 0.01}],
    "outputs": [{"name": "weight", "type": "reaction", "joint": "pole"}]})");
  const std::string keys =
      publish(part, "lift.so",
              {{"car"}, {"pull"}, {{"rail.q", "m"}, {"rail.a", "m/s^2"}, {"pole.force.z", "N"}}});
  const std::string model = R"({
    "bodies": [{"name": "crate", "mass": 1, "inertia": [0.01, 0.01, 0.01], "position": [0.2, 0, 0]}],
    "include": [{FILE, "name": "unit"}],
    "joints": [{"name": "floor", "type": "prismatic", "parent": "unit.car", "child": "crate", "position": [0.2, 0, 0], "axis": [1, 0, 0],
                "spring": {"stiffness": 20}, "velocity": 0.2}],
    "controllers": [{"name": "hold", "type": "pid", "input": "unit.rail.q", "output": "unit.pull", "setpoint": 0.3,
                     "proportional": 300, "derivative": 40, "derivative_time": 0.01, "integral": 100},
                    {"name": "felt", "type": "gain", "input": "unit.pole.force.z", "gain": 2, "sample_time": 0.1}]})";
  // a channel of a part that is compiled is known from the last step, one of a joint at once
  std::string sampled = model;
  const std::string input = "\"input\": \"unit.rail.q\"";
  sampled.replace(sampled.find(input), input.size(), "\"input\": \"crate.pose.z\"");
  const Pair both = pair(sampled, part, keys);
  expect_pair(both, {"unit.rail.q", "unit.rail.a", "unit.pole.force.z", "crate.pose"}, 1.0, 1e-8);
  const Pair late = pair(model, part, keys);
  const Rows rows = move(late.compiled, "component", {"unit.rail.q"}, 1.0, 1e-8);
  EXPECT_GT(rows.rows.back()[1], 0.1);
}

// Channels that controllers and events follow keep their meaning, and no name of theirs is in the
// file.
TEST_F(CompiledInside, NamesOfWhatHappens) {
  const std::string part = write("quokka.json", R"part({
    "bodies": [{"name": "wombat", "mass": 3, "inertia": [0.1, 0.1, 0.1]},
               {"name": "capybara", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0.5, 0, 0]}],
    "frames": [{"name": "okapi", "body": "wombat", "position": [0.1, 0, 0]}],
    "joints": [
      {"name": "marmoset", "type": "revolute", "parent": "ground", "child": "wombat", "position": [0, 0, 0], "axis": [0, 1, 0],
       "drive": {"type": "input", "name": "tapir"}},
      {"name": "tamarin.one", "type": "revolute", "parent": "wombat", "child": "capybara", "position": [0.3, 0, 0], "axis": [0, 1, 0],
       "drive": {"type": "input", "name": "ibex"}}],
    "forces": [{"name": "pangolin", "type": "spring", "from": "okapi", "to": {"body": "ground", "position": [0, 0, 1]}, "stiffness": 10}],
    "outputs": [{"name": "lemming", "type": "position", "of": "okapi"}, {"name": "vole", "type": "coordinate", "joint": "marmoset"}],
    "controllers": [
      {"name": "gecko", "type": "expression", "inputs": {"zebu": "okapi.velocity.x", "shrew": "tamarin.one.q"},
       "expression": "3*zebu - sin(shrew)*0.2", "output": "tapir"},
      {"name": "skink", "type": "filter", "input": "gecko", "time_constant": 0.1},
      {"name": "ibex", "type": "gain", "input": "skink", "gain": 0.5}],
    "events": [{"name": "dugong", "when": "lemming.z", "crosses": -0.02, "direction": "down", "action": "switch off", "force": "pangolin"},
               {"name": "quoll", "when": "vole", "crosses": 0.5, "action": "stop"}]})part");
  const std::string keys = compile(part, "quokka.so", {"capybara"});
  std::ifstream stream(path("quokka.so"), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  for (const char* word : {"wombat", "okapi", "marmoset", "tamarin", "tapir", "ibex", "pangolin",
                           "lemming", "vole", "gecko", "zebu", "shrew", "skink", "dugong", "quoll"})
    EXPECT_EQ(bytes.find(word), std::string::npos) << word;
  const Pair both = pair(R"({
    "bodies": [{"name": "bob", "mass": 0.5, "inertia": [0.01, 0.01, 0.01], "position": [0.7, 0, -0.2]}],
    "include": [{FILE, "name": "unit"}],
    "joints": [{"name": "end", "type": "revolute", "parent": "unit.capybara", "child": "bob", "position": [0.7, 0, 0], "axis": [0, 1, 0],
                "velocity": 0.3}]})",
                         part, keys);
  const Rows one = move(both.source, "joint", {"bob.pose"}, 1.0),
             two = move(both.compiled, "component", {"bob.pose"}, 1.0);
  EXPECT_LT(one.result.time, 1.0);
  EXPECT_NEAR(one.result.time, two.result.time, 1e-9);
  EXPECT_EQ(two.result.events.size(), 2U);
  expect_same(one, two, 1e-12, 1e-9);
}

TEST_F(CompiledInside, InputsThatNobodyTells) {
  const std::string part = write("idle.json", R"({
    "bodies": [{"name": "car", "mass": 5, "inertia": [0.1, 0.1, 0.1]}],
    "joints": [{"name": "rail", "type": "prismatic", "parent": "ground", "child": "car", "position": [0, 0, 0], "axis": [0, 0, 1],
                "drive": {"type": "input", "name": "pull"}}]})");
  const auto refusal = [&](const Publication& published) {
    try {
      publish(part, "idle.so", published);
    } catch (const ModelError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal({{"car"}, {}, {}}).find("'c.pull'"), std::string::npos);
  EXPECT_NE(refusal({{"car"}, {"pul"}, {}}).find("pull"), std::string::npos);
  EXPECT_EQ(refusal({{"car"}, {"pull"}, {}}), "");
}

// Events that have happened, samples that were taken: all of it goes on with the same bits.
TEST_F(CompiledInside, SavedAndRestored) {
  const std::string events = write("catcher.json", catching()),
                    control = write("servo.json", servo);
  const std::string model = write("both.json", R"({
    "include": [{)" + compile(events, "catcher.so", {"cart"}) +
                                                   R"(, "name": "one"},
                {)" + compile(control, "servo.so", {"sledge"}) +
                                                   R"(, "name": "two", "position": [0, 1, 0]},
                {)" + compile(control, "servo.so", {"sledge"}) +
                                                   R"(, "name": "three", "position": [0, 2, 0]}],
    "forces": [{"name": "rope", "type": "spring", "from": {"body": "one.cart"}, "to": {"body": "two.sledge"}, "stiffness": 20},
               {"name": "cord", "type": "spring", "from": {"body": "three.sledge"}, "to": {"body": "two.sledge"}, "stiffness": 30}]})");
  const Mechanism mechanism = build_mechanism(read_model(model));
  RunOptions options;
  options.formulation = "component";
  options.duration = 1.0;
  for (const char* integrator : {"adams", "rk4"}) {
    options.integrator = integrator;
    Simulation one(mechanism, options), other(mechanism, options);
    ASSERT_TRUE(one.advance_to(0.456));
    const std::vector<std::byte> saved = one.save();
    one.advance_to(1.0);
    other.restore(saved);
    other.advance_to(1.0);
    EXPECT_EQ(one.result().events.size(), other.result().events.size());
    EXPECT_GT(one.result().events.size(), 2U);
    ASSERT_TRUE(std::equal(one.state().begin(), one.state().end(), other.state().begin()))
        << integrator;
  }
}

// A parallelogram passes its flat position twice on the smooth branch.
TEST_F(CompiledInside, SingularPositions) {
  const std::string part = write("parallel.json", [] {
    std::ifstream stream(models_folder() + "/parallel_four_bar.json");
    return std::string{std::istreambuf_iterator<char>(stream), {}};
  }());
  const Pair both = pair("{\"include\": [{FILE, \"name\": \"unit\"}]}", part,
                         compile(part, "parallel.so", {"coupler"}));
  for (const char* integrator : {"adams", "rk4"}) {
    const std::vector<double> a = end_of(both.source, "joint", integrator, "auto",
                                         "unit.coupler.pose", 1.2, 1e-3, 1e-9),
                              b = end_of(both.compiled, "component", integrator, "auto",
                                         "unit.coupler.pose", 1.2, 1e-3, 1e-9);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], 1e-6) << integrator;
  }
}

// The order of steps that treat positions and velocities apart holds inside too; implicit ones find
// their slopes by differences.
TEST_F(CompiledInside, Integrators) {
  const std::string part = write("whip.json", R"({
    "bodies": [{"name": "upper", "mass": 1, "center": [0, 0, -0.2], "inertia": [0.02, 0.02, 0.01]},
               {"name": "lower", "mass": 0.5, "center": [0, 0, -0.2], "inertia": [0.01, 0.01, 0.01], "position": [0, 0, -0.4]}],
    "joints": [
      {"name": "top", "type": "spherical", "parent": "ground", "child": "upper", "position": [0, 0, 0], "velocity": [1, 0.5, 0.2]},
      {"name": "mid", "type": "revolute", "parent": "upper", "child": "lower", "position": [0, 0, -0.4], "axis": [0, 1, 0],
       "spring": {"stiffness": 2000}, "damping": 3, "velocity": 2}]})");
  const std::string model = R"({
    "bodies": [{"name": "tip", "mass": 0.3, "inertia": [0.005, 0.005, 0.005], "position": [0, 0, -0.9]}],
    "include": [{FILE, "name": "unit"}],
    "joints": [{"name": "end", "type": "revolute", "parent": "unit.lower", "child": "tip", "position": [0, 0, -0.8], "axis": [1, 0, 0],
                "spring": {"stiffness": 5}}]})";
  const Pair both = pair(model, part, compile(part, "whip.so", {"lower"}));
  struct Case {
    const char* name;
    double step, rtol, allowed;
  };
  // fixed steps differ by how loops and quaternions are rounded, the others by their tolerance
  for (const Case& one :
       {Case{"semi-implicit-euler", 1e-4, 1e-8, 1e-9}, Case{"explicit-euler", 1e-4, 1e-8, 1e-9},
        Case{"rk4", 1e-3, 1e-8, 1e-9}, Case{"implicit-euler", 1e-4, 1e-8, 3e-3},
        Case{"implicit", 1e-3, 1e-8, 1e-6}, Case{"bdf", 1e-3, 1e-8, 1e-5},
        Case{"generalized-alpha", 1e-3, 1e-7, 1e-4}, Case{"auto", 1e-3, 1e-9, 1e-6}}) {
    const std::vector<double> a = end_of(both.source, "joint", one.name, "differences", "tip.pose",
                                         0.05, one.step, one.rtol),
                              b = end_of(both.compiled, "component", one.name, "auto", "tip.pose",
                                         0.05, one.step, one.rtol);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], one.allowed) << one.name;
  }
}

}  // namespace
}  // namespace treadle::test
