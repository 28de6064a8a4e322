// A compiler that hangs: nothing of it is left when the program ends, whatever ends it.
#include "fixture.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace treadle {
namespace {

namespace fs = std::filesystem;

class Compilers : public CommandLine, public testing::WithParamInterface<int> {
 protected:
  Compilers() {
    const std::string script =
        write("compiler", "#!/bin/sh\nsleep 100 &\necho $! $$ >> " + path("started") +
                              "\ntouch \"$TMPDIR/temporary\"\nsleep 100\n");
    chmod(script.c_str(), 0700);
    fs::create_directories(path("temporary"));
    set("CC", script);
    set("XDG_CACHE_HOME", path("cache"));
    set("TMPDIR", path("temporary"));
  }

 public:
  ~Compilers() override {
    for (const auto& [name, value] : before_) {
      if (value.empty()) {
        unsetenv(name.c_str());
      } else {
        setenv(name.c_str(), value.c_str(), 1);
      }
    }
  }

 protected:
  void set(const char* name, const std::string& value) {
    const char* old = std::getenv(name);
    before_.emplace_back(name, old == nullptr ? "" : old);
    setenv(name, value.c_str(), 1);
  }
  static bool lives(const std::string& process) {
    std::ifstream file("/proc/" + process + "/stat");
    std::string id, name, state;
    return file >> id >> name >> state && state != "Z" && state != "X";
  }
  void expect_nothing_left() const {
    std::istringstream started(read(path("started")));
    int count = 0;
    for (std::string process; started >> process; ++count) {
      for (int i = 0; i < 200 && lives(process); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      EXPECT_FALSE(lives(process)) << process;
    }
    EXPECT_GE(count, 2);
    EXPECT_TRUE(fs::is_empty(path("cache/treadle")));
    EXPECT_TRUE(fs::is_empty(path("temporary")));
  }

  std::vector<std::pair<std::string, std::string>> before_;
};

TEST_P(Compilers, end_with_the_program) {
  for (const Words& words : {Words{"run", four_bar(), "--solver", "generated"},
                             Words{"bench", four_bar(), "--solver", "generated"}}) {
    fs::remove(path("started"));
    Running run(words);
    ASSERT_TRUE(wait_for_file(path("started"), 3));
    const auto begin = std::chrono::steady_clock::now();
    run.signal(GetParam());
    const Finished finished = run.wait();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
    EXPECT_EQ(finished.code, 130) << finished.err;
    EXPECT_EQ(finished.err, "treadle: interrupted\n");
    expect_nothing_left();
  }
}

INSTANTIATE_TEST_SUITE_P(Signals, Compilers, testing::Values(SIGINT, SIGTERM, SIGHUP));

TEST_F(Compilers, have_a_time_limit) {
  set("TREADLE_COMPILE_SECONDS", "0.5");
  const Finished run =
      treadle_program({"run", four_bar(), "--until", "10 ms", "--solver", "generated"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.complains("took longer than 0.5 s")) << run.err;
  EXPECT_TRUE(run.complains("using 'auto'")) << run.err;
  expect_nothing_left();
}

TEST_F(Compilers, that_fail_leave_nothing) {
  write("compiler", "#!/bin/sh\nsleep 0.01 &\necho $! $$ >> " + path("started") +
                        "\necho no such option >&2\nexit 1\n");
  const Finished run =
      treadle_program({"run", four_bar(), "--until", "10 ms", "--solver", "generated"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.complains("failed: no such option; using 'auto'")) << run.err;
  expect_nothing_left();
}

TEST_F(Compilers, a_cache_that_is_a_link_is_told) {
  unsetenv("CC");
  fs::create_directories(path("elsewhere"));
  fs::create_directories(path("cache"));
  fs::create_directory_symlink(path("elsewhere"), path("cache/treadle"));
  const Finished run =
      treadle_program({"run", four_bar(), "--until", "10 ms", "--solver", "generated", "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  if (run.complains("no C compiler")) GTEST_SKIP() << run.err;
  EXPECT_TRUE(run.complains("cache/treadle' is a link; no code is loaded from there")) << run.err;
  EXPECT_EQ(run.object()["solver"], "generated");
  EXPECT_TRUE(fs::is_empty(path("elsewhere")));
  EXPECT_TRUE(fs::is_empty(path("temporary")));
}

}  // namespace
}  // namespace treadle
