// What goes wrong: exit codes, messages, the nearest known name.
#include "fixture.hpp"

namespace treadle {
namespace {

using Errors = CommandLine;

/// A call that must fail with exit code 2 and these words on standard error.
void expect_refused(const Words& words, const std::string& message) {
  const Finished run = treadle_program(words);
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_EQ(run.err.rfind("treadle: ", 0), 0U) << run.err;
  EXPECT_TRUE(run.complains(message)) << "no \"" << message << "\" in " << run.err;
  EXPECT_EQ(run.out, "");
}

TEST_F(Errors, wrong_commands_are_refused) {
  expect_refused({}, "a command is needed");
  expect_refused({"rnu", "x.json"}, "rnu: unknown command (did you mean 'run'?)");
  expect_refused({"inspct"}, "did you mean 'inspect'?");
  expect_refused({"--vresion"}, "did you mean '--version'?");
  expect_refused({"--quiet", "run"}, "the command comes first");
}

TEST_F(Errors, wrong_options_are_refused) {
  const std::string model = four_bar();
  expect_refused({"run"}, "MODEL: a model file is needed");
  expect_refused({"run", "--sovler", "gauss", model},
                 "--sovler: unknown option (did you mean '--solver'?)");
  expect_refused({"run", "--sovler"}, "did you mean '--solver'?");
  expect_refused({"inspect", model, "--sgv", "x.svg"}, "did you mean '--svg'?");
  expect_refused({"run", model, "extra"}, "extra: one argument too many");
  expect_refused({"run", model, "--until", "5", "s"}, "as in --until \"5 s\"");
  expect_refused({"run", model, "--until"}, "--until: a value is needed");
  expect_refused({"run", model, "--step", "1 ms", "--step", "2 ms"},
                 "--step: it is given more than once");
  expect_refused({"run", model, "--bodies"}, "--bodies: this adds columns to a file; give --out");
  expect_refused({"run", model, "--channels", "A.q"}, "--channels: this chooses the columns");
  expect_refused({"run", model, "--channels", "A.q,,B.q", "--out", path("x.csv")},
                 "--channels: a name is empty");
  expect_refused({"run", model, "--channels", "A.v,A.p", "--out", path("x.csv")},
                 "--channels: unknown channel 'A.p' (did you mean 'A.");
  expect_refused({"run", model, "--channels", "E.*", "--out", path("x.csv")},
                 "--channels: no channel fits 'E.*'; --list-channels shows all");
  expect_refused({"run", model, "--out", ""}, "--out: the name of the file is empty");
}

TEST_F(Errors, two_dashes_end_the_options) {
  std::filesystem::copy(four_bar(), path("-odd.json"));
  std::filesystem::current_path(path(""));
  EXPECT_EQ(treadle_program({"inspect", "--json", "--", "-odd.json"}).object()["coordinates"], 3);
  std::filesystem::current_path(std::filesystem::temp_directory_path());
}

TEST_F(Errors, wrong_values_name_their_option) {
  const std::string model = four_bar();
  expect_refused({"run", model, "--until", "5 kg"}, "--until: '5 kg' is a mass, a time is needed");
  expect_refused({"run", model, "--until", "-1"}, "--until: ");
  expect_refused({"run", model, "--step", "0"}, "--step: ");
  expect_refused({"run", model, "--output-interval", "-1 ms", "--out", path("x.csv")},
                 "--output-interval: ");
  expect_refused({"run", model, "--solver", "tpology"},
                 "--solver: unknown solver 'tpology' (did you mean 'topology'?)");
  expect_refused({"run", model, "--integrator", "rk5"}, "did you mean 'rk4'?");
  expect_refused({"run", model, "--constraints", "close"}, "did you mean 'closest'?");
  expect_refused({"inspect", model, "--numbering", "leaf"},
                 "--numbering: unknown numbering 'leaf'");
  EXPECT_FALSE(std::filesystem::exists(path("x.csv"))) << "a refused run leaves no file";
}

TEST_F(Errors, a_wrong_value_in_the_file_names_the_file) {
  const std::string model =
      write("m.json", R"({"bodies": [{"name": "b", "mass": 1, "inertia": [1, 1, 1]}],
    "simulation": {"solver": "tpology", "duration": 0.01}})");
  expect_refused({"run", model}, model + ": simulation.solver: ");
  EXPECT_EQ(treadle_program({"run", model, "--solver", "topology"}).code, 0);
}

TEST_F(Errors, an_event_in_a_wrong_unit_names_its_place) {
  const std::string model =
      write("event.json", R"({"bodies": [{"name": "b", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [{"name": "j", "type": "prismatic", "parent": "ground", "child": "b",
                "position": [0, 0, 0], "axis": [0, 0, 1]}],
    "events": [{"name": "down", "when": "j.q", "crosses": "-30 deg"}]})");
  expect_refused({"run", model}, model +
                                     ": events[0].crosses: event 'down': crosses is in rad, but "
                                     "channel 'j.q' is in m; give for example '250 mm'");
}

TEST_F(Errors, a_model_is_never_overwritten) {
  const std::string model = four_bar();
  const std::string before = read(model);
  expect_refused({"run", model, "--out", model}, "--out: ");
  expect_refused({"inspect", model, "--svg",
                  path("../" + std::filesystem::path(model).parent_path().filename().string() +
                       "/four_bar.json")},
                 "is the model itself");
  EXPECT_EQ(read(model), before);
}

TEST_F(Errors, a_missing_model_is_told_once) {
  const Finished run = treadle_program({"run", path("none.json")});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err, "treadle: " + path("none.json") +
                         ": the file cannot be opened: No such file or directory\n");
}

TEST_F(Errors, json_reports_an_object) {
  const Finished option = treadle_program({"run", four_bar(), "--json", "--step", "0"});
  EXPECT_EQ(option.code, 2);
  EXPECT_EQ(option.object()["error"]["where"], "--step");
  EXPECT_TRUE(option.object()["error"]["file"].is_null());

  const Finished parser = treadle_program({"run", "--json", "--nothing"});
  EXPECT_EQ(parser.code, 2);
  EXPECT_EQ(parser.object()["error"]["where"], "--nothing");

  const std::string model = write("m.json", R"({"bodies": [{"name": "b", "mass": -1}]})");
  const Finished file = treadle_program({"inspect", model, "--json"});
  EXPECT_EQ(file.code, 2);
  EXPECT_EQ(file.object()["error"]["where"], "bodies[0].mass");
  EXPECT_EQ(file.object()["error"]["file"], model);
  EXPECT_TRUE(file.complains(model + ": bodies[0].mass: body 'b': ")) << file.err;
}

TEST_F(Errors, a_file_name_that_is_no_text_is_reported_all_the_same) {
  const Finished run = treadle_program({"run", path("caf\xe9.json"), "--json"});
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(run.object()["error"]["message"].is_string());
}

TEST_F(Errors, impossible_output_fails_before_the_run) {
  const std::string model = four_bar();
  for (const std::string& out : {path(""), path("none/motion.csv")}) {
    // a run of that length would not end
    const Finished run =
        treadle_program({"run", model, "--until", "10000", "--out", out, "--json"});
    EXPECT_EQ(run.code, 1) << out;
    EXPECT_TRUE(run.complains("'" + out + "' cannot be opened for writing: ")) << run.err;
    EXPECT_TRUE(run.object().contains("error"));
  }
  EXPECT_EQ(treadle_program({"inspect", model, "--svg", path("none/x.svg")}).code, 1);
}

TEST_F(Errors, a_full_disk_is_a_failure) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  const std::string model = four_bar();
  // found while running, found at the end; then the numbers are good all the same
  for (const char* until : {"5 s", "10 ms"}) {
    const Finished run =
        treadle_program({"run", model, "--until", until, "--out", "/dev/full", "--json"});
    EXPECT_EQ(run.code, 1) << until;
    EXPECT_TRUE(run.complains("/dev/full")) << run.err;
    EXPECT_TRUE(run.object().contains("error"));
    EXPECT_TRUE(run.object().contains("steps"));
    EXPECT_EQ(run.object()["status"], until == std::string("10 ms") ? "done" : "interrupted");
    EXPECT_EQ(run.object()["not_written"], nlohmann::json::array({"--out"}));
  }
  EXPECT_EQ(treadle_program({"inspect", model, "--svg", "/dev/full"}).code, 1);
  for (const Words& words : {Words{"inspect", model},
                             Words{"run", model, "--until", "1 ms", "--json"}, Words{"--help"}}) {
    Running lost(words, "/dev/full");
    const Finished run = lost.wait();
    EXPECT_EQ(run.code, 1) << words[0];
    EXPECT_TRUE(run.complains("standard output cannot be written")) << run.err;
  }
}

}  // namespace
}  // namespace treadle
