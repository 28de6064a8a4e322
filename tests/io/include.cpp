// Parts from other files: names, places, mirrors, and what goes wrong.
#include "../../src/io/reading/read_model.hpp"

#include "../../src/mechanism/mechanism.hpp"
#include "../../src/simulation/run.hpp"
#include "refusal.hpp"
#include "temporary.hpp"

#include <map>

namespace treadle {
namespace {

void write(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path) << text;
}

Description read_with(const TemporaryFolder& folder,
                      const std::map<std::string, std::string>& files) {
  for (const auto& [name, text] : files) write(folder.file(name), text);
  return read_model(folder.file("main.json"));
}

const BodyItem& body(const Description& model, const std::string& name) {
  for (const BodyItem& item : model.bodies) {
    if (item.name == name) return item;
  }
  ADD_FAILURE() << "no body " << name;
  return model.bodies.front();
}

void expect_near(const Triple& a, const Triple& b, double tolerance = 1e-14) {
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << "entry " << i;
}

const char* const link = R"({
  "parameters": {"length": "1 m", "load": "1 kg"},
  "ports": ["hub"],
  "bodies": [{"name": "rod", "mass": "load", "position": [0, "length", 0], "center": ["length/2", 0, 0], "inertia": [1, 2, 2]}],
  "frames": [{"name": "foot", "body": "ground", "position": [1, 0, 0]}, {"name": "tip", "body": "rod", "position": ["length", 0, 0]},
             {"name": "nose", "body": "hub", "position": [0, 0, "length"]}],
  "joints": [{"name": "pin", "type": "revolute", "parent": "hub", "child": "rod", "position": [0, 0, 0], "axis": [0, 0, 1]}],
  "forces": [{"name": "spring", "type": "spring", "from": "foot", "to": "tip", "stiffness": 10}],
  "constraints": [{"name": "drive", "type": "driver", "joint": "pin", "function": 1}],
  "gravity": [1, 2, 3], "simulation": {"duration": 77}
})";

const char* const two_links = R"({
  "parameters": {"size": "2 m"},
  "bodies": [{"name": "plate", "mass": 5, "position": [1, 0, 0], "orientation": {"rpy": [0, 0, "90 deg"]}, "inertia": [1, 1, 1]}],
  "include": [
    {"file": "parts/link.json", "name": "left", "position": [1, 2, 3], "parameters": {"length": "size/4"}, "ports": {"hub": "plate"}},
    {"file": "parts/link.json", "name": "right", "orientation": {"rpy": [0, 0, "90 deg"]}, "ground": "plate", "ports": {"hub": "ground"}}
  ],
  "joints": [{"name": "base", "type": "revolute", "parent": "ground", "child": "plate", "position": [0, 0, 0], "axis": [0, 0, 1]}],
  "constraints": [{"name": "gear", "type": "coupler", "coordinates": [{"joint": "left.pin"}, {"joint": "right.pin", "factor": 2}]},
                  {"name": "rod", "type": "rod", "from": "left.tip", "to": {"body": "right.rod"}}]
})";

TEST(Include, names_and_places_what_a_part_has) {
  TemporaryFolder folder;
  const Description model =
      read_with(folder, {{"main.json", two_links}, {"parts/link.json", link}});

  ASSERT_EQ(model.bodies.size(), 3U);
  EXPECT_EQ(body(model, "left.rod").kind, "parts/link.json#rod");
  EXPECT_EQ(body(model, "right.rod").kind, body(model, "left.rod").kind);
  EXPECT_EQ(body(model, "plate").kind, "");
  expect_near(body(model, "left.rod").pose.position, {1.0, 2.5, 3.0});
  expect_near(body(model, "left.rod").center, {0.25, 0.0, 0.0});
  expect_near(body(model, "right.rod").pose.position, {-1.0, 0.0, 0.0});

  // own items come first
  EXPECT_EQ(model.joints[0].name, "base");
  EXPECT_EQ(model.joints[1].name, "left.pin");
  EXPECT_EQ(model.joints[1].parent, "plate");
  EXPECT_EQ(model.joints[1].child, "left.rod");
  expect_near(model.joints[1].design->position, {1.0, 2.0, 3.0});
  EXPECT_EQ(model.joints[2].parent, "ground");
  EXPECT_EQ(model.constraints[0].name, "gear");
  EXPECT_EQ(model.constraints[0].coordinates[1].joint, "right.pin");
  EXPECT_EQ(model.constraints[1].from.body, "left.rod");
  EXPECT_EQ(model.constraints[2].name, "left.drive");

  // what is fixed to the ground or a port goes to the frame of the body it stands for
  const ForceItem& spring = model.forces[1];
  EXPECT_EQ(spring.name, "right.spring");
  EXPECT_EQ(spring.from.body, "plate");
  expect_near(spring.from.position,
              {1.0, 1.0, 0.0});  // at (0, 1, 0) in the world; the plate's x is the world's y
  EXPECT_EQ(model.frames[2].name, "left.nose");
  EXPECT_EQ(model.frames[2].body, "plate");
  expect_near(model.frames[2].pose.position, {2.0, 0.0, 3.5});

  EXPECT_EQ(model.gravity[0], 0.0);
  EXPECT_EQ(model.simulation.duration, 10.0);
  ASSERT_EQ(model.parameters.size(), 5U);
  EXPECT_EQ(model.parameters[1].name, "left.length");
  EXPECT_EQ(model.parameters[1].value, 0.5);
  EXPECT_TRUE(model.unused_parameters.empty());
}

TEST(Include, nests) {
  TemporaryFolder folder;
  const Description model = read_with(
      folder,
      {{"main.json",
        R"({"include": [{"file": "a/axle.json", "name": "front", "position": [10, 0, 0], "parameters": {"height": "3 m"}}]})"},
       {"a/axle.json", R"({"parameters": {"height": "1 m", "idle": 1},
          "bodies": [{"name": "beam", "mass": 1, "position": [0, 0, "height"]}],
          "include": [{"file": "../b/corner.json", "name": "left", "position": [0, 1, 0], "ports": {"carrier": "beam"}},
                      {"file": "../b/corner.json", "name": "right", "position": [0, 1, 0], "orientation": {"rpy": [0, 0, "180 deg"]},
                       "ports": {"carrier": "beam"}}]})"},
       {"b/corner.json",
        R"({"ports": ["carrier"], "bodies": [{"name": "hub", "mass": 1, "position": [1, 0, 0]}],
          "joints": [{"name": "bearing", "type": "fixed", "parent": "carrier", "child": "hub"}],
          "forces": [{"name": "strut", "type": "spring", "from": {"body": "carrier", "position": [0, 0, 1]}, "to": {"body": "hub"}}]})"}});
  expect_near(body(model, "front.beam").pose.position, {10.0, 0.0, 3.0});
  expect_near(body(model, "front.left.hub").pose.position, {11.0, 1.0, 0.0});
  expect_near(body(model, "front.right.hub").pose.position, {9.0, 1.0, 0.0});
  EXPECT_EQ(body(model, "front.left.hub").kind, "b/corner.json#hub");
  EXPECT_EQ(body(model, "front.beam").kind, "a/axle.json#beam");
  EXPECT_EQ(model.joints[1].parent, "front.beam");
  expect_near(model.forces[0].from.position, {0.0, 1.0, -2.0});  // (10, 1, 1) seen from the beam
  EXPECT_EQ(model.unused_parameters, std::vector<std::string>{"front.idle"});

  // the tree of parts stays visible
  const std::vector<PartItem> parts{
      {"front", "", "a/axle.json", {"front.beam"}, {{"ground", "ground"}}, "", "", {}},
      {"front.left",
       "front",
       "b/corner.json",
       {"front.left.hub"},
       {{"carrier", "front.beam"}, {"ground", "ground"}},
       "",
       "",
       {}},
      {"front.right",
       "front",
       "b/corner.json",
       {"front.right.hub"},
       {{"carrier", "front.beam"}, {"ground", "ground"}},
       "",
       "",
       {}}};
  EXPECT_EQ(model.parts, parts);
}

TEST(Include, refuses_rings_and_depth) {
  TemporaryFolder folder;
  const auto part = [](const std::string& file) {
    return R"({"include": [{"file": ")" + file + R"(", "name": "p"}]})";
  };
  const Refusal ring = refusal_of([&] {
    read_with(
        folder,
        {{"main.json", part("b.json")}, {"b.json", part("c.json")}, {"c.json", part("./b.json")}});
  });
  EXPECT_EQ(ring.where, "include[0] (b.json): include[0] (c.json): include[0].file");
  EXPECT_TRUE(ring.says("includes itself: main.json > b.json > c.json > b.json")) << ring.message;
  const Refusal self = refusal_of([&] { read_with(folder, {{"main.json", part("main.json")}}); });
  EXPECT_TRUE(self.says("includes itself: main.json > main.json"));

  std::map<std::string, std::string> deep{{"main.json", part("p0.json")}};
  for (int i = 0; i < 40; ++i)
    deep["p" + std::to_string(i) + ".json"] = part("p" + std::to_string(i + 1) + ".json");
  EXPECT_TRUE(refusal_of([&] { read_with(folder, deep); }).says("inside more than 32 others"));
}

TEST(Include, refuses_mistakes_with_their_place) {
  TemporaryFolder folder;
  const auto refused = [&](const std::string& include, const std::string& more = "") {
    const std::string main =
        R"({"bodies": [{"name": "plate", "mass": 5}], "include": [)" + include + "]" + more + "}";
    return refusal_of([&] {
      read_with(folder,
                {{"main.json", main}, {"link.json", link}, {"bad.json", "{\"bodies\": [}"}});
    });
  };
  const std::string good = R"({"file": "link.json", "name": "a", "ports": {"hub": "plate"}})";
  const auto with = [](const std::string& keys) {
    return R"({"file": "link.json", "name": "a", )" + keys + "}";
  };

  EXPECT_EQ(refused(R"({"file": "none.json", "name": "a"})").where, "include[0].file");
  EXPECT_TRUE(refused(R"({"file": "none.json", "name": "a"})")
                  .says("file is 'none.json'; the file cannot be opened"));
  EXPECT_EQ(refused(R"({"file": "bad.json", "name": "a"})").where,
            "include[0] (bad.json): line 1, column 13");
  EXPECT_TRUE(refused(good + "," + good).says("the name 'a' is already taken by include[0]"));
  EXPECT_TRUE(
      refused(
          good,
          R"(, "joints": [{"name": "a.pin", "type": "fixed", "parent": "plate", "child": "a.rod"}])")
          .says("the name 'a.pin' is already taken by include[0]"));
  EXPECT_TRUE(
      refused(with(R"("mirror": "w", "ports": {"hub": "plate"})")).says("unknown mirror axis 'w'"));
  EXPECT_TRUE(refused(with(R"("ground": "plat")")).says("did you mean 'plate'?"));
  EXPECT_TRUE(refused(with(R"("ports": {})")).says("the port 'hub' of the part needs a body"));
  EXPECT_TRUE(
      refused(with(R"("ports": {"hubb": "plate"})")).says("no port 'hubb' (did you mean 'hub'?)"));
  EXPECT_TRUE(refused(with(R"("ports": {"hub": "ground"}, "parameters": {"size": 1})"))
                  .says("no parameter 'size'"));
  EXPECT_EQ(refused(with(R"("ports": {"hub": "ground"}, "parameters": {"size": 1})")).where,
            "include[0].parameters.size");
  EXPECT_TRUE(refused(with(R"("parameters": {"length": "1 kg"})"))
                  .says("it is a mass, but parameter 'length' is a length"));
  EXPECT_EQ(refused(with(R"("parameters": {"load": "-1 kg"})")).where,
            "include[0] (link.json): bodies[0].mass");
  EXPECT_TRUE(
      refusal_of([&] { read_model_text(link, "link.json"); }).says("include it in a model"));
}

// A corner with every kind of item, once written for the right and once for the left (y -> -y)
// side.
std::string corner_part(bool left) {
  const auto y = [left](double value) {
    return std::to_string(left ? -value : value);
  };                                                                  // points, forces
  const auto t = [](double value) { return std::to_string(value); };  // turns about y
  const auto r = [left](double value) {
    return std::to_string(left ? -value : value);
  };  // turns about x or z
  return R"({"bodies": [
    {"name": "arm", "mass": 2, "position": [0.1, )" +
         y(0.3) + R"(, 0.2], "center": [0.05, )" + y(0.2) + R"(, 0.01],
     "inertia": [0.05, 0.04, 0.06, )" +
         y(0.004) + ", 0.003, " + y(-0.002) + R"(]},
    {"name": "slider", "mass": 1, "position": [0.2, )" +
         y(0.6) + R"(, 0.25], "inertia": [0.01, 0.02, 0.015]},
    {"name": "ball", "mass": 0.5, "position": [0, )" +
         y(1.0) + R"(, 0.3], "center": [0.1, )" + y(0.15) +
         R"(, -0.05], "inertia": [0.01, 0.01, 0.01, )" + y(0.001) + R"(, 0, 0]},
    {"name": "bob", "mass": 0.7, "position": [1, )" +
         y(1.5) + R"(, 1], "inertia": [0.02, 0.03, 0.04]}],
   "joints": [
    {"name": "hinge", "type": "revolute", "parent": "ground", "child": "arm", "position": [0, )" +
         y(0.3) + R"(, 0.2],
     "axis": [)" +
         r(0.9) + ", " + t(0.1) + ", " + r(0.2) +
         R"(], "start": 0.2, "velocity": 1.5, "damping": 0.1},
    {"name": "slide", "type": "prismatic", "parent": "arm", "child": "slider", "position": [0.2, )" +
         y(0.6) + R"(, 0.25],
     "axis": [0.3, )" +
         y(1) + R"(, 0.1], "start": 0.05, "spring": {"stiffness": 200, "rest": 0.01}},
    {"name": "socket", "type": "spherical", "parent": "slider", "child": "ball", "position": [0, )" +
         y(1.0) + R"(, 0.3],
     "start": [0.9, )" +
         r(0.1) + ", " + t(0.2) + ", " + r(-0.3) + R"(], "velocity": [)" + r(1) + ", " + t(2) +
         ", " + r(-0.5) + R"(]},
    {"name": "float", "type": "free", "parent": "ground", "child": "bob", "start": {"position": [1, )" +
         y(1.4) + R"(, 1.1],
     "orientation": [0.9, )" +
         r(-0.2) + ", " + t(0.1) + ", " + r(0.3) + R"(]}, "velocity": {"linear": [1, )" + y(0.4) +
         R"(, 0.2],
     "angular": [)" +
         r(0.3) + ", " + t(1) + ", " + r(2) + R"(]}}],
   "forces": [
    {"name": "spring", "type": "spring", "from": {"body": "ground", "position": [0.2, )" +
         y(0.1) + R"(, 1]}, "to": {"body": "ball", "position": [0, )" + y(0.1) +
         R"(, 0]}, "stiffness": 50, "damping": 2},
    {"name": "bush", "type": "bushing", "from": {"body": "bob", "position": [0, )" +
         y(0.2) + R"(, 0]}, "to": {"body": "ground", "position": [1, )" + y(1.5) + R"(, 1]},
     "to_orientation": [0.95, )" +
         r(0.1) + ", " + t(-0.2) + ", " + r(0.1) +
         R"(], "stiffness": [10, 20, 30, 1, 2, 3], "damping": [0.1, 0.2, 0.3, 0.01, 0.02, 0.03],
     "preload": [1, )" +
         y(2) + ", 3, " + r(0.1) + ", " + t(0.2) + ", " + r(0.3) + R"(]},
    {"name": "push", "type": "applied", "on": {"body": "slider", "position": [0, )" +
         y(0.05) + R"(, 0.1]}, "direction": [1, )" + y(2) + R"(, 3], "force": 3,
     "torque": )" +
         r(0.4) + R"(}],
   "constraints": []})";
}

// World poses of all bodies while the mechanism runs.
using Rows = std::vector<std::vector<double>>;

Rows poses_of(const Description& description) {
  const Mechanism mechanism = build_mechanism(description);
  RunOptions options;
  options.duration = 0.1;
  options.output_interval = 0.05;
  options.channels.bodies = true;
  Rows rows;
  Listener listener;
  listener.row = [&](std::span<const double> row) { rows.emplace_back(row.begin(), row.end()); };
  const RunResult result = run(mechanism, options, listener);
  EXPECT_EQ(result.end, RunEnd::done) << result.message;
  return rows;
}

void expect_same_motion(const Description& a, const Description& b, double tolerance = 1e-10) {
  const Rows left = poses_of(a), right = poses_of(b);
  ASSERT_EQ(left.size(), right.size());
  ASSERT_GT(left.size(), 1U);
  for (std::size_t i = 0; i < left.size(); ++i) {
    ASSERT_EQ(left[i].size(), right[i].size());
    for (std::size_t k = 0; k < left[i].size(); ++k)
      EXPECT_NEAR(left[i][k], right[i][k], tolerance) << "row " << i << " column " << k;
  }
}

TEST(Include, a_mirrored_part_is_the_one_written_for_the_other_side) {
  TemporaryFolder folder;
  const auto main = [](const std::string& file, const std::string& mirror) {
    return R"({"include": [{"file": ")" + file + R"(", "name": "c")" + mirror + "}]}";
  };
  write(folder.file("left.json"), corner_part(true));
  write(folder.file("right.json"), corner_part(false));
  const Description by_hand = read_with(folder, {{"main.json", main("left.json", "")}});
  const Description mirrored =
      read_with(folder, {{"main.json", main("right.json", R"(, "mirror": "y")")}});
  ASSERT_EQ(by_hand.bodies.size(), mirrored.bodies.size());
  for (std::size_t i = 0; i < by_hand.bodies.size(); ++i) {
    expect_near(by_hand.bodies[i].pose.position, mirrored.bodies[i].pose.position);
    EXPECT_EQ(by_hand.bodies[i].inertia, mirrored.bodies[i].inertia);
  }
  expect_same_motion(by_hand, mirrored);
  // mirroring the mirror image gives the part itself
  write(folder.file("image.json"), main("right.json", R"(, "mirror": "y")"));
  const Description twice =
      read_with(folder, {{"main.json", main("image.json", R"(, "mirror": "y")")}});
  const Description once = read_with(folder, {{"main.json", main("right.json", "")}});
  expect_same_motion(twice, once);
}

TEST(Include, a_placed_part_moves_as_one_written_there) {
  TemporaryFolder folder;
  // turned about z, so that gravity stays; then the same by a carrier whose frame is elsewhere
  write(folder.file("part.json"), corner_part(false));
  const Description placed =
      read_with(folder, {{"main.json", R"({"include": [{"file": "part.json", "name": "c",
    "position": [1, 2, 3], "orientation": {"rpy": [0, 0, 1]}}]})"}});
  const Description carried = read_with(folder, {{"main.json", R"({
    "bodies": [{"name": "carrier", "mass": 1, "position": [5, 4, 3], "orientation": {"rpy": [0.3, 0.5, 0.7]}}],
    "joints": [{"name": "weld", "type": "fixed", "parent": "ground", "child": "carrier"}],
    "include": [{"file": "part.json", "name": "c", "position": [1, 2, 3], "orientation": {"rpy": [0, 0, 1]}, "ground": "carrier"}]})"}});
  const RunResult a = run(build_mechanism(placed), [] {
    RunOptions o;
    o.duration = 0.1;
    return o;
  }());
  const RunResult b = run(build_mechanism(carried), [] {
    RunOptions o;
    o.duration = 0.1;
    return o;
  }());
  const Description plain = read_model(folder.file("part.json"));
  const RunResult c = run(build_mechanism(plain), [] {
    RunOptions o;
    o.duration = 0.1;
    return o;
  }());
  for (const char* joint : {"hinge", "slide", "socket", "float"}) {
    const std::string inner = std::string("c.") + joint;
    ASSERT_EQ(a.q.at(inner).size(), c.q.at(joint).size());
    for (std::size_t k = 0; k < a.q.at(inner).size(); ++k) {
      // the applied force and the joints turn with the part, so its coordinates know nothing of its
      // place
      EXPECT_NEAR(a.q.at(inner)[k], c.q.at(joint)[k], 1e-10) << joint;
      EXPECT_NEAR(b.q.at(inner)[k], c.q.at(joint)[k], 1e-10) << joint;
    }
    for (std::size_t k = 0; k < a.v.at(inner).size(); ++k) {
      EXPECT_NEAR(a.v.at(inner)[k], c.v.at(joint)[k], 1e-10) << joint;
      EXPECT_NEAR(b.v.at(inner)[k], c.v.at(joint)[k], 1e-10) << joint;
    }
  }
}

const char* const lone_arm = R"({
  "parameters": {"length": "1 m"}, "ports": ["hub", "weight"],
  "bodies": [{"name": "rod", "mass": 2, "center": ["length/2", 0, 0], "inertia": [0.1, 0.2, 0.2]}],
  "joints": [{"name": "pin", "type": "revolute", "parent": "hub", "child": "rod", "position": [0, 0, 0], "axis": [0, 0, 1]},
             {"name": "tip", "type": "spherical", "parent": "rod", "child": "weight", "position": ["length", 0, 0]}]
})";

TEST(LonePart, ports_are_bodies_held_free_or_loaded) {
  TemporaryFolder folder;
  write(folder.file("arm.json"), lone_arm);
  const Description model = read_model(folder.file("arm.json"),
                                       {{"hub", "ground"}, {"length", "2 m"}, {"weight", "30 kg"}});
  ASSERT_EQ(model.bodies.size(), 3U);
  EXPECT_EQ(body(model, "weight").mass, 30.0);
  expect_near(body(model, "weight").center, {1.0, 0.0, 0.0});
  EXPECT_NEAR(body(model, "weight").inertia[0], 30.0 / 2.0 * 0.5 / 3.0, 1e-14);
  ASSERT_EQ(model.joints.size(), 4U);
  EXPECT_EQ(model.joints[0].name, "pin");
  EXPECT_EQ(model.joints[2].name, "hub");
  EXPECT_EQ(model.joints[2].type, JointType::fixed);
  EXPECT_EQ(model.joints[3].type, JointType::free);
  EXPECT_EQ(
      body(read_model(folder.file("arm.json"), {{"hub", "free"}, {"weight", "free"}}), "hub").mass,
      0.02);
}

TEST(LonePart, held_ports_move_as_those_on_ground) {
  TemporaryFolder folder;
  write(folder.file("arm.json"), lone_arm);
  write(folder.file("main.json"), R"({
    "bodies": [{"name": "weight", "mass": 30, "center": [0.5, 0, 0], "inertia": [2.5, 2.5, 2.5]}],
    "joints": [{"name": "weight", "type": "free", "parent": "ground", "child": "weight"}],
    "include": [{"file": "arm.json", "name": "c", "ports": {"hub": "ground", "weight": "weight"}}]})");
  const Overrides given{{"hub", "ground"}, {"weight", "30"}};
  Description alone = read_model(folder.file("arm.json"), given);
  Description inside = read_model(folder.file("main.json"));
  for (Description* model : {&alone, &inside}) model->gravity = {0.0, -9.81, 0.0};
  const auto at_the_end = [](const Description& model) {
    RunOptions options;
    options.duration = 0.3;
    options.channels.bodies = true;
    std::vector<std::string> names;
    std::map<std::string, double> last;
    Listener listener;
    listener.columns = [&](const std::vector<Column>& columns) {
      for (const Column& column : columns) names.push_back(column.name);
    };
    listener.row = [&](std::span<const double> row) {
      for (std::size_t i = 0; i < names.size(); ++i) last[names[i]] = row[i];
    };
    EXPECT_EQ(run(build_mechanism(model), options, listener).end, RunEnd::done);
    return last;
  };
  const std::map<std::string, double> a = at_the_end(alone), b = at_the_end(inside);
  int compared = 0;
  for (const auto& [name, value] : a) {
    const auto same = b.find(name.starts_with("rod.") ? "c." + name : name);
    if (same == b.end()) continue;
    EXPECT_NEAR(value, same->second, 1e-7) << name;
    ++compared;
  }
  EXPECT_GE(compared, 15);
  EXPECT_LT(a.at("weight.pose.y"), -0.05);
}

TEST(LonePart, says_which_port_needs_a_body) {
  TemporaryFolder folder;
  write(folder.file("arm.json"), lone_arm);
  const auto expect = [&](const Overrides& given, const char* where, const char* words) {
    const Refusal refusal = refusal_of([&] { read_model(folder.file("arm.json"), given); });
    EXPECT_EQ(refusal.where, where);
    EXPECT_TRUE(refusal.says(words)) << refusal.message;
  };
  expect({}, "ports", "--set hub=ground");
  expect({{"hub", "ground"}}, "--set", "port 'weight' needs a body, too");
  expect({{"hub", "ground"}, {"weight", "grond"}}, "--set", "held by 'grond'");
  expect({{"hub", "ground"}, {"weight", "-1 kg"}}, "--set", "held by '-1 kg'");
  expect({{"hub", "ground"}, {"weight", "free"}, {"lenth", "1"}}, "--set", "did you mean 'length'");
}

}  // namespace
}  // namespace treadle
