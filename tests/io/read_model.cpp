// Whole model files: every field read back, defaults, files, and size.
#include "../../src/io/reading/read_model.hpp"

#include "refusal.hpp"
#include "temporary.hpp"

namespace treadle {
namespace {

using Quaternion = std::array<double, 4>;

const char* const complete = R"({
  "treadle": 1,
  "name": "crane",
  "description": "two beams\nand a rope",
  "gravity": [0, "1 cm/s^2", -9.81],
  "numbering": "root-first",
  "bodies": [
    {"name": "beam", "mass": "1.5 t", "center": [1, "20 cm", 0], "inertia": [1, "2 kg m^2", 3],
     "position": [0, 0, "2 m"], "orientation": {"axis": [0, 0, 1], "angle": "180 deg"}},
    {"name": "boom", "mass": 200, "inertia": [1, 2, 3, -0.1, 0.2, -0.3]},
    {"name": "hook", "mass": 50, "inertia": {"zz": 3, "xx": 1, "yz": -0.5}}
  ],
  "frames": [
    {"name": "tip", "body": "boom", "position": [0, 0, 4], "orientation": [0, 0, 5, 0]},
    {"name": "mast", "body": "ground"}
  ],
  "joints": [
    {"name": "slew", "type": "revolute", "parent": "ground", "child": "beam",
     "position": [0, 0, 0], "axis": [0, 0, 1], "tree": "cut"},
    {"name": "luff", "type": "fixed", "parent": "beam", "child": "boom"}
  ],
  "constraints": [
    {"name": "rope", "type": "distance", "from": "tip", "to": {"body": "hook", "position": [0, 0, 1]},
     "length": "3 m"},
    {"name": "stay", "type": "distance", "from": "mast", "to": {"body": "beam"}}
  ],
  "forces": [
    {"name": "strut", "type": "spring", "from": {"body": "beam"}, "to": "tip",
     "stiffness": "30 kN/m", "damping": "150 N s/m", "length": "50 cm"},
    {"name": "cord", "type": "spring", "from": "mast", "to": "tip"}
  ],
  "simulation": {"duration": "2 min", "step": "1 ms", "output_interval": "20 ms",
                 "integrator": "euler", "solver": "dense", "constraints": "project"}
})";

TEST(ReadModel, head) {
  const Description model = read_model_text(complete, "folder/model.json");
  EXPECT_EQ(model.name, "crane");
  EXPECT_EQ(model.text, "two beams\nand a rope");
  EXPECT_EQ(model.source, "folder/model.json");
  EXPECT_EQ(model.gravity, (Triple{0.0, 0.01, -9.81}));
  EXPECT_EQ(model.numbering, Numbering::root_first);
}

TEST(ReadModel, bodies) {
  const Description model = read_model_text(complete, "test");
  ASSERT_EQ(model.bodies.size(), 3U);
  const BodyItem& beam = model.bodies[0];
  EXPECT_EQ(beam.name, "beam");
  EXPECT_EQ(beam.mass, 1500.0);
  EXPECT_EQ(beam.center, (Triple{1.0, 0.2, 0.0}));
  EXPECT_EQ(beam.inertia, (std::array<double, 6>{1, 2, 3, 0, 0, 0}));
  EXPECT_EQ(beam.pose.position, (Triple{0.0, 0.0, 2.0}));
  EXPECT_NEAR(beam.pose.orientation[0], 0.0, 1e-15);
  EXPECT_EQ(beam.pose.orientation[3], 1.0);
  EXPECT_EQ(model.bodies[1].inertia, (std::array<double, 6>{1, 2, 3, -0.1, 0.2, -0.3}));
  EXPECT_EQ(model.bodies[1].center, (Triple{0.0, 0.0, 0.0}));
  EXPECT_EQ(model.bodies[1].pose.orientation, (Quaternion{1.0, 0.0, 0.0, 0.0}));
  EXPECT_EQ(model.bodies[2].inertia, (std::array<double, 6>{1, 0, 3, 0, 0, -0.5}));
}

TEST(ReadModel, frames) {
  const Description model = read_model_text(complete, "test");
  ASSERT_EQ(model.frames.size(), 2U);
  EXPECT_EQ(model.frames[0].name, "tip");
  EXPECT_EQ(model.frames[0].body, "boom");
  EXPECT_EQ(model.frames[0].pose.position, (Triple{0.0, 0.0, 4.0}));
  EXPECT_EQ(model.frames[0].pose.orientation, (Quaternion{0.0, 0.0, 1.0, 0.0}));
  EXPECT_EQ(model.frames[1].body, "ground");
}

TEST(ReadModel, joints_in_file_order) {
  const Description model = read_model_text(complete, "test");
  ASSERT_EQ(model.joints.size(), 2U);
  EXPECT_EQ(model.joints[0].name, "slew");
  EXPECT_EQ(model.joints[0].hint, TreeHint::cut);
  EXPECT_EQ(model.joints[1].name, "luff");
  EXPECT_EQ(model.joints[1].type, JointType::fixed);
}

TEST(ReadModel, constraints) {
  const Description model = read_model_text(complete, "test");
  ASSERT_EQ(model.constraints.size(), 2U);
  const ConstraintItem& rope = model.constraints[0];
  EXPECT_EQ(rope.name, "rope");
  EXPECT_EQ(rope.from.body, "boom");
  EXPECT_EQ(rope.from.position, (Triple{0.0, 0.0, 4.0}));
  EXPECT_EQ(rope.to.body, "hook");
  EXPECT_EQ(rope.to.position, (Triple{0.0, 0.0, 1.0}));
  EXPECT_EQ(rope.length, 3.0);
  EXPECT_EQ(model.constraints[1].length, std::nullopt);
}

TEST(ReadModel, forces) {
  const Description model = read_model_text(complete, "test");
  ASSERT_EQ(model.forces.size(), 2U);
  const ForceItem& strut = model.forces[0];
  EXPECT_EQ(strut.name, "strut");
  EXPECT_EQ(strut.from.body, "beam");
  EXPECT_EQ(strut.to.body, "boom");
  EXPECT_EQ(strut.to.position, (Triple{0.0, 0.0, 4.0}));
  EXPECT_EQ(strut.stiffness, 30000.0);
  EXPECT_EQ(strut.damping, 150.0);
  EXPECT_EQ(strut.length, 0.5);
  EXPECT_EQ(model.forces[1].stiffness, 0.0);
  EXPECT_EQ(model.forces[1].length, std::nullopt);
}

TEST(ReadModel, simulation) {
  const SimulationItem simulation = read_model_text(complete, "test").simulation;
  EXPECT_EQ(simulation.duration, 120.0);
  EXPECT_EQ(simulation.step, 0.001);
  EXPECT_EQ(simulation.output_interval, 0.02);
  EXPECT_EQ(simulation.integrator, "euler");
  EXPECT_EQ(simulation.solver, "dense");
  EXPECT_EQ(simulation.constraints, "project");
}

TEST(ReadModel, smallest_model_has_all_defaults) {
  const Description model =
      read_model_text(R"({"bodies": [{"name": "stone", "mass": 1}]})", "dir/fall.v2.json");
  const Description untouched;
  EXPECT_EQ(model.name, "fall.v2");
  EXPECT_EQ(model.text, "");
  EXPECT_EQ(model.gravity, untouched.gravity);
  EXPECT_EQ(model.numbering, Numbering::leaf_first);
  EXPECT_EQ(model.bodies.at(0).inertia, (std::array<double, 6>{}));
  EXPECT_TRUE(model.frames.empty() && model.joints.empty());
  EXPECT_TRUE(model.constraints.empty() && model.forces.empty());
  EXPECT_EQ(model.simulation.duration, untouched.simulation.duration);
  EXPECT_EQ(model.simulation.step, untouched.simulation.step);
  EXPECT_EQ(model.simulation.output_interval, std::nullopt);
  EXPECT_EQ(model.simulation.integrator, untouched.simulation.integrator);
  EXPECT_EQ(read_model_text(R"({"bodies": [{"name": "stone", "mass": 1}]})", "").name, "model");
}

TEST(ReadModel, names_may_be_shared_across_the_two_groups) {
  const Description model = read_model_text(R"({
    "bodies": [{"name": "arm", "mass": 1}],
    "joints": [{"name": "arm", "type": "free", "parent": "ground", "child": "arm"}]})",
                                            "test");
  EXPECT_EQ(model.joints.at(0).name, model.bodies.at(0).name);
}

TEST(ReadModel, files) {
  const TemporaryFolder folder;
  const std::string path = folder.file("stone.json");
  std::ofstream(path) << R"({"bodies": [{"name": "stone", "mass": 1}]})";
  const Description model = read_model(path);
  EXPECT_EQ(model.name, "stone");
  EXPECT_EQ(model.source, path);
  EXPECT_EQ(refusal_of([&] { read_model(folder.file("none.json")); }).where,
            folder.file("none.json"));
  EXPECT_EQ(refusal_of([&] { read_model(folder.file("")); }).where, folder.file(""));
}

// A chain of bodies, each hanging on the one before.
std::string chain(int count) {
  std::string bodies, joints;
  for (int i = 0; i < count; ++i) {
    const std::string at = std::to_string(i), comma = i == 0 ? "" : ",\n";
    const std::string parent = i == 0 ? "ground" : "body" + std::to_string(i - 1);
    bodies += comma + R"({"name": "body)" + at + R"(", "mass": "2 kg", "center": [0, 0, -0.5],
      "inertia": [0.1, 0.1, 0.1], "position": [0, 0, -)" +
              at + "]}";
    joints += comma + R"({"name": "joint)" + at + R"(", "type": "revolute", "parent": ")" + parent +
              R"(", "child": "body)" + at + R"(", "position": [0, 0, -)" + at +
              R"(], "axis": [0, 1, 0], "start": "10 deg", "damping": "1 N m s/rad"})";
  }
  return "{\"bodies\": [" + bodies + "],\n\"joints\": [" + joints + "]}";
}

// tests/instructions counts that the work grows in proportion.
TEST(ReadModel, ten_thousand_bodies_are_read) {
  const Description model = read_model_text(chain(10000), "chain");
  EXPECT_EQ(model.bodies.size(), 10000U);
  EXPECT_EQ(model.joints.back().parent, "body9998");
}

// Text that is cut or changed anywhere is read or refused, and nothing else happens.
TEST(ReadModel, damaged_text_is_read_or_refused) {
  const std::string text = complete;
  int refused = 0;
  const auto attempt = [&refused](const std::string& damaged) {
    try {
      read_model_text(damaged, "damaged");
    } catch (const ModelError& error) {
      EXPECT_FALSE(error.where().empty());
      EXPECT_GT(std::string(error.what()).size(), 10U);
      ++refused;
    }
  };
  for (std::size_t size = 0; size < text.size(); ++size) attempt(text.substr(0, size));
  EXPECT_EQ(refused, static_cast<int>(text.size()));  // no part of it is a model

  refused = 0;
  unsigned random = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    random = random * 1664525U + 1013904223U;
    damaged[i] = static_cast<char>(random >> 24U);
    attempt(damaged);
    attempt(text.substr(0, i) + text.substr(i + 1));
    attempt(text.substr(0, i) + "\"0[]{},:-1eN"[random % 12U] + text.substr(i));
  }
  EXPECT_GT(refused, static_cast<int>(text.size()));
}

}  // namespace
}  // namespace treadle
