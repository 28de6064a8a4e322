// Every broken model file gives exit code 2 and its place, in words and as an object.
#include "program.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>
#include <fstream>
#include <map>

namespace treadle {
namespace {

const std::string folder = tests_folder() + "/io/broken/";

TEST(BrokenFiles, are_refused_with_their_place) {
  std::ifstream expected(folder + "EXPECTED");
  int files = 0;
  std::map<std::string, int> kinds;
  for (std::string line; std::getline(expected, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t first = line.find(" | "), second = line.find(" | ", first + 3);
    ASSERT_NE(second, std::string::npos) << line;
    const std::string file = folder + line.substr(0, first);
    const std::string where = line.substr(first + 3, second - first - 3);
    // tests/io reads all; the program has to show each kind of place
    if (++kinds[where.substr(0, where.find_first_of("[., "))] > 4) continue;
    const Finished run = treadle_program({files % 2 == 0 ? "run" : "inspect", file, "--json"});
    EXPECT_EQ(run.code, 2) << file;
    EXPECT_TRUE(run.complains("treadle: " + file + ": " + (where.empty() ? "" : where + ": ")))
        << run.err;
    const nlohmann::json error = run.object()["error"];
    EXPECT_EQ(error["file"], file);
    EXPECT_EQ(error["where"], where.empty() ? nlohmann::json() : nlohmann::json(where)) << file;
    EXPECT_FALSE(error["message"].get<std::string>().empty());
    ++files;
  }
  EXPECT_GE(files, 50);
  EXPECT_GE(kinds.size(), 15U);
}

}  // namespace
}  // namespace treadle
