// Patterns, the catalogue, and what may not be shown.
#include "src/base/error.hpp"
#include "support.hpp"

#include "src/simulation/sampler.hpp"
#include "support/places.hpp"

#include <filesystem>
#include <set>

namespace treadle::test {
namespace {

TEST(ChannelPattern, Fits) {
  EXPECT_TRUE(fits("*", ""));
  EXPECT_TRUE(fits("a*c", "abbc"));
  EXPECT_TRUE(fits("*.q", "a.b.q"));
  EXPECT_TRUE(fits("a*b*c", "aXbXbc"));
  EXPECT_TRUE(fits("?.q", "A.q"));
  EXPECT_TRUE(fits("**", "x"));
  EXPECT_FALSE(fits("?.q", "AB.q"));
  EXPECT_FALSE(fits("a*c", "abcd"));
  EXPECT_FALSE(fits("", "a"));
  EXPECT_FALSE(fits("a?", "a"));
}

TEST(Catalogue, OfEveryReadyModelHasUniqueNamesAndFiniteNumbers) {
  int models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(models_folder())) {
    if (entry.path().extension() != ".json") continue;
    const Mechanism mechanism = build_mechanism(read_model(entry.path().string()));
    const std::vector<Column> all = all_channels(mechanism);
    std::set<std::string> names;
    for (const Column& column : all) {
      EXPECT_TRUE(names.insert(column.name).second) << entry.path() << " " << column.name;
      EXPECT_FALSE(column.unit.empty() || column.group.empty()) << column.name;
    }
    MechanismSystem system(mechanism, "topology", ConstraintMethod::closest, 1e-3);
    Sampler sampler(mechanism, system, {false, false, {"*"}});
    std::vector<double> row(sampler.columns().size());
    ASSERT_EQ(row.size(), all.size());
    sampler.sample(0.0, system.start(), row);
    for (std::size_t k = 0; k < row.size(); ++k)
      EXPECT_TRUE(std::isfinite(row[k])) << entry.path() << " " << all[k].name;
    ++models;
  }
  EXPECT_GE(models, 9);
}

std::string refusal(const std::string& joint, const std::string& output) {
  const std::string text = R"({"bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1]},
      {"name": "b", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [{"name": "pin", "type": "revolute", "parent": "ground", "child": "a",
                "position": [0, 0, 0], "axis": [0, 0, 1]},
               {"name": "weld", "type": "fixed", "parent": "a", "child": "b")" +
                           joint + R"(}],
    "forces": [{"name": "idle", "type": "spring", "from": {"body": "ground", "position": [0, 0, 1]},
                "to": {"body": "ground"}, "stiffness": 1}],
    "outputs": [{"name": "x", )" +
                           output + "}]}";
  const Mechanism mechanism = build_mechanism(read_model_text(text, "test.json"));
  try {
    RunOptions options;
    options.integrator = "rk4";
    options.duration = 0.0;
    run(mechanism, options);
  } catch (const ModelError& error) {
    return error.where() + ": " + error.what();
  }
  return "";
}

TEST(Outputs, ThatCannotBeShownAreRefusedWithARemedy) {
  EXPECT_NE(refusal("", R"("type": "reaction", "joint": "weld")").find("set \"tree\": \"cut\""),
            std::string::npos);
  EXPECT_EQ(refusal(R"(, "tree": "cut")", R"("type": "reaction", "joint": "weld")"), "");
  EXPECT_EQ(refusal("", R"("type": "force", "force": "idle")"),
            "outputs[0]: output 'x': both ends of force 'idle' are fixed to the ground");
}

TEST(Outputs, OfPartsComeWithThem) {
  const Description d = read_model(tests_folder() + "/output/car.json");
  ASSERT_EQ(d.outputs.size(), 3U);
  EXPECT_EQ(d.outputs[0].name, "own");
  EXPECT_EQ(d.outputs[1].name, "left.travel");
  const Series s = record(d, {}, 0.1);
  // what the part calls the world is its own frame on the body that it stands on
  EXPECT_LT(worst_difference(s["left.travel.z"], s["right.travel.z"]), 1e-9);
  for (std::size_t k = 0; k < s["time"].size(); ++k)
    EXPECT_NEAR(s["left.travel.y"][k], -s["right.travel.y"][k], 1e-9);
}

}  // namespace
}  // namespace treadle::test
