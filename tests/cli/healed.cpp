// Drawings with errors from the command line: healed, told, written; locked machines; open loops.
#include "fixture.hpp"

namespace treadle {
namespace {

using DrawingErrors = CommandLine;

// A four-bar with axes that are off by up to `b` and `c` radians.
std::string drawn_four_bar(const std::string& b, const std::string& c, const std::string& more) {
  return R"({)" + more + R"("bodies": [
    {"name": "crank", "mass": 0.3, "center": [0, 0, 0.15], "inertia": [0.002, 0.002, 0.001]},
    {"name": "coupler", "mass": 1, "center": [0.4, 0, 0.6], "inertia": [0.08, 0.08, 0.01]},
    {"name": "rocker", "mass": 0.9, "center": [0.8, 0, 0.45], "inertia": [0.06, 0.06, 0.01]}],
  "joints": [
    {"name": "A", "type": "revolute", "parent": "ground", "child": "crank",
     "position": [0, 0, 0], "axis": [0, 1, 0], "velocity": 6},
    {"name": "B", "type": "revolute", "parent": "crank", "child": "coupler",
     "position": [0, 0, 0.3], "axis": [)" +
         b + R"(, 1, 0]},
    {"name": "C", "type": "revolute", "parent": "coupler", "child": "rocker",
     "position": [0.8, 0, 0.9], "axis": [0, 1, )" +
         c + R"(]},
    {"name": "D", "type": "revolute", "parent": "ground", "child": "rocker",
     "position": [0.8, 0, 0], "axis": [0, 1, 0]}],
  "simulation": {"duration": 1}})";
}

TEST_F(DrawingErrors, is_told_and_written) {
  const std::string model = write("drawn.json", drawn_four_bar("1e-5", "-2e-5", ""));
  const Finished seen = treadle_program({"inspect", model, "--json"});
  EXPECT_EQ(seen.code, 0) << seen.err;
  const nlohmann::json object = seen.object();
  EXPECT_EQ(object["dof"], 1);
  EXPECT_EQ(object["locked"], false);
  ASSERT_FALSE(object["healed"].empty());
  EXPECT_TRUE(object["healed"][0].contains("what"));
  EXPECT_TRUE(object["healed"][0].contains("by"));
  EXPECT_EQ(object["healed"][0]["joints"].size(), 4U);
  const Finished ran = treadle_program({"run", model, "--until", "0.2", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(ran.complains("taken as")) << ran.err;

  const Finished written =
      treadle_program({"convert", model, "--healed", "-o", path("exact.json")});
  EXPECT_EQ(written.code, 0) << written.err;
  const nlohmann::json exact = treadle_program({"inspect", path("exact.json"), "--json"}).object();
  EXPECT_EQ(exact["dof"], 1);
  EXPECT_TRUE(exact["healed"].empty());
  const Finished again = treadle_program({"run", path("exact.json"), "--until", "0.2", "--json"});
  EXPECT_EQ(again.object()["end"], ran.object()["end"]);
}

TEST_F(DrawingErrors, locked_machines_are_named) {
  const std::string model = write("locked.json", drawn_four_bar("0.05", "-0.03", ""));
  for (const Words& words :
       {Words{"inspect", model, "--json"}, Words{"run", model, "--until", "0.01", "--json"}}) {
    const Finished seen = treadle_program(words);
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_TRUE(seen.complains("locked")) << seen.err;
    EXPECT_TRUE(seen.complains("'A', 'B', 'C' and 'D'")) << seen.err;
  }
  EXPECT_EQ(treadle_program({"inspect", model, "--json"}).object()["locked"], true);
  const std::string meant =
      write("meant.json", drawn_four_bar("0.05", "-0.03", "\"locked\": true, "));
  const Finished seen = treadle_program({"inspect", meant, "--json"});
  EXPECT_EQ(seen.code, 0);
  EXPECT_FALSE(seen.complains("locked")) << seen.err;
}

TEST_F(DrawingErrors, open_loops_are_no_success) {
  const std::string model =
      write("exact.json", drawn_four_bar("1e-4", "-1e-4", "\"tolerance\": 0, "));
  const Finished seen = treadle_program({"run", model, "--constraints", "stabilized", "--json"});
  if (seen.code == 0) {
    EXPECT_LT(seen.object()["position_violation"].get<double>(), 1e-3);
  } else {
    EXPECT_EQ(seen.code, 3) << seen.err;
  }
}

TEST_F(DrawingErrors, refuses_what_is_no_tolerance) {
  const std::string model = write("wrong.json", drawn_four_bar("0", "0", "\"tolerance\": -1, "));
  EXPECT_EQ(treadle_program({"inspect", model}).code, 2);
  const std::string words = write("words.json", drawn_four_bar("0", "0", "\"locked\": \"yes\", "));
  const Finished seen = treadle_program({"inspect", words});
  EXPECT_EQ(seen.code, 2);
  EXPECT_TRUE(seen.complains("true or false is needed")) << seen.err;
}

}  // namespace
}  // namespace treadle
