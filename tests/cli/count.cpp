// treadle count: operations by solver and step.
#include "fixture.hpp"
#include "src/solve/registry.hpp"
#include "support/places.hpp"

namespace treadle {
namespace {

using Count = CommandLine;

TEST_F(Count, gives_the_tables_of_the_paper_as_an_object) {
  const Finished run = treadle_program({"count", models_folder() + "/hmmwv.json", "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  const nlohmann::json object = run.object();
  EXPECT_EQ(object["coordinates"], 27);
  EXPECT_EQ(object["constraints"], 16);
  const nlohmann::json& solvers = object["solvers"];
  EXPECT_EQ(solvers["gauss"]["total"],
            (nlohmann::json{{"add", 27391}, {"mul", 27391}, {"div", 946}, {"sqrt", 0}}));
  EXPECT_EQ(solvers["dense"]["steps"]["3.4"],
            (nlohmann::json{{"add", 920}, {"mul", 920}, {"div", 152}, {"sqrt", 16}}));
  EXPECT_EQ(solvers["topology"]["steps"].size(), 8U);
  EXPECT_EQ(solvers["topology"]["total"]["add"], 3833);
  EXPECT_EQ(solvers["topology-ldl"]["total"]["sqrt"], 0);
  EXPECT_EQ(solvers["topology-ldl"]["total"]["div"], 43);
}

TEST_F(Count, tells_what_libraries_tell) {
  const nlohmann::json solvers =
      treadle_program({"count", models_folder() + "/hmmwv.json", "--json"}).object()["solvers"];
  for (const char* name : {"sparse", "sparse-symmetric", "dense-cholmod"}) {
    const nlohmann::json& entry = solvers[name];
    if (entry.contains("left_out")) {
      EXPECT_FALSE(solver_refusal(name).empty()) << entry.dump();
      continue;
    }
    const nlohmann::json& facts = entry["library"];
    EXPECT_GT(facts["operations"].get<double>(), 0.0) << name;
    EXPECT_EQ(facts["fill_in"].get<double>(),
              facts["factor_entries"].get<double>() - facts["matrix_entries"].get<double>());
    EXPECT_EQ(entry.contains("total"), std::string(name) == "dense-cholmod") << entry.dump();
  }
}

TEST_F(Count, prints_a_table_for_each_solver) {
  const Finished run = treadle_program({"count", four_bar()});
  EXPECT_EQ(run.code, 0) << run.err;
  for (const char* word : {"\ntopology\n", "\ntopology-ldl\n", "\ndense\n", "\nsymmetric\n",
                           "\ngauss\n", "square roots", "3.4", "backward"})
    EXPECT_TRUE(run.says(word)) << word << run.out;
}

TEST_F(Count, works_without_loops) {
  const Finished run = treadle_program({"count", models_folder() + "/pendulum.json", "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  const nlohmann::json steps = run.object()["solvers"]["topology"]["steps"];
  EXPECT_EQ(steps.size(), 3U) << steps;  // 1, 2 and 4
}

TEST_F(Count, leaves_out_what_would_take_hours) {
  std::string bodies, joints;
  for (int k = 0; k < 3000; ++k) {
    const std::string n = std::to_string(k),
                      before = k == 0 ? "ground" : "b" + std::to_string(k - 1);
    bodies += (k == 0 ? "" : ",") + ("{\"name\":\"b" + n) + "\",\"mass\":1,\"inertia\":[1,1,1]}";
    joints += (k == 0 ? "" : ",") + ("{\"name\":\"j" + n) +
              "\",\"type\":\"prismatic\",\"parent\":\"" + before + "\",\"child\":\"b" + n +
              "\",\"position\":[0,0,0],\"axis\":[0,0,1]}";
  }
  const std::string file =
      write("chain.json", "{\"bodies\":[" + bodies + "],\"joints\":[" + joints + "]}");
  const Finished run = treadle_program({"count", file});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.says("gauss left out: some 9e+09 operations")) << run.out;
  EXPECT_TRUE(run.says("topology left out")) << run.out;
}

TEST_F(Count, refuses_a_wrong_parameter) {
  const Finished run = treadle_program({"count", four_bar(), "--set", "nothing=1"});
  EXPECT_EQ(run.code, 2);
}

}  // namespace
}  // namespace treadle
