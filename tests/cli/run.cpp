// treadle run: summary, JSON, the file of the motion.
#include "fixture.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace treadle {
namespace {

using RunCommand = CommandLine;

TEST_F(RunCommand, prints_a_summary_for_a_person) {
  const Finished run =
      treadle_program({"run", four_bar(), "--until", "20 ms", "--integrator", "rk4"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.says("four bar: 3 coordinates, 5 equations (3 redundant), 1 degree of freedom\n"))
      << run.out;
  for (const char* label :
       {"steps", "simulated", "wall time", "real-time factor", "one step", "energy drift",
        "position violation", "velocity violation", "--out FILE.csv"}) {
    EXPECT_TRUE(run.says(label)) << label << " is missing in\n" << run.out;
  }
  EXPECT_TRUE(run.says("20 of 1 ms with rk4")) << run.out;
  EXPECT_TRUE(run.says("times faster than real time") || run.says("times slower than real time"));

  // values stand in one column
  std::set<std::size_t> columns;
  std::vector<std::string> lines = lines_of(run.out);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t gap = lines[i].find("  ", 2);
    ASSERT_NE(gap, std::string::npos) << lines[i];
    columns.insert(lines[i].find_first_not_of(' ', gap));
  }
  EXPECT_EQ(columns.size(), 1U) << run.out;
}

TEST_F(RunCommand, json_is_one_object_with_the_keys_of_the_design) {
  const Finished run =
      treadle_program({"run", four_bar(), "--until", "20 ms", "--integrator", "rk4", "--json"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  const nlohmann::json object = run.object();
  for (const char* key : {"steps",
                          "wall_seconds",
                          "real_time_factor",
                          "energy_drift",
                          "position_violation",
                          "velocity_violation",
                          "solver",
                          "integrator",
                          "constraint_method",
                          "switches",
                          "repartitions",
                          "singular_times",
                          "step_seconds",
                          "end",
                          "warnings",
                          "model",
                          "version",
                          "status",
                          "evaluations",
                          "failures",
                          "order",
                          "step_sizes",
                          "events"}) {
    EXPECT_TRUE(object.contains(key)) << key;
  }
  EXPECT_EQ(object["status"], "done");
  EXPECT_EQ(object["model"], "four bar");
  EXPECT_EQ(object["steps"], 20);
  EXPECT_EQ(object["evaluations"], 80);
  EXPECT_EQ(object["solver"], "clustered");  // what auto chose
  EXPECT_EQ(object["integrator"], "rk4");
  EXPECT_EQ(object["constraint_method"], "auto");
  EXPECT_EQ(object["singular_times"], nlohmann::json::array());
  EXPECT_GT(object["wall_seconds"].get<double>(), 0.0);
  EXPECT_NEAR(object["real_time_factor"].get<double>(), object["wall_seconds"].get<double>() / 0.02,
              1e-9);
  EXPECT_LT(object["position_violation"].get<double>(), 1e-9);
  for (const char* key : {"median", "p999", "worst"}) EXPECT_GT(object["step_seconds"][key], 0.0);
  EXPECT_NEAR(object["end"]["time"].get<double>(), 0.02, 1e-12);
  EXPECT_TRUE(object["end"]["q"]["A"].is_number());
  EXPECT_NEAR(object["end"]["v"]["A"].get<double>(), 10.0, 1.0);
}

TEST_F(RunCommand, steps_follow_a_tolerance_unless_asked_otherwise) {
  const auto with = [&](const Words& more) {
    Words words{"run", four_bar(), "--until", "0.2 s", "--max-step", "50 ms", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return treadle_program(words).object();
  };
  const nlohmann::json usual = with({}), rough = with({"--rtol", "1e-4", "--atol", "1e-4"});
  EXPECT_EQ(usual["integrator"], "adams");
  EXPECT_LT(rough["steps"], usual["steps"]);
  EXPECT_LT(usual["step_sizes"]["smallest"], usual["step_sizes"]["largest"]);
  EXPECT_LE(usual["step_sizes"]["largest"], 0.05);
  EXPECT_GE(usual["evaluations"].get<long>(), 2 * usual["steps"].get<long>());
  EXPECT_GT(usual["order"], 2);
  const Finished text = treadle_program({"run", four_bar(), "--until", "0.2 s"});
  EXPECT_TRUE(text.says("in the mean")) << text.out;
  EXPECT_TRUE(text.says("evaluations with adams")) << text.out;
  const Finished wrong = treadle_program({"run", four_bar(), "--atol", "0"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_TRUE(wrong.complains("--atol")) << wrong.err;
}

TEST_F(RunCommand, events_are_told) {
  const std::string model = tests_folder() + "/../docs/model/examples/event.json";
  const Finished run = treadle_program({"run", model, "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  const nlohmann::json events = run.object()["events"];
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[1]["name"], "let go");
  EXPECT_EQ(events[1]["action"], "switch off");
  EXPECT_NEAR(events[1]["time"].get<double>(), std::acos(-1.0) / 20.0, 1e-8);
  EXPECT_TRUE(treadle_program({"run", model}).says("3: half way at 0.1047")) << run.out;
}

TEST_F(RunCommand, several_coordinates_are_an_array) {
  const Finished run = treadle_program({"run", branched(), "--until", "2 ms", "--json"});
  const nlohmann::json end = run.object()["end"];
  EXPECT_EQ(end["q"]["ball"].size(), 4U);
  EXPECT_EQ(end["v"]["ball"].size(), 3U);
  EXPECT_TRUE(end["q"]["l"].is_number());
}

TEST_F(RunCommand, options_reach_the_run) {
  const Finished run = treadle_program({"run", four_bar(), "--until=0.01", "--step", "2 ms",
                                        "--integrator", "semi-implicit-euler", "--solver", "gauss",
                                        "--constraints", "stabilized", "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  const nlohmann::json object = run.object();
  EXPECT_EQ(object["steps"], 5);
  EXPECT_EQ(object["solver"], "gauss");
  EXPECT_EQ(object["integrator"], "semi-implicit-euler");
  EXPECT_EQ(object["constraint_method"], "stabilized");
}

TEST_F(RunCommand, threads_are_counted_and_change_nothing) {
  const Words words{"run", four_bar(), "--until", "20 ms", "--json"};
  const auto with = [&](const char* threads) {
    Words more = words;
    more.insert(more.end(), {"--threads", threads});
    return treadle_program(more);
  };
  const nlohmann::json usual = treadle_program(words).object();
  EXPECT_EQ(usual["threads"], 1);
  EXPECT_EQ(with("auto").object()["threads"], 1) << "three coordinates";
  const Finished two = with("2");
  if (two.code == 0) {
    EXPECT_EQ(two.object()["threads"], 2);
    EXPECT_EQ(two.object()["end"], usual["end"]);
  } else {
    EXPECT_EQ(two.code, 2);
    EXPECT_TRUE(two.says("libtbb-dev")) << two.out;
  }
  for (const char* wrong : {"0", "-1", "two", "2.5", "1000", ""}) {
    const Finished run = with(wrong);
    EXPECT_EQ(run.code, 2) << wrong;
    EXPECT_NE(run.object()["error"].dump().find("auto"), std::string::npos) << run.out;
  }
}

TEST_F(RunCommand, writes_every_step_with_names_and_units) {
  const std::string file = path("motion.csv");
  const Finished run = treadle_program({"run", four_bar(), "--until", "20 ms", "--out", file});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.says(file + " (21 rows, 7 columns)")) << run.out;
  const std::vector<std::string> lines = lines_of(read(file));
  ASSERT_EQ(lines.size(), 22U);
  EXPECT_EQ(lines[0], "time [s],A.q [rad],A.v [rad/s],B.q [rad],B.v [rad/s],D.q [rad],D.v [rad/s]");
  for (const std::string& line : lines) EXPECT_EQ(std::count(line.begin(), line.end(), ','), 6);
  EXPECT_EQ(lines[1].substr(0, 2), "0,");
  EXPECT_EQ(lines[21].substr(0, 5), "0.02,");
}

TEST_F(RunCommand, rows_keep_to_the_output_interval) {
  const std::string file = path("motion.csv");
  treadle_program(
      {"run", four_bar(), "--until", "20 ms", "--output-interval", "5 ms", "--out", file});
  EXPECT_EQ(lines_of(read(file)).size(), 6U);
}

TEST_F(RunCommand, poses_and_forces_come_on_request) {
  const std::string file = path("motion.csv");
  const Finished run = treadle_program(
      {"run", four_bar(), "--until", "2 ms", "--out", file, "--bodies", "--reactions"});
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string head = lines_of(read(file)).at(0);
  EXPECT_NE(head.find("rocker.pose.qw [1]"), std::string::npos) << head;
  EXPECT_NE(head.find("C.force.x [N]"), std::string::npos) << head;
  EXPECT_NE(head.find("C.moment.z [N m]"), std::string::npos) << head;
  EXPECT_NE(run.err.find("A (force.y, moment.x, moment.z), B ("), std::string::npos) << run.err;
  EXPECT_NE(run.err.find(": not unique, since equations are redundant"), std::string::npos)
      << run.err;
  EXPECT_TRUE(run.says("A (force.y, moment.x, moment.z), B (")) << run.out;
  const Finished object = treadle_program(
      {"run", four_bar(), "--until", "2 ms", "--out", file, "--reactions", "--json"});
  EXPECT_EQ(object.object()["not_unique"].size(), 12U);
  // one channel alone is told of too, and one that is unique brings no warning
  const nlohmann::json open =
      treadle_program({"run", four_bar(), "--until", "2 ms", "--channels", "C.force.y", "--json"})
          .object();
  EXPECT_EQ(open["not_unique"], nlohmann::json{"C.force.y"});
  const Finished unique =
      treadle_program({"run", four_bar(), "--until", "2 ms", "--channels", "C.force.x", "--json"});
  EXPECT_EQ(unique.object()["not_unique"], nlohmann::json::array());
  EXPECT_EQ(unique.err.find("not unique"), std::string::npos) << unique.err;
}

TEST_F(RunCommand, quiet_prints_nothing) {
  const Finished run = treadle_program({"run", four_bar(), "--until", "2 ms", "--quiet"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out + run.err, "");
}

TEST_F(RunCommand, warnings_go_to_standard_error_and_into_the_object) {
  const std::string model = write(
      "loose.json", R"({"bodies": [{"name": "b", "mass": 1, "inertia": [0.001, 0.001, 0.001]}]})");
  const Finished run = treadle_program({"run", model, "--until", "2 ms", "--json"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err.rfind("treadle: warning: body 'b' has no way to the ground", 0), 0U) << run.err;
  EXPECT_EQ(run.object()["warnings"].size(), 1U);
}

TEST_F(RunCommand, the_ready_four_bar_runs) {
  const std::string model = models_folder() + "/four_bar.json";
  const Finished run = treadle_program({"run", model, "--until", "50 ms", "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_LT(run.object()["energy_drift"].get<double>(), 1e-6);
}

TEST_F(RunCommand, numerical_trouble_keeps_what_was_computed) {
  const std::string file = path("motion.csv");
  const Words words{"run",    stiff_block(),  "--step", "1 s",   "--until",
                    "1000 s", "--integrator", "rk4",    "--out", file};
  const Finished run = treadle_program(words);
  EXPECT_EQ(run.code, 3);
  EXPECT_TRUE(run.complains("stiff.json: slide: at t = ")) << run.err;
  EXPECT_TRUE(run.complains("--step")) << run.err;
  EXPECT_TRUE(run.says("(trouble)")) << run.out;
  const std::size_t lines = lines_of(read(file)).size();
  EXPECT_GT(lines, 3U);
  EXPECT_LT(lines, 1000U);

  Words with_json = words;
  with_json.push_back("--json");
  const Finished again = treadle_program(with_json);
  EXPECT_EQ(again.code, 3);
  const nlohmann::json object = again.object();
  EXPECT_EQ(object["status"], "trouble");
  EXPECT_EQ(object["error"]["where"], "slide");
  EXPECT_EQ(object["error"]["file"], path("stiff.json"));
  EXPECT_NE(object["error"]["message"].get<std::string>().find("not finite"), std::string::npos);
  EXPECT_EQ(object["steps"].get<std::size_t>() + 2, lines);  // the start and the header
  EXPECT_TRUE(object["end"]["q"]["slide"].is_number());
  EXPECT_TRUE(object["energy_drift"].is_null() ||
              std::isfinite(object["energy_drift"].get<double>()));
}

}  // namespace
}  // namespace treadle
