// `treadle generate` and `--solver generated` as a person calls them.
#if TREADLE_HAS_BINARY

#include "src/generate/cache.hpp"
#include "src/generate/compile.hpp"
#include "support.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

namespace treadle::test {
namespace {

class GenerateCommand : public testing::Test {
 protected:
  /// Exit code; what it said is in `said`.
  int call(const std::string& words, const std::string& environment = "") {
    const std::string log = folder.path("log");
    const int status = std::system(("XDG_CACHE_HOME=" + folder.path() + " " + environment + " " +
                                    program_file() + " " + words + " > " + log + " 2>&1")
                                       .c_str());
    said = read_bytes(log);
    return WEXITSTATUS(status);
  }
  static std::string model(const std::string& name) {
    return models_folder() + "/" + name + ".json";
  }
  Folder folder;
  std::string said;
};

TEST_F(GenerateCommand, WritesAFolder) {
  EXPECT_EQ(call("generate " + model("four_bar") + " -o " + folder.path("out") +
                 " --outputs accelerations,energy"),
            0)
      << said;
  EXPECT_NE(said.find("four_bar_evaluate"), std::string::npos);
  for (const char* file :
       {"four_bar.h", "four_bar_evaluate.c", "four_bar_test.c", "README.md", "CMakeLists.txt"})
    EXPECT_TRUE(std::filesystem::exists(folder.path("out") + "/" + file)) << file;
}

TEST_F(GenerateCommand, SaysWhatIsWrong) {
  const std::string begin = "generate " + model("four_bar") + " -o " + folder.path("out");
  EXPECT_EQ(call(begin + " --outputs acceleration"), 2);
  EXPECT_NE(said.find("accelerations"), std::string::npos) << said;
  EXPECT_EQ(call(begin + " --method newton"), 2);
  EXPECT_EQ(call(begin + " --parameters nothing"), 2);
  EXPECT_NE(said.find("nothing"), std::string::npos) << said;
  EXPECT_EQ(call("generate " + model("four_bar")), 2);
  EXPECT_EQ(call("evaluate " + model("four_bar") + " --solver generated"), 2);
}

TEST_F(GenerateCommand, KeepsParameters) {
  if (find_compiler().empty()) GTEST_SKIP() << "no C compiler";
  const std::string file = folder.path("pendulum.json"), out = folder.path("out");
  write_bytes(file, R"({"name": "pendulum", "parameters": {"m": "2 kg", "l": "0.5 m"},
    "bodies": [{"name": "bob", "mass": "m", "position": [0, 0, "-l"],
                "inertia": [0.1, "0.1 kg m^2 + 0.1*m*l*l", 0.1]}],
    "joints": [{"name": "hinge", "type": "revolute", "parent": "ground", "child": "bob",
                "position": [0, 0, 0], "axis": [0, 1, 0], "start": "0.7 rad"}]})");
  EXPECT_EQ(call("generate " + file + " --parameters m,l -o " + out), 0) << said;
  const std::string build = find_compiler().front() +
                            " -std=c99 -Wall -Wextra -Wpedantic -Werror " + out + "/*.c -o " + out +
                            "/test -lm && " + out + "/test > /dev/null";
  EXPECT_EQ(std::system(build.c_str()), 0);
}

TEST_F(GenerateCommand, SaysWhichParametersCannotBeKept) {
  const std::string file = folder.path("pendulum.json");
  write_bytes(file, R"json({"name": "pendulum", "parameters": {"tilt": "0.3 rad"},
    "bodies": [{"name": "bob", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 0, -1]}],
    "joints": [{"name": "hinge", "type": "revolute", "parent": "ground", "child": "bob",
                "position": [0, 0, 0], "axis": ["sin(tilt)", "cos(tilt)", 0]}]})json");
  EXPECT_EQ(call("generate " + file + " --parameters tilt -o " + folder.path("out")), 2) << said;
  EXPECT_NE(said.find("'tilt'"), std::string::npos) << said;
  EXPECT_NE(said.find("powers"), std::string::npos) << said;
}

TEST_F(GenerateCommand, WritesRoutinesWhereAsked) {
  const std::string begin = "generate " + model("hmmwv") + " -o " + folder.path("out");
  EXPECT_EQ(call(begin + " --routines on"), 0) << said;
  EXPECT_NE(read_bytes(folder.path("out") + "/hmmwv_evaluate.c").find("_routine1("),
            std::string::npos);
  EXPECT_EQ(call(begin + " --routines auto"), 0) << said;
  EXPECT_EQ(read_bytes(folder.path("out") + "/hmmwv_evaluate.c").find("_routine1("),
            std::string::npos);
  EXPECT_EQ(call(begin + " --routines some"), 2);
  EXPECT_NE(said.find("auto, on or off"), std::string::npos) << said;
}

TEST_F(GenerateCommand, InspectTellsWhenItPays) {
  EXPECT_EQ(call("inspect " + model("slider_crank")), 0) << said;
  EXPECT_NE(said.find("generated code: "), std::string::npos) << said;
}

TEST_F(GenerateCommand, RunsWithAndWithoutACompiler) {
  if (find_compiler().empty()) GTEST_SKIP() << "no C compiler";
  const std::string words = "run " + model("slider_crank") + " --until 0.05 --solver generated";
  EXPECT_EQ(call(words), 0) << said;
  EXPECT_NE(said.find("solver generated"), std::string::npos) << said;
  EXPECT_EQ(call(words + " --json"), 0);
  EXPECT_NE(said.find("\"fallbacks\": 0"), std::string::npos) << said;
  EXPECT_EQ(call(words, "CC= PATH=/nowhere"), 0) << said;
  EXPECT_NE(said.find("no C compiler is found"), std::string::npos) << said;
  EXPECT_NE(said.find("auto"), std::string::npos) << said;
}

}  // namespace
}  // namespace treadle::test

#endif
