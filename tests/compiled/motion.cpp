// A part that is compiled moves as its source does: in joint coordinates, which is another
// formulation and another program.
#include "pairs.hpp"
#include "src/simulation/simulation.hpp"
#include "support/places.hpp"

namespace treadle::test {
namespace {

const std::string models = models_folder();

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  EXPECT_NE(text.find(from), std::string::npos) << from;
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string text_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> motions_of(const std::vector<std::string>& bodies) {
  std::vector<std::string> names;
  for (const std::string& body : bodies)
    for (const char* what :
         {"pose", "velocity", "angular_velocity", "acceleration", "angular_acceleration"})
      names.push_back(body + "." + what);
  return names;
}

class CompiledMotion : public CompiledPair {
 protected:
  /// `model` with an include FILE, which is the part or its library.
  void expect_pair(const std::string& model, const std::string& part, const std::string& keys,
                   const std::vector<std::string>& bodies, double until = 1.0,
                   double later = 1e-9) {
    const std::string source =
        write("source.json", replaced(model, "FILE", "\"file\": \"" + part + "\""));
    const std::string compiled = write("compiled.json", replaced(model, "FILE", keys));
    std::vector<std::string> channels = motions_of(bodies);
    const Rows one = move(source, "joint", channels, until),
               two = move(compiled, "component", channels, until);
    expect_same(one, two, 1e-12, later);
    EXPECT_LT(two.result.energy_drift, 1e-7);
    EXPECT_LT(two.result.position_violation, 1e-10);
    // energies, whatever is inside
    const std::vector<std::string> energies{"energy.kinetic", "energy.potential", "energy.work"};
    const Rows first = move(source, "joint", energies, until),
               second = move(compiled, "component", energies, until);
    expect_same(first, second, 1e-11, 1e-8);
  }
};

// Two instances of one library, turned, with equations that depend on others across the border.
TEST_F(CompiledMotion, InsulatorChains) {
  const std::string chain = models + "/insulator/chain.json";
  const std::string keys = compile(chain, "chain.so", {"first", "fourth"});
  // off its rest: the bird lands at once, and the line pulls sideways too
  const std::string text = replaced(
      replaced(text_of(models + "/insulator/double_chain.json"),
               "\"start\": \"1 s\", \"end\": \"1.1 s\"", "\"start\": \"0 s\", \"end\": \"0.1 s\""),
      "\"direction\": [0, 0, -1], \"force\": \"line\"",
      "\"direction\": [0.5, 0, -1], \"force\": \"line\"");
  expect_pair(replaced(text, "\"file\": \"chain.json\"", "FILE"), chain, keys,
              {"holder", "left.fourth", "right.first"});
}

// A shaft that is handed in and turns at the start: the part, which its sender compiled at rest,
// follows the velocity that was asked for (H22). Beside it stands a cylinder as a file; across the
// border three equations say nothing, since neither side can move that way.
TEST_F(CompiledMotion, PistonsOfATurningShaft) {
  const std::string part = write("piston.json", R"({
    "ports": ["shaft"],
    "bodies": [
      {"name": "rod", "mass": 0.6, "position": [0, 0, 0.05], "center": [0, 0, 0.1], "inertia": [0.003, 0.003, 0.0003]},
      {"name": "piston", "mass": 0.5, "position": [0, 0, 0.25], "inertia": [0.001, 0.001, 0.001]}],
    "joints": [
      {"name": "big", "type": "revolute", "parent": "shaft", "child": "rod", "position": [0, 0, 0.05], "axis": [0, 1, 0]},
      {"name": "small", "type": "revolute", "parent": "rod", "child": "piston", "position": [0, 0, 0.25], "axis": [0, 1, 0]},
      {"name": "bore", "type": "prismatic", "parent": "ground", "child": "piston", "position": [0, 0, 0.2], "axis": [0, 0, 1],
       "damping": 3}]})");
  const std::string model = R"({
    "bodies": [{"name": "shaft", "mass": 8, "inertia": [0.1, 0.05, 0.1]}],
    "joints": [{"name": "main", "type": "revolute", "parent": "ground", "child": "shaft", "position": [0, 0, 0],
                "axis": [0, 1, 0], "velocity": "600 rpm"}],
    "include": [
      {FILE, "name": "first", "ports": {"shaft": "shaft"}},
      {"file": "piston.json", "name": "second", "position": [0, 0.1, 0],
       "orientation": {"axis": [0, 1, 0], "angle": "90 deg"}, "ports": {"shaft": "shaft"}}]})";
  expect_pair(model, "piston.json", compile(part, "piston.so", {"piston"}),
              {"shaft", "first.piston", "second.rod"}, 0.2, 1e-8);
}

// The receiver moves and turns, what hangs on it inside of the part swings besides: all starts as
// with the file, to the last freedom (H22).
TEST_F(CompiledMotion, PartsOnAMovingBody) {
  const std::string part = write("swing.json", R"({
    "ports": ["car"],
    "bodies": [
      {"name": "arm", "mass": 2, "position": [0.3, 0.1, 0], "center": [0.2, 0, 0], "inertia": [0.01, 0.05, 0.05]},
      {"name": "bob", "mass": 1, "position": [0.7, 0.1, 0], "center": [0.1, 0.1, 0], "inertia": [0.01, 0.02, 0.02]}],
    "joints": [
      {"name": "hinge", "type": "revolute", "parent": "car", "child": "arm", "position": [0.3, 0.1, 0], "axis": [0, 1, 0.2],
       "velocity": 1.5},
      {"name": "ball", "type": "spherical", "parent": "arm", "child": "bob", "position": [0.7, 0.1, 0], "velocity": [0.5, 0, 2]}]})");
  expect_pair(R"({
    "bodies": [{"name": "car", "mass": 20, "position": [1, 2, 0], "inertia": [1, 2, 3]}],
    "joints": [{"name": "flight", "type": "free", "parent": "ground", "child": "car",
                "velocity": {"linear": [20, 3, 1], "angular": [1, 0.5, -2]}}],
    "include": [{FILE, "name": "swing", "position": [1.2, 2, 0.1], "ports": {"car": "car"}}]})",
              "swing.json", compile(part, "swing.so", {"bob"}), {"car", "swing.bob"}, 0.3, 1e-9);
}

// A machine that is nothing but a part on the ground.
TEST_F(CompiledMotion, NothingMovesButTheInside) {
  const std::string part = write("door.json", R"({
    "ports": ["frame"],
    "bodies": [{"name": "door", "mass": 3, "position": [0.25, 0, 0], "inertia": [0.06, 0.09, 0.07]}],
    "joints": [{"name": "hinge", "type": "revolute", "parent": "frame", "child": "door", "position": [0, 0, 0],
                "axis": [0, 1, 1], "velocity": 0.3}]})");
  const std::string keys = publish(part, "door.so", {{}, {}, {{"hinge.q", "rad"}}});
  const std::string model =
      R"({"include": [{FILE, "name": "wing", "ports": {"frame": "ground"}}]})";
  const Rows one = move(write("source.json", replaced(model, "FILE", "\"file\": \"door.json\"")),
                        "joint", {"wing.hinge.q"}, 1.0),
             two = move(write("compiled.json", replaced(model, "FILE", keys)), "component",
                        {"wing.hinge.q"}, 1.0);
  expect_same(one, two, 1e-12, 1e-9);
  EXPECT_TRUE(two.result.warnings.empty());
}

// Velocities that the part cannot take up are told by name, never changed in silence.
TEST_F(CompiledMotion, VelocitiesThatAPartForbids) {
  const std::string part = write("rail.json", R"({
    "ports": ["car"],
    "bodies": [{"name": "shoe", "mass": 1, "inertia": [0.1, 0.1, 0.1]}],
    "joints": [
      {"name": "rail", "type": "prismatic", "parent": "ground", "child": "shoe", "position": [0, 0, 0], "axis": [1, 0, 0]},
      {"name": "seat", "type": "fixed", "parent": "shoe", "child": "car"}]})");
  const std::string keys = compile(part, "rail.so", {});
  const std::string model = write("compiled.json", R"({
    "bodies": [{"name": "car", "mass": 3, "inertia": [0.2, 0.2, 0.2]}],
    "joints": [{"name": "slide", "type": "planar", "parent": "ground", "child": "car", "position": [0, 0, 0],
                "axis": [0, 0, 1], "velocity": {"x": 0.5, "y": 2.0}}],
    "include": [{)" + keys + R"(, "name": "guide", "ports": {"car": "car"}}]})");
  const Rows rows = move(model, "component", {"car.velocity"}, 0.01);
  std::vector<std::string> told;
  for (const std::string& warning : rows.result.warnings)
    if (warning.find("start velocity") != std::string::npos) told.push_back(warning);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("'slide.y'"), std::string::npos) << told[0];
  EXPECT_NEAR(rows.rows[0][1], 0.5, 1e-9);
  EXPECT_NEAR(rows.rows[0][2], 0.0, 1e-9);
}

// A parallel linkage on the ground, whose hinges say three things twice; the receiver hangs a
// pendulum and a spring on its coupler, and turns all of it.
TEST_F(CompiledMotion, LoopWithRedundantJoints) {
  const std::string part = write("linkage.json", R"({
    "bodies": [
      {"name": "crank", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 0, 0.5]},
      {"name": "rocker", "mass": 1.5, "inertia": [0.1, 0.1, 0.1], "position": [2, 0, 0.5]},
      {"name": "coupler", "mass": 2, "inertia": [0.2, 0.3, 0.2], "position": [1, 0, 1]}],
    "joints": [
      {"name": "A", "type": "revolute", "parent": "ground", "child": "crank", "position": [0, 0, 0], "axis": [0, 1, 0],
       "spring": {"stiffness": 400}},
      {"name": "B", "type": "revolute", "parent": "crank", "child": "coupler", "position": [0, 0, 1], "axis": [0, 1, 0]},
      {"name": "C", "type": "revolute", "parent": "coupler", "child": "rocker", "position": [2, 0, 1], "axis": [0, 1, 0]},
      {"name": "D", "type": "revolute", "parent": "ground", "child": "rocker", "position": [2, 0, 0], "axis": [0, 1, 0]}]})");
  const std::string keys = compile(part, "linkage.so", {"coupler"});
  expect_pair(R"({
    "bodies": [{"name": "bob", "mass": 3, "inertia": [0.1, 0.1, 0.1], "position": [1.5, 0.3, 0.4]}],
    "include": [{FILE, "name": "base", "position": [0.2, 0.1, 0.3],
                 "orientation": {"axis": [1, 0.3, 0], "angle": "25 deg"}}],
    "joints": [{"name": "ball", "type": "spherical", "parent": "base.coupler", "child": "bob", "position": [1.2, 0, 1.1]}],
    "forces": [{"name": "band", "type": "spring", "from": {"body": "ground", "position": [0, 0, 3]},
                "to": {"body": "base.coupler", "position": [0.1, 0.2, 0]}, "stiffness": 50, "damping": 1.5, "length": 1}]})",
              part, keys, {"base.coupler", "bob"}, 0.7);
}

// Friction, a drive, a driver that works, a spring that relaxes and one with play, all inside; the
// border is between them, and a welded body and a rod are outside.
TEST_F(CompiledMotion, FrictionDrivesAndStatesInside) {
  const std::string part = write("feeder.json", R"({
    "bodies": [
      {"name": "sledge", "mass": 4, "inertia": [0.1, 0.1, 0.1]},
      {"name": "wheel", "mass": 1, "inertia": [0.02, 0.03, 0.02], "position": [0, 0, 0.2]},
      {"name": "arm", "mass": 0.5, "center": [0, 0, -0.2], "inertia": [0.01, 0.01, 0.01], "position": [0.3, 0, 0]}],
    "joints": [
      {"name": "slide", "type": "prismatic", "parent": "ground", "child": "sledge", "position": [0, 0, 0], "axis": [1, 0, 0],
       "friction": {"coulomb": 3, "speed": 0.05, "stiction": 4, "stribeck_speed": 0.1},
       "drive": {"type": "sine", "amplitude": 20, "frequency": 1.5}, "spring": {"stiffness": 30}},
      {"name": "spin", "type": "revolute", "parent": "sledge", "child": "wheel", "position": [0, 0, 0.2], "axis": [0, 1, 0]},
      {"name": "swing", "type": "universal", "parent": "sledge", "child": "arm", "position": [0.3, 0, 0], "axis": [0, 1, 0]}],
    "constraints": [{"name": "motor", "type": "driver", "joint": "spin",
                     "function": {"type": "sine", "amplitude": 0.5, "frequency": 1}}],
    "forces": [{"name": "mount", "type": "spring", "from": {"body": "ground", "position": [1, 0, 0]}, "to": {"body": "arm", "position": [0, 0, -0.3]},
                "stiffness": 40, "damping": 0.5, "relaxation": {"stiffness": 60, "time": 0.1}}]})");
  const std::string keys = compile(part, "feeder.so", {"sledge", "arm"});
  expect_pair(R"({
    "bodies": [{"name": "box", "mass": 2, "inertia": [0.05, 0.05, 0.05], "position": [0, 0, 0.4]},
               {"name": "tip", "mass": 0.3, "inertia": [0.01, 0.01, 0.01], "position": [0.3, 0.4, -0.4]}],
    "include": [{FILE, "name": "feed", "position": [0, 0, 1]}],
    "joints": [{"name": "bolt", "type": "fixed", "parent": "feed.sledge", "child": "box"},
               {"name": "flight", "type": "free", "parent": "ground", "child": "tip"}],
    "constraints": [{"name": "rod", "type": "distance", "from": {"body": "feed.arm", "position": [0, 0, -0.4]}, "to": {"body": "tip"}}]})",
              part, keys, {"feed.sledge", "feed.arm", "tip", "box"});
}

// Bodies that are handed in, one of them the ground; a part inside a part that is turned.
TEST_F(CompiledMotion, BodiesHandedIn) {
  const std::string part = write("leg.json", R"({
    "ports": ["hip", "floor"],
    "bodies": [
      {"name": "thigh", "mass": 2, "center": [0, 0, -0.2], "inertia": [0.03, 0.03, 0.01]},
      {"name": "shank", "mass": 1, "center": [0, 0, -0.2], "inertia": [0.02, 0.02, 0.01], "position": [0, 0, -0.4]}],
    "joints": [
      {"name": "socket", "type": "revolute", "parent": "hip", "child": "thigh", "position": [0, 0, 0], "axis": [0, 1, 0], "damping": 0.3},
      {"name": "knee", "type": "revolute", "parent": "thigh", "child": "shank", "position": [0, 0, -0.4], "axis": [0.2, 1, 0]}],
    "forces": [{"name": "tendon", "type": "spring", "from": {"body": "floor", "position": [0.2, 0, -1]}, "to": {"body": "shank", "position": [0, 0, -0.4]}, "stiffness": 100},
               {"name": "muscle", "type": "spring", "from": {"body": "hip", "position": [0.1, 0, 0.1]}, "to": {"body": "shank", "position": [0, 0, -0.1]}, "stiffness": 200, "damping": 2}]})");
  const std::string keys = compile(part, "leg.so", {"shank"});
  const std::string pair =
      R"({"ports": ["trunk"], "include": [{FILE, "name": "leg", "position": [0.1, 0, 0], "ports": {"hip": "trunk", "floor": "ground"}}]})";
  write("inner_source.json", replaced(pair, "FILE", "\"file\": \"leg.json\""));
  write("inner_compiled.json", replaced(pair, "FILE", keys));
  const std::string model = R"({
    "bodies": [{"name": "body", "mass": 5, "inertia": [0.3, 0.4, 0.2], "position": [0, 0.1, 0.2]}],
    "joints": [{"name": "hang", "type": "spherical", "parent": "ground", "child": "body", "position": [0, 0, 0.5]}],
    "include": [{"file": "INNER", "name": "left", "position": [0, 0.2, 0], "orientation": {"axis": [0, 0, 1], "angle": "30 deg"}, "ports": {"trunk": "body"}},
                {FILE, "name": "right", "position": [0, -0.2, 0], "ports": {"hip": "body", "floor": "ground"}}]})";
  const std::string source = write(
      "source.json",
      replaced(replaced(model, "INNER", "inner_source.json"), "FILE", "\"file\": \"leg.json\""));
  const std::string compiled = write(
      "compiled.json", replaced(replaced(model, "INNER", "inner_compiled.json"), "FILE", keys));
  const std::vector<std::string> channels = motions_of({"body", "left.leg.shank", "right.shank"});
  const Rows two = move(compiled, "component", channels, 1.0);
  expect_same(move(source, "joint", channels, 1.0), two, 1e-12, 1e-9);
  EXPECT_LT(two.result.energy_drift, 1e-7);
}

// One corner of a car as its supplier delivers it: the chassis is its ground, rack and road are
// handed in. It falls by 20 mm.
TEST_F(CompiledMotion, OneCornerOfACar) {
  const std::string folder = models + "/hmmwv/";
  const std::string keys = compile(folder + "front_corner.json", "corner.so", {"links.spindle"},
                                   "chassis", {{"height", "0.5856 m"}});
  std::string text =
      replaced(text_of(folder + "corners.json"), "{\"value\": \"0 m\"", "{\"value\": \"20 mm\"");
  // the rack is wished to stand in the middle: a part that is assembled alone does not see the
  // other
  text = replaced(text, "\"axis\": [0, 1, 0], \"spring\"",
                  "\"axis\": [0, 1, 0], \"start\": 0, \"spring\"");
  for (const char* file : {"front_corner.json", "rear_corner.json"})
    text = replaced(text, "\"" + std::string(file) + "\"", "\"" + folder + file + "\"");
  const std::string source = write("source.json", text);
  const std::string first =
      "\"file\": \"" + folder + "front_corner.json\", \"name\": \"front.left\"";
  text = replaced(text, first, keys + ", \"name\": \"front.left\"");
  // of that include: no parameters, and the ground is one more port
  const std::size_t at = text.find("\"name\": \"front.left\"");
  const std::string given = ", \"parameters\": {\"height\": \"height + drop\"}",
                    ground = "\"ground\": \"chassis\", \"ports\": {";
  text.erase(text.find(given, at), given.size());
  text.replace(text.find(ground, at), ground.size(), "\"ports\": {\"chassis\": \"chassis\", ");
  const std::string compiled = write("compiled.json", text);
  const std::vector<std::string> channels =
      motions_of({"chassis", "front.left.links.spindle", "rear.right.links.spindle"});
  const Rows two = move(compiled, "component", channels, 1.0);
  // assembled positions are rounded by 1e-14 m, which tyres of 411 kN/m make accelerations of
  expect_same(move(source, "joint", channels, 1.0), two, 2e-11, 1e-9);
}

// A run that is saved and restored gives the bits of one that was not interrupted.
TEST_F(CompiledMotion, SavedAndRestored) {
  const std::string chain = models + "/insulator/chain.json";
  const std::string keys = compile(chain, "chain.so", {"first", "fourth"});
  const std::string model = write(
      "compiled.json",
      replaced(text_of(models + "/insulator/double_chain.json"), "\"file\": \"chain.json\"", keys));
  const Mechanism mechanism = build_mechanism(read_model(model));
  RunOptions options = options_of(mechanism.description.simulation);
  options.formulation = formulation_for(mechanism.description);
  EXPECT_EQ(options.formulation, "component");
  options.duration = 1.3;
  Simulation one(mechanism, options), other(mechanism, options);
  ASSERT_TRUE(one.advance_to(0.6));
  const std::vector<std::byte> saved = one.save();
  one.advance_to(1.3);
  other.restore(saved);
  other.advance_to(1.3);
  ASSERT_EQ(one.state().size(), other.state().size());
  for (std::size_t k = 0; k < one.state().size(); ++k) EXPECT_EQ(one.state()[k], other.state()[k]);
}

}  // namespace
}  // namespace treadle::test
