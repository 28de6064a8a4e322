// Inputs in a model file: read, written and read again; in parts their paths come first, or they
// follow what is handed in; one name, one unit and one default.
#include "src/base/error.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/io/writing/write_model.hpp"
#include "src/mechanism/mechanism.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace treadle {
namespace {

std::string file(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

std::string driven(const std::string& drive, const std::string& more = "") {
  return R"({"bodies": [{"name": "mass", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [{"name": "rail", "type": "prismatic", "parent": "ground", "child": "mass",
                "axis": [1, 0, 0], "position": [0, 0, 0], "drive": )" +
         drive + "}]" + more + "}";
}

TEST(InputFunctions, AreReadAndWritten) {
  const Description d = read_model(file("driven.json", driven(R"({"type": "input", "name": "push",
    "default": "2 kN", "direction": "opposite"})")));
  const TimeFunction f = *d.joints.at(0).forces.at(0).drive;
  EXPECT_EQ(f.kind, FunctionKind::input);
  EXPECT_EQ(f.input, "push");
  EXPECT_EQ(f.dimension, dimension::force);
  EXPECT_EQ(f.offset, -2000.0);
  EXPECT_EQ(*read_model(file("again.json", write_model(d))).joints.at(0).forces.at(0).drive, f);
  const Mechanism m = build_mechanism(d);
  ASSERT_EQ(m.functions.inputs().size(), 1U);
  EXPECT_EQ(m.functions.inputs()[0].start, 2000.0);
  EXPECT_EQ(m.functions_at(3.0).at(0).value, -2000.0);
}

TEST(InputFunctions, OfPartsHaveTheirPath) {
  file("part.json", driven(R"({"type": "input", "name": "push"})"));
  const std::string whole = file("whole.json", R"({"include": [
    {"file": "part.json", "name": "left"}, {"file": "part.json", "name": "right"}]})");
  const Mechanism m = build_mechanism(read_model(whole));
  EXPECT_GE(m.functions.find_input("left.push"), 0);
  EXPECT_GE(m.functions.find_input("right.push"), 0);
  EXPECT_EQ(m.functions.inputs().size(), 2U);
}

TEST(InputFunctions, OfPartsFollowWhatIsHandedIn) {
  file("part.json", driven(R"({"type": "input", "name": "push", "default": "7 N"})"));
  const std::string whole = file("whole.json", R"({"parameters": {"size": "2 N"}, "include": [
    {"file": "part.json", "name": "a", "inputs":
      {"push": {"type": "input", "name": "all", "default": "3 N"}}},
    {"file": "part.json", "name": "b", "inputs":
      {"push": {"type": "input", "name": "all", "default": "3 N", "direction": "opposite"}}},
    {"file": "part.json", "name": "c", "inputs": {"push": "4*size"}},
    {"file": "part.json", "name": "d", "inputs":
      {"push": {"type": "sine", "amplitude": "size", "frequency": "1 Hz", "phase": "90 deg"}}},
    {"file": "part.json", "name": "e"}]})");
  const Description d = read_model(whole);
  const Mechanism m = build_mechanism(d);
  ASSERT_EQ(m.functions.inputs().size(), 2U);
  EXPECT_EQ(m.functions.inputs()[0].name, "all");
  EXPECT_EQ(m.functions.inputs()[0].start, 3.0);
  EXPECT_EQ(m.functions.inputs()[1].name, "e.push");
  const double starts[] = {3.0, -3.0, 8.0, 2.0, 7.0};
  ASSERT_EQ(d.joints.size(), 5U);
  const auto values = m.functions_at(0.0);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(values.at(k).value, starts[k], 1e-15) << k;
  // as one flat file
  EXPECT_EQ(read_model(file("flat.json", write_model(d))).joints.at(1).forces.at(0).drive,
            d.joints.at(1).forces.at(0).drive);
}

// A force along x and a torque about x, both of one input, in a part reflected in x: the force
// turns round by its direction, the torque by its sign.
TEST(InputFunctions, AreTurnedByAMirrorWhenTheyAreHandedIn) {
  file("part.json", R"({"bodies": [{"name": "mass", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [{"name": "rail", "type": "cylindrical", "parent": "ground", "child": "mass",
      "axis": [1, 0, 0], "position": [0, 0, 0], "coordinates": {"displacement":
        {"drive": {"type": "input", "name": "push", "direction": "opposite"}}}}],
    "forces": [{"name": "twist", "type": "applied", "on": {"body": "mass"},
      "direction": [1, 0, 0], "torque": {"type": "input", "name": "turn"}}]})");
  const auto with = [&](const std::string& inputs) {
    return read_model(file("whole.json", R"({"include": [{"file": "part.json", "name": "a",
      "mirror": "x")" + inputs + "}]}"));
  };
  // handed in or set by its path: the same
  const Description own = with(""), given = with(R"(, "inputs": {
    "push": {"type": "input", "name": "p"}, "turn": {"type": "input", "name": "t"}})");
  for (std::size_t k = 0; k < 2; ++k) {
    const auto &a = own.joints.at(0).forces.at(k).drive, &b = given.joints.at(0).forces.at(k).drive;
    ASSERT_EQ(a.has_value(), b.has_value());
    if (a) {
      EXPECT_EQ(a->amplitude, b->amplitude);
    }
  }
  EXPECT_EQ(own.forces.at(0).torque->amplitude, given.forces.at(0).torque->amplitude);
  EXPECT_EQ(given.forces.at(0).torque->input, "t");
  // a constant has the sign that the same constant inside the part would have
  const Description fixed = with(R"(, "inputs": {"push": 5, "turn": 6})");
  EXPECT_EQ(fixed.forces.at(0).torque->offset, 6.0 * own.forces.at(0).torque->amplitude);
}

TEST(InputFunctions, OfPartsInPartsGoByTheirPath) {
  file("part.json", driven(R"({"type": "input", "name": "push"})"));
  file("pair.json", R"({"include": [
    {"file": "part.json", "name": "x", "inputs": {"push": {"type": "input", "name": "both"}}},
    {"file": "part.json", "name": "y", "inputs": {"push": {"type": "input", "name": "both"}}},
    {"file": "part.json", "name": "z"}]})");
  const Mechanism m = build_mechanism(read_model(file("whole.json", R"({"include": [
    {"file": "pair.json", "name": "left"},
    {"file": "pair.json", "name": "right", "inputs":
      {"both": {"type": "input", "name": "top"}, "z.push": {"type": "input", "name": "top"}}}]})")));
  std::vector<std::string> names;
  for (const Input& input : m.functions.inputs()) names.push_back(input.name);
  EXPECT_EQ(names, (std::vector<std::string>{"left.both", "left.z.push", "top"}));
}

TEST(InputFunctions, HandedInWronglyAreRefused) {
  file("part.json", driven(R"({"type": "input", "name": "push"})"));
  const auto refusal = [&](const std::string& inputs) {
    const std::string path = file("whole.json", R"({"include": [
      {"file": "part.json", "name": "a", "inputs": )" +
                                                    inputs + "}]}");
    try {
      read_model(path);
    } catch (const ModelError& error) {
      return error.where() + ": " + error.what();
    }
    return std::string("accepted");
  };
  EXPECT_EQ(
      refusal(R"({"pusj": 1})"),
      "include[0].inputs.pusj: include 'a': the part has no input 'pusj' (did you mean 'push'?)");
  EXPECT_TRUE(refusal(R"({"push": "1 m"})").starts_with("include[0].inputs.push: "))
      << refusal(R"({"push": "1 m"})");
  EXPECT_TRUE(refusal("[1]").starts_with("include[0].inputs: ")) << refusal("[1]");
}

TEST(InputFunctions, HaveOneUnitAndOneDefault) {
  const std::string torque = R"(, "forces": [{"name": "twist", "type": "applied",
    "on": {"body": "mass"}, "direction": [1, 0, 0], "torque": {"type": "input", "name": "push"}}])";
  const std::string force = R"(, "forces": [{"name": "twist", "type": "applied",
    "on": {"body": "mass"}, "direction": [1, 0, 0],
    "force": {"type": "input", "name": "push", "default": 3}}])";
  for (const std::string& more : {torque, force}) {
    const std::string path =
        file("twice.json", driven(R"({"type": "input", "name": "push"})", more));
    try {
      build_mechanism(read_model(path));
      FAIL();
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find("input 'push'"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace treadle
