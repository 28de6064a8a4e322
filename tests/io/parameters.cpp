// Parameters of a model file: values from expressions, from outside, and what is left unused.
#include "../../src/io/reading/read_model.hpp"

#include "refusal.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {
namespace {

const char* const arm = R"json({
  "parameters": {
    "length": {"value": "300 mm", "note": "elbow to tip"},
    "density": "2 kg/m",
    "half": "length/2",
    "slope": "30 deg",
    "count": 3,
    "spare": "1 N"
  },
  "gravity": [0, 0, "-9.81 m/s^2 * count/3"],
  "bodies": [{"name": "arm", "mass": "density*length", "center": ["half", 0, 0],
              "inertia": {"yy": "density*length*length*length/12", "xx": "1 g*1 m*1 m"}}],
  "frames": [{"name": "tip", "body": "arm", "position": ["length - 10 mm", 0, "count"]}],
  "joints": [{"name": "elbow", "type": "revolute", "parent": "ground", "child": "arm", "axis": [0, "cos(slope)", "1/2"],
              "position": [0, "-half", 0], "start": "2*slope", "velocity": "slope/1 s",
              "drive": {"type": "table", "times": [0, "1 s*count"], "values": [0, "1 N*length"]}}],
  "simulation": {"duration": "count*2 s"}
})json";

const ParameterItem& find(const Description& model, const std::string& name) {
  const auto found = std::find_if(model.parameters.begin(), model.parameters.end(),
                                  [&](const ParameterItem& item) { return item.name == name; });
  EXPECT_NE(found, model.parameters.end());
  return *found;
}

Refusal arm_refused(const std::string& parameters, const std::string& mass = "2",
                    const Overrides& overrides = {}) {
  return refusal_of([&] {
    read_model_text("{\"parameters\": " + parameters + R"(, "bodies": [{"name": "arm", "mass": ")" +
                        mass + "\"}]}",
                    "arm.json", overrides);
  });
}

TEST(Parameters, reach_every_number) {
  const Description model = read_model_text(arm, "arm.json");
  EXPECT_DOUBLE_EQ(model.gravity[2], -9.81);
  EXPECT_DOUBLE_EQ(model.bodies[0].mass, 0.6);
  EXPECT_DOUBLE_EQ(model.bodies[0].center[0], 0.15);
  EXPECT_DOUBLE_EQ(model.bodies[0].inertia[1], 0.0045);
  EXPECT_DOUBLE_EQ(model.bodies[0].inertia[0], 0.001);
  EXPECT_DOUBLE_EQ(model.frames[0].pose.position[0], 0.29);
  EXPECT_EQ(model.frames[0].pose.position[2], 3.0);
  EXPECT_DOUBLE_EQ(model.joints[0].start[0], std::acos(0.5));
  EXPECT_DOUBLE_EQ((*model.joints[0].design->axis)[1], std::sqrt(0.75));
  EXPECT_EQ(model.joints[0].forces[0].drive->times[1], 3.0);
  EXPECT_EQ(model.simulation.duration, 6.0);
}

TEST(Parameters, are_listed) {
  const Description model = read_model_text(arm, "arm.json");
  ASSERT_EQ(model.parameters.size(), 6U);
  EXPECT_EQ(find(model, "length").value, 0.3);
  EXPECT_EQ(find(model, "length").unit, "m");
  EXPECT_EQ(find(model, "length").note, "elbow to tip");
  EXPECT_EQ(find(model, "half").value, 0.15);
  EXPECT_EQ(find(model, "count").unit, "1");
  EXPECT_EQ(find(model, "density").unit, "m^-1 kg");
  EXPECT_EQ(model.unused_parameters, std::vector<std::string>{"spare"});
}

TEST(Parameters, are_set_from_outside) {
  const Description model = read_model_text(
      arm, "arm.json", {{"length", "1 m"}, {"slope", "0.5"}, {"length", "2*25 cm"}});
  EXPECT_DOUBLE_EQ(model.bodies[0].center[0], 0.25);
  EXPECT_DOUBLE_EQ(find(model, "half").value, 0.25);
  EXPECT_EQ(model.joints[0].start[0], 1.0);
  EXPECT_EQ(find(model, "slope").unit, "rad");
  EXPECT_EQ(find(model, "length").note, "elbow to tip");
}

TEST(Parameters, refuse_what_does_not_fit_from_outside) {
  const auto refusal = [](const Overrides& overrides) {
    return refusal_of([&] { read_model_text(arm, "arm.json", overrides); });
  };
  EXPECT_EQ(refusal({{"lenght", "1 m"}}).where, "--set");
  EXPECT_TRUE(refusal({{"lenght", "1 m"}}).says("no parameter 'lenght' (did you mean 'length'?)"));
  EXPECT_TRUE(refusal({{"length", "1 kg"}})
                  .says("--set length: it is a mass, but parameter 'length' is a length"));
  EXPECT_TRUE(refusal({{"length", "long"}}).says("'long' has the word 'long'"));
  EXPECT_TRUE(
      refusal_of([] {
        read_model_text(R"({"bodies": [{"name": "a", "mass": 1}]})", "a.json", {{"b", "1"}});
      }).says("no parameter 'b', and no other"));
}

TEST(Parameters, refuse_wrong_files) {
  EXPECT_EQ(arm_refused("3").where, "parameters");
  EXPECT_TRUE(arm_refused(R"({"a": true})").says("parameter 'a' is true; a number or a string"));
  EXPECT_TRUE(arm_refused(R"({"a-b": 1})").says("letters, digits and '_'"));
  EXPECT_EQ(arm_refused(R"({"a": {"value": 1, "text": "x"}})").where, "parameters.a.text");
  EXPECT_EQ(arm_refused(R"({"a": "b", "b": "a + 1"})").where, "parameters.b");
  EXPECT_TRUE(
      arm_refused(R"({"a": "b", "b": "a + 1"})").says("'a' is computed from itself: a <- b <- a"));
  EXPECT_TRUE(arm_refused(R"({"a": "2 m"})", "a").says("mass: 'a' is a length, a mass is needed"));
  EXPECT_TRUE(arm_refused(R"({"a": "2 m"})", "-a*1 kg/1 m").says("must be greater than 0"));
  std::string chain = R"({"p0": 1)";
  for (int i = 1; i < 200; ++i)
    chain += ", \"p" + std::to_string(i) + "\": \"p" + std::to_string(i - 1) + "\"";
  EXPECT_TRUE(arm_refused(chain + ", \"a\": \"p199\"}").says("more than 100"));
}

TEST(Parameters, may_have_names_of_units) {
  const Description model = read_model_text(
      R"({"parameters": {"m": "5 m", "s": 2}, "bodies": [{"name": "a", "mass": 1, "position": ["2 m", "2*m", "m*s"]}]})",
      "a.json");
  EXPECT_EQ(model.bodies[0].pose.position, (Triple{2.0, 10.0, 10.0}));
}

}  // namespace
}  // namespace treadle
