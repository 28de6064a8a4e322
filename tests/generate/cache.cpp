// The cache of compiled code: found again by content, private, whole or not there at all.
#include "src/generate/cache.hpp"
#include "src/base/error.hpp"
#include "src/generate/compile.hpp"
#include "support.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

namespace treadle::test {
namespace {

namespace fs = std::filesystem;

std::vector<SourceFile> answer(int number) {
  return {{"answer.c",
           "int answer(void);\nint answer(void) { return " + std::to_string(number) + "; }\n"}};
}

int ask(const LoadedLibrary& library) {
  return reinterpret_cast<int (*)()>(library.find("answer"))();
}

class Cache : public testing::Test {
 protected:
  void SetUp() override {
    if (find_compiler().empty()) GTEST_SKIP() << "no C compiler";
    options.cache = folder.path("cache");
  }
  [[nodiscard]] std::vector<fs::path> entries() const {
    std::vector<fs::path> list;
    for (const auto& entry : fs::directory_iterator(options.cache)) list.push_back(entry.path());
    return list;
  }
  Folder folder;
  CompileOptions options;
};

TEST_F(Cache, FindsByContent) {
  const auto first = load_sources(answer(1), options);
  EXPECT_FALSE(first->from_cache());
  EXPECT_EQ(ask(*first), 1);
  EXPECT_TRUE(load_sources(answer(1), options)->from_cache());
  EXPECT_FALSE(load_sources(answer(2), options)->from_cache());
  options.flags = {"-O2"};
  EXPECT_FALSE(load_sources(answer(1), options)->from_cache());
  EXPECT_EQ(first->find("question"), nullptr);
  EXPECT_EQ(entries().size(), 3U) << "nothing but finished entries remains";
}

TEST_F(Cache, IsPrivate) {
  load_sources(answer(1), options);
  struct stat facts {};
  ASSERT_EQ(::stat(options.cache.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0700U);
  ::chmod(options.cache.c_str(), 0777);
  load_sources(answer(1), options);
  ASSERT_EQ(::stat(options.cache.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0700U) << "opened by somebody, closed again";
  fs::create_directory(folder.path("other"));
  fs::create_directory_symlink(folder.path("other"), folder.path("link"));
  options.cache = folder.path("link");
  EXPECT_THROW(load_sources(answer(1), options), EnvironmentError);
}

TEST_F(Cache, CompilesDamagedEntriesAgain) {
  load_sources(answer(5), options);
  const fs::path entry = entries().at(0);
  const std::string whole = read_bytes(entry);
  for (const std::string& damaged : {whole.substr(0, whole.size() / 2), std::string(),
                                     whole.substr(0, 200) + "x" + whole.substr(201)}) {
    write_bytes(entry, damaged);
    const auto library = load_sources(answer(5), options);
    EXPECT_FALSE(library->from_cache());
    EXPECT_EQ(ask(*library), 5);
  }
  EXPECT_TRUE(load_sources(answer(5), options)->from_cache());
}

TEST_F(Cache, ServesManyAtOnce) {
  std::vector<std::thread> runs;
  std::array<int, 4> answers{};
  for (std::size_t k = 0; k < answers.size(); ++k)
    runs.emplace_back([&, k] { answers[k] = ask(*load_sources(answer(9), options)); });
  for (std::thread& run : runs) run.join();
  for (const int number : answers) EXPECT_EQ(number, 9);
  EXPECT_EQ(entries().size(), 1U);
}

TEST_F(Cache, SaysWhatFails) {
  EXPECT_THROW(load_sources({{"bad.c", "this is not C\n"}}, options), EnvironmentError);
  EXPECT_TRUE(entries().empty());
  options.compiler = {"/no/such/compiler"};
  EXPECT_THROW(load_sources(answer(1), options), EnvironmentError);
  options.compiler = {};
  options.cache = "/dev/null/cache";
  EXPECT_THROW(load_sources(answer(1), options), EnvironmentError);
}

// A full disk: whatever is written there is lost.
TEST(CacheFiles, AFullDiskIsNoSuccess) {
  if (::access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full";
  EXPECT_THROW(write_bytes("/dev/full", "something"), EnvironmentError);
}

TEST(CacheFiles, TheFolderFollowsTheEnvironment) {
  const char* before = std::getenv("XDG_CACHE_HOME");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("XDG_CACHE_HOME", "/somewhere", 1);
  EXPECT_EQ(default_cache_folder(), "/somewhere/treadle");
  ::setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(default_cache_folder().find("relative"), std::string::npos);
  if (before == nullptr) {
    ::unsetenv("XDG_CACHE_HOME");
  } else {
    ::setenv("XDG_CACHE_HOME", kept.c_str(), 1);
  }
}

}  // namespace
}  // namespace treadle::test
