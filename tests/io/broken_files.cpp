// Every file in tests/io/broken is refused at the place and with the words that EXPECTED lists.
#include "../../src/base/error.hpp"
#include "../../src/io/reading/read_model.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace treadle {
namespace {

const std::string broken_folder = tests_folder() + "/io/broken/";

struct Expected {
  std::string file, where, words;
};

void PrintTo(const Expected& expected, std::ostream* out) { *out << expected.file; }

// The pieces of `text` between separators.
std::vector<std::string> split(const std::string& text, const std::string& separator) {
  std::vector<std::string> pieces;
  std::size_t from = 0;
  for (;;) {
    const std::size_t to = text.find(separator, from);
    pieces.push_back(text.substr(from, to - from));
    if (to == std::string::npos) return pieces;
    from = to + separator.size();
  }
}

std::vector<Expected> expectations() {
  std::vector<Expected> list;
  std::ifstream lines(broken_folder + "EXPECTED");
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> columns = split(line, " | ");
    columns.resize(3);
    list.push_back({columns[0], columns[1], columns[2]});
  }
  return list;
}

class BrokenFile : public testing::TestWithParam<Expected> {};

TEST_P(BrokenFile, is_refused_with_place_and_words) {
  const Expected& expected = GetParam();
  ASSERT_FALSE(expected.words.empty()) << "EXPECTED has no words for " << expected.file;
  ASSERT_TRUE(std::filesystem::exists(broken_folder + expected.file));
  try {
    read_model(broken_folder + expected.file);
    FAIL() << expected.file << " is accepted";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where(), expected.where) << error.what();
    const std::string message = error.what();
    std::size_t from = 0;
    for (const std::string& words : split(expected.words, " ... ")) {
      const std::size_t found = message.find(words, from);
      ASSERT_NE(found, std::string::npos) << "no \"" << words << "\" in \"" << message << "\"";
      from = found + words.size();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Io, BrokenFile, testing::ValuesIn(expectations()),
                         [](const testing::TestParamInfo<Expected>& test) {
                           return test.param.file.substr(0, test.param.file.find('.'));
                         });

TEST(BrokenFiles, are_all_expected) {
  std::set<std::string> listed, present;
  for (const Expected& expected : expectations()) {
    EXPECT_TRUE(listed.insert(expected.file).second) << expected.file << " is listed twice";
  }
  for (const auto& entry : std::filesystem::directory_iterator(broken_folder)) {
    if (entry.path().extension() == ".json") present.insert(entry.path().filename().string());
  }
  EXPECT_EQ(listed, present);
  EXPECT_GE(present.size(), 45U);
}

}  // namespace
}  // namespace treadle
