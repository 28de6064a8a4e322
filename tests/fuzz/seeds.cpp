// Every seed of the fuzz target passes through it, so that what it once found stays mended even
// where libFuzzer is not at hand.
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

int feed(const std::filesystem::path& folder) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    SCOPED_TRACE(entry.path().string());
    EXPECT_EQ(
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()), 0);
    ++count;
  }
  return count;
}

TEST(FuzzSeeds, pass_through_the_reader) {
  EXPECT_GE(feed(treadle::models_folder()), 10);
  EXPECT_GE(feed(treadle::tests_folder() + "/io/broken"), 100);
}

TEST(FuzzSeeds, what_was_found_stays_mended) {
  EXPECT_GE(feed(treadle::tests_folder() + "/fuzz/found"), 1);
}

}  // namespace
