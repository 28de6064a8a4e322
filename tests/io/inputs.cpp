// Inputs in a model file: read, written and read again; in parts their paths come first; one name,
// one unit and one default.
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
