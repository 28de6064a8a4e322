// What must not outlive the program, in programs that end early.
#include "src/base/leftovers.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace treadle {
namespace {

namespace fs = std::filesystem;

// Leads a group, with a child in it, and sleeps.
pid_t sleeper(const std::string& child) {
  return leftovers::start_group([&] {
    const pid_t leader = fork();
    if (leader == 0) {
      setpgid(0, 0);
      execl("/bin/sh", "sh", "-c", ("sleep 100 & echo $! > " + child + "; sleep 100").c_str(),
            nullptr);
      _exit(127);
    }
    if (leader > 0) setpgid(leader, leader);
    return leader;
  });
}

// One that has ended may wait for a parent to ask for it, which is the system's business.
bool lives(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string id, name, state;
  return file >> id >> name >> state && state != "Z" && state != "X";
}

bool ends_soon(pid_t process) {
  for (int i = 0; i < 200 && lives(process); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return !lives(process);
}

class Leftovers : public testing::Test {
 protected:
  Leftovers() {
    std::string name = (fs::temp_directory_path() / "treadle-left-XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~Leftovers() override {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  // Runs in a program of its own, which clears and ends.
  template <class Work>
  void in_a_program(Work work) {
    const pid_t program = fork();
    if (program == 0) {
      work();
      leftovers::clear();
      _exit(0);
    }
    int status = -1;
    ASSERT_EQ(waitpid(program, &status, 0), program);
    EXPECT_EQ(status, 0);
  }
  fs::path folder;
};

TEST_F(Leftovers, folders_and_unfinished_files_go) {
  const fs::path half = folder / "half.txt", whole = folder / "whole.txt", link = folder / "link";
  in_a_program([&] {
    const std::string work = leftovers::make_folder((folder / "work-XXXXXX").string());
    std::ofstream(work + "/inside") << "x";
    std::ofstream(half) << "x";
    std::ofstream(whole) << "x";
    fs::create_symlink("whole.txt", link);
    { const leftovers::Unfinished done(whole); }
    new leftovers::Unfinished(half);
    new leftovers::Unfinished(link);
    new leftovers::Unfinished("/dev/null");
  });
  EXPECT_FALSE(fs::exists(half));
  EXPECT_TRUE(fs::exists(whole));
  EXPECT_TRUE(fs::is_symlink(link)) << "only plain files are removed";
  EXPECT_TRUE(fs::exists("/dev/null"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 2);
}

TEST_F(Leftovers, processes_go) {
  const fs::path note = folder / "leader", child = folder / "child";
  in_a_program([&] {
    std::ofstream(note) << sleeper(child);
    for (int i = 0; i < 1000 && (!fs::exists(child) || fs::is_empty(child)); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  });
  for (const fs::path& file : {note, child}) {
    pid_t process = 0;
    std::ifstream(file) >> process;
    ASSERT_GT(process, 0);
    EXPECT_TRUE(ends_soon(process));
  }
}

TEST_F(Leftovers, one_group_is_ended_and_forgotten) {
  const pid_t leader = sleeper(folder / "child");
  ASSERT_GT(leader, 0);
  int status = 0;
  EXPECT_FALSE(leftovers::has_ended(leader, status));
  leftovers::end_group(leader);
  EXPECT_EQ(waitpid(leader, &status, WNOHANG), -1) << "nobody is left to wait for";
  leftovers::end_group(leader);  // a second time does nothing
}

TEST_F(Leftovers, a_folder_is_private) {
  const std::string made = leftovers::make_folder((folder / "work-XXXXXX").string());
  ASSERT_FALSE(made.empty());
  EXPECT_EQ(fs::status(made).permissions(), fs::perms::owner_all);
  leftovers::remove_folder(made);
  EXPECT_FALSE(fs::exists(made));
  EXPECT_EQ(leftovers::make_folder((folder / "none/work-XXXXXX").string()), "");
}

}  // namespace
}  // namespace treadle
