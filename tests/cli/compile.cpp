// treadle compile and what a receiver does with a library.
#include "fixture.hpp"

#include <nlohmann/json.hpp>

namespace treadle {
namespace {

class Compile : public CommandLine {
 protected:
  std::string part() {
    return write("lift.json", R"({
      "bodies": [{"name": "car", "mass": 5, "inertia": [0.1, 0.1, 0.1]}],
      "joints": [{"name": "rail", "type": "prismatic", "parent": "ground", "child": "car", "position": [0, 0, 0], "axis": [0, 0, 1],
                  "drive": {"type": "input", "name": "pull", "default": 49}}],
      "forces": [{"name": "buffer", "type": "spring", "from": {"body": "ground", "position": [0, 0, 3]}, "to": {"body": "car"}, "stiffness": 100,
                  "length": 1}],
      "events": [{"name": "top", "when": "rail.q", "crosses": 0.01, "direction": "up", "action": "switch on", "force": "buffer"}]})");
  }
  /// A model that includes the library, which `more` words of compile make.
  std::string receiver(const std::vector<std::string>& more) {
    std::vector<std::string> words{"compile", part(), "-o", path("lift.so"), "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished made = treadle_program(words);
    EXPECT_EQ(made.code, 0) << made.err;
    nlohmann::json include = made.object().at("include");
    include["name"] = "unit";
    return write("top.json", nlohmann::json{{"include", {include}}}.dump());
  }
};

TEST_F(Compile, PublishedNumbersAndEvents) {
  const std::string model = receiver({"--border", "car", "--inputs", "pull", "--outputs", "rail"});
  const Finished list = treadle_program({"run", model, "--list-channels"});
  EXPECT_TRUE(list.says("unit.rail.q")) << list.out;
  const Finished rest = treadle_program({"run", model, "--until", "0.1", "--json"}),
                 pulled = treadle_program({"run", model, "--until", "0.3", "--input",
                                           "unit.pull=80 N", "--out", path("rows.csv"),
                                           "--channels", "unit.rail.q,unit.rail.force", "--json"});
  EXPECT_EQ(rest.code, 0) << rest.err;
  EXPECT_TRUE(rest.object().at("events").empty());
  ASSERT_EQ(pulled.code, 0) << pulled.err;
  ASSERT_EQ(pulled.object().at("events").size(), 1U);
  EXPECT_EQ(pulled.object().at("events")[0].at("name"), "unit");
  // z = (F / m - g) t^2 / 2
  EXPECT_NEAR(pulled.object().at("events")[0].at("time").get<double>(),
              std::sqrt(0.02 / (80.0 / 5.0 - 9.80665)), 1e-8);
}

TEST_F(Compile, Refusals) {
  const auto refusal = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"compile", part(), "-o", path("lift.so")};
    words.insert(words.end(), more.begin(), more.end());
    const Finished run = treadle_program(words);
    EXPECT_EQ(run.code, 2) << run.out;
    return run;
  };
  EXPECT_TRUE(refusal({"--border", "car"}).complains("--inputs"));
  EXPECT_TRUE(refusal({"--border", "cat", "--inputs", "pull"}).complains("'car'"));
  EXPECT_TRUE(refusal({"--border", "car", "--inputs", "push"}).complains("pull"));
  EXPECT_TRUE(refusal({"--border", "car", "--inputs", "pull", "--outputs", "rail.w"})
                  .complains("--outputs"));
  const std::string model = receiver({"--border", "car", "--inputs", "pull"});
  for (const char* command : {"statics", "linearize", "bench"})
    EXPECT_EQ(treadle_program({command, model}).code, 2) << command;
  EXPECT_TRUE(treadle_program({"run", model, "--jacobian", "exact", "--integrator", "bdf"})
                  .complains("'unit'"));
}

TEST_F(Compile, InspectDrawsABlackBox) {
  const std::string model = receiver({"--border", "car", "--inputs", "pull"});
  const Finished drawn =
      treadle_program({"inspect", model, "--components", "--svg", path("drawing.svg")});
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  EXPECT_TRUE(drawn.says("■ unit")) << drawn.out;
  EXPECT_NE(read(path("drawing.svg")).find("border of a compiled part"), std::string::npos);
  const nlohmann::json levels = treadle_program({"inspect", model, "--json"}).object().at("levels");
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_TRUE(levels[0].at("compiled").get<bool>());
  EXPECT_EQ(levels[0].at("border"), nlohmann::json{"unit.car"});
}

}  // namespace
}  // namespace treadle
