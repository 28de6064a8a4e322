// Help and version.
#include "program.hpp"

#include <gtest/gtest.h>

namespace treadle {
namespace {

TEST(Help, comes_with_examples) {
  for (const Words& words :
       {Words{"--help"}, Words{"run", "--help"}, Words{"inspect", "--help"},
        Words{"convert", "--help"}, Words{"count", "--help"}, Words{"run", "-h"},
        Words{"report", "--help"}, Words{"schema", "--help"}}) {
    const Finished help = treadle_program(words);
    EXPECT_EQ(help.code, 0);
    EXPECT_EQ(help.err, "");
    EXPECT_TRUE(help.says("Examples:\n  treadle ")) << help.out;
  }
}

TEST(Help, of_a_command_is_about_that_command) {
  const Finished run = treadle_program({"run", "--help"});
  for (const char* option :
       {"--until", "--step", "--output-interval", "--integrator", "--solver", "--constraints",
        "--out", "--report", "--record", "--bodies", "--reactions", "--channels", "--list-channels",
        "--json", "--quiet", "rk4", "topology"}) {
    EXPECT_TRUE(run.says(option)) << option;
  }
  EXPECT_TRUE(run.says("treadle run [OPTIONS] MODEL")) << run.out;
  const Finished inspect = treadle_program({"inspect", "--help"});
  for (const char* option : {"--svg", "--json", "--numbering", "--patterns"})
    EXPECT_TRUE(inspect.says(option)) << option;
  EXPECT_FALSE(inspect.says("--until"));
}

TEST(Help, names_all_commands) {
  const Finished help = treadle_program({"--help"});
  EXPECT_TRUE(help.says("\n  run "));
  EXPECT_TRUE(help.says("\n  inspect "));
  EXPECT_TRUE(help.says("\n  report "));
  EXPECT_TRUE(help.says("\n  count "));
}

TEST(Help, version) {
  const Finished version = treadle_program({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_EQ(version.out, std::string("treadle ") + TREADLE_VERSION + "\n");
}

}  // namespace
}  // namespace treadle
