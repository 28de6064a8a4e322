// The cache of compiled code: found again by content, private, whole or not there at all.
#include "src/generate/cache.hpp"
#include "src/base/error.hpp"
#include "src/generate/compile.hpp"
#include "support.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>
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
}

// Works all the same, keeps nothing, and says why.
void expect_unused(const CompileOptions& options, const std::string& words) {
  for (int i = 0; i < 2; ++i) {
    const auto library = load_sources(answer(1), options);
    EXPECT_EQ(ask(*library), 1);
    EXPECT_FALSE(library->from_cache());
    EXPECT_NE(library->note().find(words), std::string::npos) << library->note();
  }
}

TEST_F(Cache, ALinkIsNotUsed) {
  load_sources(answer(1), options);
  fs::create_directory_symlink(options.cache, folder.path("link"));
  options.cache = folder.path("link");
  expect_unused(options, "is a link; no code is loaded from there");
}

TEST_F(Cache, AFolderOfSomebodyElseIsNotUsed) {
  if (::geteuid() == 0) {
    load_sources(answer(1), options);
    ASSERT_EQ(::chown(options.cache.c_str(), 12345, 12345), 0);
  } else {
    options.cache = "/usr";
  }
  expect_unused(options, "belongs to another user; no code is loaded from there");
}

TEST_F(Cache, ATemporaryFolderGoesAway) {
  fs::create_directory(folder.path("temporary"));
  fs::create_directory(folder.path("other"));
  fs::create_directory_symlink(folder.path("other"), folder.path("link"));
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", folder.path("temporary").c_str(), 1);
  options.cache = folder.path("link");
  expect_unused(options, "what is compiled is not kept");
  EXPECT_TRUE(fs::is_empty(folder.path("temporary")));
  EXPECT_TRUE(fs::is_empty(folder.path("other")));
  if (before == nullptr) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", kept.c_str(), 1);
  }
}

TEST_F(Cache, WhatOthersCouldWriteIsThrownAway) {
  load_sources(answer(1), options);
  write_bytes(options.cache + "/notes.txt", "of somebody");
  ::chmod(options.cache.c_str(), 0770);
  const auto again = load_sources(answer(1), options);
  EXPECT_FALSE(again->from_cache()) << "the folder was open";
  EXPECT_NE(again->note().find("is thrown away"), std::string::npos) << again->note();
  EXPECT_TRUE(fs::exists(options.cache + "/notes.txt")) << "only libraries are";
  const auto closed = load_sources(answer(1), options);
  EXPECT_TRUE(closed->from_cache());
  EXPECT_EQ(closed->note(), "");
  ::chmod(options.cache.c_str(), 0755);
  EXPECT_TRUE(load_sources(answer(1), options)->from_cache()) << "others could only look";
}

// Each of these could be somebody else's code under the right name.
TEST_F(Cache, OnlyPrivateFilesAreLoaded) {
  load_sources(answer(1), options);
  const fs::path entry = entries().at(0), other = folder.path("other.so");
  const auto refused = [&](const char* what) {
    const auto library = load_sources(answer(1), options);
    EXPECT_FALSE(library->from_cache()) << what;
    EXPECT_EQ(ask(*library), 1) << what;
    EXPECT_TRUE(load_sources(answer(1), options)->from_cache()) << what;
  };
  ::chmod(entry.c_str(), 0720);
  refused("the group can write it");
  ::chmod(entry.c_str(), 0702);
  refused("everybody can write it");
  fs::rename(entry, other);
  fs::create_symlink(other, entry);
  refused("a link");
  fs::remove(other);
  fs::create_hard_link(entry, other);
  refused("it has two names");
  fs::remove(entry);
  fs::create_directory(entry);
  refused("a folder");
  fs::remove(entry);
  ASSERT_EQ(::mkfifo(entry.c_str(), 0700), 0);
  refused("a pipe");
  if (::geteuid() != 0) return;
  ASSERT_EQ(::chown(entry.c_str(), 12345, 12345), 0);
  refused("of somebody else");
}

TEST_F(Cache, WhatWasLeftBehindIsSweptAway) {
  load_sources(answer(1), options);
  const fs::path old = options.cache + "/work-oldone", fresh = options.cache + "/work-newone";
  for (const fs::path& path : {old, fresh}) fs::create_directory(path);
  fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(48));
  load_sources(answer(1), options);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(fresh)) << "somebody may work there";
}

TEST_F(Cache, NewFoldersArePrivate) {
  options.cache = folder.path("a/b/cache");
  load_sources(answer(1), options);
  for (const char* name : {"a", "a/b", "a/b/cache"})
    EXPECT_EQ(fs::status(folder.path(name)).permissions(), fs::perms::owner_all) << name;
}

// A compiler that never ends, with a child of its own.
TEST_F(Cache, ACompilerHasATimeLimit) {
  const std::string script = folder.path("compiler"), notes = folder.path("notes");
  write_bytes(script, "#!/bin/sh\nsleep 100 &\necho $! $$ >> " + notes + "\nsleep 100\n");
  ::chmod(script.c_str(), 0700);
  options.compiler = {script};
  options.seconds = 0.5;
  try {
    load_sources(answer(1), options);
    FAIL() << "it compiled";
  } catch (const EnvironmentError& error) {
    EXPECT_NE(std::string(error.what()).find("took longer than 0.5 s"), std::string::npos)
        << error.what();
  }
  EXPECT_TRUE(entries().empty());
  std::istringstream started(read_bytes(notes));
  int count = 0;
  for (std::string process; started >> process; ++count) {
    const auto lives = [&] {
      std::ifstream file("/proc/" + process + "/stat");
      std::string id, name, state;
      return file >> id >> name >> state && state != "Z" && state != "X";
    };
    for (int i = 0; i < 200 && lives(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_FALSE(lives()) << process;
  }
  EXPECT_EQ(count, 2);
}

TEST(CompileSeconds, FollowTheEnvironment) {
  EXPECT_EQ(default_compile_seconds(), 120.0);
  for (const char* text : {"nonsense", "-1", "0", "inf", ""}) {
    ::setenv("TREADLE_COMPILE_SECONDS", text, 1);
    EXPECT_EQ(default_compile_seconds(), 120.0) << text;
  }
  ::setenv("TREADLE_COMPILE_SECONDS", "2.5", 1);
  EXPECT_EQ(default_compile_seconds(), 2.5);
  ::unsetenv("TREADLE_COMPILE_SECONDS");
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
