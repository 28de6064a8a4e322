// treadle inspect: numbers and words about a mechanism.
#include "fixture.hpp"
#include "support/places.hpp"

namespace treadle {
namespace {

using Inspect = CommandLine;
using Names = std::vector<std::string>;

TEST_F(Inspect, counts_a_four_bar) {
  const Finished run = treadle_program({"inspect", four_bar(), "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  const nlohmann::json object = run.object();
  EXPECT_EQ(object["bodies"], 3);
  EXPECT_EQ(object["joints"], 4);
  EXPECT_EQ(object["coordinates"], 3);
  EXPECT_EQ(object["constraints"], 5);
  EXPECT_EQ(object["dof"], 1);
  EXPECT_EQ(object["redundant"], Names{"C"});
  EXPECT_EQ(object["redundant_equations"].size(), 3U);
  EXPECT_EQ(object["cut"], Names{"C"});
  EXPECT_FALSE(object["reasons"]["C"].get<std::string>().empty());
  EXPECT_EQ(object["order"], (Names{"D", "B", "A"}));
  EXPECT_EQ(object["tree"].size(), 3U);
  EXPECT_EQ(object["tree"][1]["body"], "coupler");
  EXPECT_EQ(object["tree"][1]["parent"], "crank");
  EXPECT_EQ(object["clusters"].size(), 1U);
  EXPECT_EQ(object["clusters"][0]["root"], "ground");
  EXPECT_EQ(object["clusters"][0]["loops"], Names{"C"});
  EXPECT_EQ(object["nnz"], (nlohmann::json{{"inertia", 4}, {"factor", 4}, {"t", 15}}));
  EXPECT_EQ(object["fill_in"], 0);
  EXPECT_EQ(object["warnings"], nlohmann::json::array());
}

TEST_F(Inspect, tells_a_person_the_same) {
  const Finished run = treadle_program({"inspect", four_bar()});
  EXPECT_EQ(run.code, 0);
  const char* tree = R"(
  ground
  ├─ crank       A (revolute)
  │  └─ coupler  B (revolute)
  └─ rocker      D (revolute)
)";
  const char* patterns = R"(
    M        L
  D x · ·    x · ·
  B · x x    · x ·
  A · x x    · x x
)";
  const char* order = "numbering (leaf-first), coordinates in matrix order\n  D B A\n";
  const char* size = "3 coordinates, 5 equations (3 redundant), 1 degree of freedom";
  for (const char* words :
       {size, tree, order, patterns, "cut revolute", "joint 'C', equation ", "fill-in none"}) {
    EXPECT_TRUE(run.says(words)) << "no \"" << words << "\" in\n" << run.out;
  }
}

TEST_F(Inspect, tells_rank_and_open_reactions) {
  const Finished run = treadle_program({"inspect", four_bar()});
  EXPECT_TRUE(run.says("C: rank 2 of 5, gap ")) << run.out;
  EXPECT_TRUE(run.says("reactions that are not unique\n  A (force.y, moment.x, moment.z), B ("))
      << run.out;
  const nlohmann::json object = treadle_program({"inspect", four_bar(), "--json"}).object();
  EXPECT_EQ(object["ranks"].size(), 1U);
  EXPECT_EQ(object["ranks"][0]["loops"], Names{"C"});
  EXPECT_EQ(object["ranks"][0]["rank"], 2);
  EXPECT_EQ(object["ranks"][0]["equations"], 5);
  EXPECT_GT(object["ranks"][0]["gap"].get<double>(), 1e6);
  EXPECT_EQ(object["not_unique"].size(), 12U);
  EXPECT_EQ(object["not_unique"][0], "A.force.y");
  EXPECT_EQ(object["targets"], nlohmann::json::array());
}

TEST_F(Inspect, says_which_targets_are_met) {
  nlohmann::json model = nlohmann::json::parse(read(four_bar()));
  model["assembly"]["targets"] = {{{"joint", "A"}, {"value", "10 deg"}},
                                  {{"joint", "D"}, {"value", "-20 deg"}, {"priority", 2}}};
  const std::string file = write("asked.json", model.dump());
  const Finished run = treadle_program({"inspect", file, "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  const nlohmann::json targets = run.object()["targets"];
  ASSERT_EQ(targets.size(), 2U);
  EXPECT_EQ(targets[0]["met"], true);
  EXPECT_EQ(targets[0]["target"], "joint 'A'");
  EXPECT_EQ(targets[1]["met"], false);
  EXPECT_GT(targets[1]["angle_off"].get<double>(), 0.1);
  EXPECT_NE(run.err.find("treadle: warning: target 2 (joint 'D'): off by "), std::string::npos)
      << run.err;
  EXPECT_NE(run.err.find("target 1 comes first"), std::string::npos) << run.err;
  EXPECT_TRUE(treadle_program({"inspect", file}).says("\ntargets\n"));
}

TEST_F(Inspect, lists_welded_bodies_and_rods) {
  const Finished run =
      treadle_program({"inspect", branched(R"(, "constraints": [{"name": "rod", "type": "distance",
      "from": {"body": "ground", "position": [3, 0, 0]}, "to": {"body": "right", "position": [0, 0, 0]}}])")});
  EXPECT_TRUE(run.says("none: welded to left")) << run.out;
  EXPECT_TRUE(run.says("rod   distance  ground, right  1 ")) << run.out;
  EXPECT_TRUE(run.says("ball.wx .wy .wz")) << run.out;
}

TEST_F(Inspect, couplers_and_drivers_name_their_coordinates) {
  const std::string model = branched(R"(, "constraints": [
      {"name": "gear", "type": "coupler",
       "coordinates": [{"joint": "l", "factor": 1}, {"joint": "r", "factor": -1}]},
      {"name": "turn", "type": "driver", "joint": "r", "function": {"type": "ramp", "slope": 1}}])");
  const nlohmann::json loops = treadle_program({"inspect", model, "--json"}).object()["loops"];
  ASSERT_EQ(loops.size(), 2U);
  EXPECT_EQ(loops[0]["coordinates"], (Names{"l", "r"}));
  EXPECT_TRUE(loops[0]["from"].is_null());
  EXPECT_EQ(loops[1]["coordinates"], Names{"r"});

  const std::string drawing = path("gear.svg");
  EXPECT_TRUE(treadle_program({"inspect", model, "--svg", drawing}).says("gear  coupler  l, r "));
  EXPECT_NE(read(drawing).find("revolute ← turn"), std::string::npos);
}

TEST_F(Inspect, root_first_numbering_shows_fill_in) {
  const std::string model = branched();
  const nlohmann::json good = treadle_program({"inspect", model, "--json"}).object();
  const nlohmann::json bad =
      treadle_program({"inspect", model, "--json", "--numbering", "root-first"}).object();
  EXPECT_EQ(good["numbering"], "leaf-first");
  EXPECT_EQ(good["fill_in"], 0);
  EXPECT_EQ(bad["numbering"], "root-first");
  EXPECT_EQ(bad["fill_in"], 1);  // the two arms, once the trunk between them is eliminated
  EXPECT_EQ(bad["nnz"]["factor"], bad["nnz"]["inertia"].get<int>() + 1);
  EXPECT_EQ(bad["order"], (Names{"ball.wx", "ball.wy", "ball.wz", "l", "r"}));

  EXPECT_TRUE(
      treadle_program({"inspect", model, "--numbering", "root-first"}).says(" x x x o x\n"));
  EXPECT_FALSE(treadle_program({"inspect", model}).says(" o "));
}

TEST_F(Inspect, large_patterns_are_drawn_on_request) {
  const std::string model = many_bodies(61);
  EXPECT_FALSE(treadle_program({"inspect", model}).says("· ·"));
  EXPECT_TRUE(treadle_program({"inspect", model, "--patterns"}).says("· ·"));
}

TEST_F(Inspect, draws_components) {
  const std::string model = models_folder() + "/insulator/double_chain.json";
  EXPECT_FALSE(treadle_program({"inspect", model}).says("components\n"));
  const Finished drawn = treadle_program({"inspect", model, "--components"});
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  EXPECT_TRUE(drawn.says("parts of the model"));
  EXPECT_TRUE(drawn.says("left.first, left.fourth"));
  EXPECT_TRUE(drawn.says("left out of double_chain, since others say the same: joint 'right_pin'"));
  const nlohmann::json levels = treadle_program({"inspect", model, "--json"}).object()["levels"];
  ASSERT_FALSE(levels.empty());
  EXPECT_EQ(levels.back()["component"], "double_chain");
  EXPECT_EQ(levels.back()["left_out"].size(), 3U);
  EXPECT_EQ(levels.back()["pattern"].size(), levels.back()["rows"].get<std::size_t>());
  // a model without parts has none, unless they are asked for
  EXPECT_TRUE(treadle_program({"inspect", four_bar(), "--json"}).object()["levels"].empty());
  EXPECT_EQ(
      treadle_program({"inspect", four_bar(), "--components", "--json"}).object()["levels"].size(),
      1U);
}

}  // namespace
}  // namespace treadle
