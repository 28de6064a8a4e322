// treadle inspect: numbers and words about a mechanism.
#include "fixture.hpp"

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
  for (const char* words :
       {"3 coordinates, 5 equations (3 redundant), 1 degree of freedom",
        "├─ crank       A (revolute)\n  │  └─ coupler  B (revolute)\n  └─ rocker      D "
        "(revolute)\n",
        "cut revolute", "joint 'C', equation ",
        "numbering (leaf-first), coordinates in matrix order\n  D B A\n", "fill-in none",
        "  D x · ·    x · ·\n  B · x x    · x ·\n  A · x x    · x x\n"}) {
    EXPECT_TRUE(run.says(words)) << "no \"" << words << "\" in\n" << run.out;
  }
}

TEST_F(Inspect, lists_welded_bodies_and_rods) {
  const Finished run =
      treadle_program({"inspect", branched(R"(, "constraints": [{"name": "rod", "type": "distance",
      "from": {"body": "ground", "position": [3, 0, 0]}, "to": {"body": "right", "position": [0, 0, 0]}}])")});
  EXPECT_TRUE(run.says("none: welded to left")) << run.out;
  EXPECT_TRUE(run.says("rod   distance  ground, right  1 ")) << run.out;
  EXPECT_TRUE(run.says("ball.wx .wy .wz")) << run.out;
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
  std::string bodies, joints;
  for (int i = 0; i < 61; ++i) {
    const std::string n = std::to_string(i), comma = i == 0 ? "" : ", ";
    bodies += comma + R"({"name": "b)" + n + R"(", "mass": 1, "inertia": [1, 1, 1]})";
    joints += comma + R"({"name": "j)" + n +
              R"(", "type": "revolute", "parent": "ground", "child": "b)" + n +
              R"(", "position": [0, 0, )" + n + R"(], "axis": [0, 1, 0]})";
  }
  const std::string model =
      write("many.json", R"({"bodies": [)" + bodies + R"(], "joints": [)" + joints + "]}");
  EXPECT_FALSE(treadle_program({"inspect", model}).says("· ·"));
  EXPECT_TRUE(treadle_program({"inspect", model, "--patterns"}).says("· ·"));
}

}  // namespace
}  // namespace treadle
