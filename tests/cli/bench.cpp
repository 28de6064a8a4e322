// treadle bench and the choice of a solver, as a person sees them. Nothing here depends on how long
// something takes.
#include "fixture.hpp"
#include "src/solve/registry.hpp"
#include "support/places.hpp"

namespace treadle {
namespace {

using Bench = CommandLine;

const std::string hmmwv = models_folder() + "/hmmwv.json";

TEST_F(Bench, all_solvers_are_proved_and_timed) {
  const Finished run = treadle_program({"bench", hmmwv, "--seconds", "0.2", "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const nlohmann::json object = run.object();
  EXPECT_GE(object["states"], 1);
  EXPECT_LE(object["states"], 16);
  EXPECT_EQ(object["coordinates"], 27);
  const std::string reference = object["reference"];
  EXPECT_EQ(reference.find("gauss"), 0U);
  for (const std::string& name : usable_solvers()) {
    ASSERT_TRUE(object["solvers"].contains(name)) << name;
    const nlohmann::json& entry = object["solvers"][name];
    EXPECT_TRUE(entry["refusal"].is_null()) << name << entry.dump();
    EXPECT_LT(entry["error"].get<double>(), 1e-10) << name;
    EXPECT_LT(entry["difference"].get<double>(), 1e-9) << name;
    for (const char* key : {"solve_ns", "ns", "solve_ratio", "ratio"})
      EXPECT_GT(entry[key].get<double>(), 0.0) << name << key;
    EXPECT_GE(entry["spread"].get<double>(), 0.0);
    EXPECT_FALSE(entry["steps"].empty()) << name;
    EXPECT_EQ(entry["multipliers"], name != "clustered") << name;
  }
  EXPECT_EQ(object["solvers"][reference]["solve_ratio"], 1.0);
  EXPECT_TRUE(object["solvers"]["topology"]["steps"].contains("3.1"));
}

// The machine taken apart into components is one more way to the same accelerations.
TEST_F(Bench, components_are_proved_and_timed) {
  const std::string corners = models_folder() + "/hmmwv/corners.json";
  const Finished run =
      treadle_program({"bench", corners, "--solver", "component,generated-component,clustered",
                       "--seconds", "0.2", "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* name : {"component", "generated-component"}) {
    const nlohmann::json entry = run.object()["solvers"][name];
    ASSERT_TRUE(entry["refusal"].is_null()) << entry.dump();
    EXPECT_LT(entry["error"].get<double>(), 1e-10) << name;
    EXPECT_LT(entry["difference"].get<double>(), 1e-9) << name;
    EXPECT_GT(entry["ns"].get<double>(), 0.0) << name;
    EXPECT_GT(entry["ratio"].get<double>(), 0.0) << name;
    EXPECT_TRUE(entry["solve_ns"].is_null()) << name;
  }
}

TEST_F(Bench, some_solvers_and_gauss_for_comparison) {
  const Finished run = treadle_program(
      {"bench", four_bar(), "--solver", "topology, clustered", "--seconds", "0.05"});
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* words : {"\n  topology ", "\n  clustered ", "\n  gauss", "ratios: time of gauss",
                            "steps of the solve", "without multipliers"}) {
    EXPECT_TRUE(run.says(words)) << words << " in\n" << run.out;
  }
  EXPECT_FALSE(run.says("\n  dense "));
}

TEST_F(Bench, a_tree_has_no_multipliers_to_leave_out) {
  const nlohmann::json object =
      treadle_program({"bench", branched(), "--seconds", "0.05", "--json"}).object();
  EXPECT_EQ(object["solvers"]["clustered"]["multipliers"], true);
  EXPECT_TRUE(object["solvers"]["clustered"]["refusal"].is_null());
}

TEST_F(Bench, a_long_chain_is_timed_by_the_recursion_alone) {
  std::string bodies, joints;
  for (int k = 0; k < 400; ++k) {
    const std::string n = std::to_string(k),
                      before = k == 0 ? "ground" : "b" + std::to_string(k - 1);
    bodies += (k == 0 ? "" : ",") + ("{\"name\":\"b" + n) + "\",\"mass\":1,\"inertia\":[1,1,1]}";
    joints += (k == 0 ? "" : ",") + ("{\"name\":\"j" + n) +
              "\",\"type\":\"revolute\",\"parent\":\"" + before + "\",\"child\":\"b" + n +
              "\",\"position\":[" + n + ",0,0],\"axis\":[0,1,0]}";
  }
  const std::string file =
      write("chain.json", "{\"bodies\":[" + bodies + "],\"joints\":[" + joints + "]}");
  const Finished run =
      treadle_program({"bench", file, "--solver", "clustered", "--seconds", "0.1", "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const nlohmann::json entry = run.object()["solvers"]["clustered"];
  EXPECT_TRUE(entry["refusal"].is_null()) << entry.dump();
  EXPECT_TRUE(entry["solve_ns"].is_null()) << entry.dump();
  EXPECT_GT(entry["ns"].get<double>(), 0.0);
  EXPECT_LT(entry["error"].get<double>(), 1e-12);
}

TEST_F(Bench, mistakes) {
  const Finished name = treadle_program({"bench", four_bar(), "--solver", "topology,gaus"});
  EXPECT_EQ(name.code, 2);
  EXPECT_TRUE(name.complains("--solver: unknown solver 'gaus' (did you mean 'gauss'?)"));
  EXPECT_EQ(treadle_program({"bench", four_bar(), "--seconds", "0"}).code, 2);
  EXPECT_EQ(treadle_program({"bench", four_bar(), "--seconds", "never"}).code, 2);
}

TEST_F(Bench, inspect_says_which_solver_auto_takes_and_why) {
  const Finished text = treadle_program({"inspect", hmmwv});
  EXPECT_TRUE(text.says("\nsolver\n  clustered (auto: ")) << text.out;
  EXPECT_TRUE(text.says(" operations against ")) << text.out;
  EXPECT_TRUE(text.says("candidate")) << text.out;
  const nlohmann::json solver = treadle_program({"inspect", hmmwv, "--json"}).object()["solver"];
  EXPECT_EQ(solver["name"], "clustered");
  EXPECT_EQ(solver["auto"], true);
  ASSERT_EQ(solver["candidates"].size(), 3U);
  EXPECT_EQ(solver["candidates"]["topology-ldl"]["operations"]["sqrt"], 0);
  EXPECT_EQ(solver["candidates"]["topology"]["operations"]["sqrt"], 43);
  ASSERT_EQ(solver["side_by_side"].size(), 1u);
  EXPECT_NE(solver["side_by_side"][0].get<std::string>().find("4 branches of 3 bodies"),
            std::string::npos);
  EXPECT_LT(solver["candidates"]["clustered"]["cost"], solver["candidates"]["topology"]["cost"]);

  const nlohmann::json tree = treadle_program({"inspect", branched(), "--json"}).object()["solver"];
  EXPECT_EQ(tree["name"], "clustered");
  EXPECT_EQ(tree["reason"], "the mechanism is a tree, and the recursion goes over it once");
}

// A parallelogram that lies flat could go on in two ways: whatever a solver says there is neither
// right nor wrong. At rest and without weight it lies there for ever; with a velocity it leaves.
TEST_F(Bench, singular_states_prove_nothing) {
  const auto parallelogram = [&](const std::string& name, const std::string& more) {
    return write(name, R"({"treadle": 1, "gravity": [0, 0, 0], "bodies": [
      {"name": "left", "mass": 1, "center": [0.5, 0, 0], "inertia": [0.1, 0.1, 0.1]},
      {"name": "coupler", "mass": 2, "center": [2, 0, 0], "inertia": [0.1, 0.1, 0.1]},
      {"name": "right", "mass": 1, "center": [2.5, 0, 0], "inertia": [0.1, 0.1, 0.1]}],
    "joints": [
      {"name": "A", "type": "revolute", "parent": "ground", "child": "left",
       "position": [0, 0, 0], "axis": [0, 0, 1])" +
                           more + R"(},
      {"name": "B", "type": "revolute", "parent": "left", "child": "coupler",
       "position": [1, 0, 0], "axis": [0, 0, 1]},
      {"name": "C", "type": "revolute", "parent": "coupler", "child": "right",
       "position": [3, 0, 0], "axis": [0, 0, 1]},
      {"name": "D", "type": "revolute", "parent": "ground", "child": "right",
       "position": [2, 0, 0], "axis": [0, 0, 1]}]})");
  };
  const Finished rest =
      treadle_program({"bench", parallelogram("rest.json", ""), "--seconds", "0.1", "--json"});
  EXPECT_EQ(rest.code, 3);
  EXPECT_NE(rest.err.find("says nothing new: a singular position"), std::string::npos) << rest.err;
  const nlohmann::json nothing = rest.object();
  EXPECT_EQ(nothing["states"], 0);
  EXPECT_GT(nothing["unproved_states"], 0);
  for (const auto& [name, entry] : nothing["solvers"].items()) {
    EXPECT_TRUE(entry["ns"].is_null()) << name;
    EXPECT_FALSE(entry["refusal"].is_null()) << name;
  }
  const Finished moving = treadle_program(
      {"bench", parallelogram("moving.json", R"(, "velocity": 1)"), "--seconds", "0.1", "--json"});
  EXPECT_EQ(moving.code, 0) << moving.err;
  const nlohmann::json some = moving.object();
  EXPECT_GT(some["states"], 8);
  for (const auto& [name, entry] : some["solvers"].items()) {
    if (name == "generated") continue;  // its splits are those of the start
    EXPECT_TRUE(entry["ns"].is_number()) << name;
    EXPECT_LT(entry["error"], 1e-12) << name;
  }
}

TEST_F(Bench, run_tells_the_choice_and_obeys_a_name) {
  const Finished chosen = treadle_program({"run", hmmwv, "--until", "2 ms"});
  EXPECT_TRUE(chosen.says("solver clustered (auto: ")) << chosen.out;
  EXPECT_TRUE(treadle_program({"run", hmmwv, "--until", "2 ms", "--solver", "auto"})
                  .says("solver clustered (auto: "));
  const Finished asked = treadle_program({"run", hmmwv, "--until", "2 ms", "--solver", "dense"});
  EXPECT_TRUE(asked.says("solver dense, ")) << asked.out;
  const nlohmann::json object =
      treadle_program({"run", hmmwv, "--until", "2 ms", "--json"}).object();
  EXPECT_EQ(object["solver"], "clustered");
  EXPECT_EQ(object["solver_reason"].get<std::string>().find("auto: "), 0U);
}

}  // namespace
}  // namespace treadle
