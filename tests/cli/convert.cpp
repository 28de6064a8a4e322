// treadle convert: one flat file that says the same.
#include "fixture.hpp"

namespace treadle {
namespace {

using Convert = CommandLine;

TEST_F(Convert, writes_a_flat_file_that_runs_alike) {
  write("part.json", R"({"parameters": {"load": "2 kg"}, "bodies": [{"name": "rod", "mass": "load",
    "center": [0, 0, -1], "inertia": [1, 1, 0]}], "joints": [{"name": "pin", "type": "revolute",
    "parent": "ground", "child": "rod", "position": [0, 0, 0], "axis": [0, 1, 0], "start": 1}]})");
  const std::string model = write("model.json", R"({"include": [{"file": "part.json", "name": "a"},
    {"file": "part.json", "name": "b", "position": [1, 0, 0]}], "simulation": {"duration": 0.1}})");
  const Finished written =
      treadle_program({"convert", model, "-o", path("flat.json"), "--set", "b.load=3 kg"});
  EXPECT_EQ(written.code, 0) << written.err;
  EXPECT_EQ(written.out, "");
  const nlohmann::json flat = nlohmann::json::parse(read(path("flat.json")));
  EXPECT_EQ(flat["bodies"][0]["name"], "a.rod");
  EXPECT_EQ(flat["bodies"][1]["mass"], 3);
  EXPECT_FALSE(flat.contains("include"));
  std::filesystem::remove(path("part.json"));

  // a flat file is written as it is
  const Finished again = treadle_program({"convert", path("flat.json"), "--out", "-"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, read(path("flat.json")));
  const nlohmann::json end = treadle_program({"run", path("flat.json"), "--json"}).object()["end"];
  EXPECT_EQ(end["q"].size(), 2U);
}

TEST_F(Convert, keeps_the_motion) {
  const std::string model = four_bar();
  ASSERT_EQ(treadle_program({"convert", model, "-o", path("flat.json")}).code, 0);
  const auto end = [](const std::string& file) {
    return treadle_program({"run", file, "--until", "0.2", "--json"}).object()["end"];
  };
  EXPECT_EQ(end(model), end(path("flat.json")));
}

TEST_F(Convert, refuses) {
  const std::string model = four_bar();
  const auto refused = [](const Words& words, int code, const std::string& message) {
    const Finished run = treadle_program(words);
    EXPECT_EQ(run.code, code) << run.err;
    EXPECT_TRUE(run.complains(message)) << run.err;
  };
  refused({"convert", model}, 2, "give the file to write, or - for standard output");
  refused({"convert", model, "-o", model}, 2, "is the model itself");
  refused({"convert", model, "-o", path("none/x.json")}, 1, "cannot be opened for writing");
  refused({"convert", path("none.json"), "-o", "-"}, 2, "none.json");
  refused({"convert", model, "-o", "-", "--set", "a.b=1"}, 2, "there is no parameter 'a.b'");
  const Finished help = treadle_program({"convert", "--help"});
  EXPECT_TRUE(help.says("treadle convert models/four_bar.json -o -"));
  EXPECT_TRUE(help.says("--set"));
}

}  // namespace
}  // namespace treadle
