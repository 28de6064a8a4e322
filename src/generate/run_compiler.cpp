#include "run_compiler.hpp"

#include "../base/error.hpp"
#include "../base/leftovers.hpp"
#include "../base/text.hpp"
#include "cache.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <thread>

extern char** environ;

namespace treadle {

namespace {

constexpr double most_seconds = 1e6;

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> list;
  for (const std::string& word : words) list.push_back(const_cast<char*>(word.c_str()));
  list.push_back(nullptr);
  return list;
}

// Ours, but for the place of temporary files: what an ended compiler leaves goes with the folder.
std::vector<std::string> environment_in(const std::string& folder) {
  std::vector<std::string> list;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, "TMPDIR=", 7) != 0) list.emplace_back(*entry);
  }
  list.push_back("TMPDIR=" + folder);
  return list;
}

pid_t spawn(const std::vector<std::string>& words, const Workplace& at) {
  const std::string messages = at.file("messages");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, messages.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                   0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  // A group of its own, which hears signals as usual, whatever we do with them.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaddset(&usual, signal);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);

  const std::vector<std::string> environment = environment_in(at.folder());
  pid_t child = -1;
  const int error = posix_spawnp(&child, words.front().c_str(), &actions, &attributes,
                                 pointers(words).data(), pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? child : -1;
}

}  // namespace

Workplace::Workplace(const std::string& folder)
    : folder_(leftovers::make_folder(folder + "/work-XXXXXX")) {
  if (folder_.empty())
    throw EnvironmentError("cannot make a folder in '" + folder + "': " + std::strerror(errno));
}

Workplace::~Workplace() { leftovers::remove_folder(folder_); }

CompilerRun::CompilerRun(const Workplace& at, double seconds)
    : at_(at),
      seconds_(std::min(seconds, most_seconds)),
      end_(std::chrono::steady_clock::now() +
           std::chrono::milliseconds(std::llround(1e3 * seconds_))) {}

CompilerRun::~CompilerRun() {
  for (const Command& command : running_) leftovers::end_group(command.leader);
}

void CompilerRun::start(const std::vector<std::string>& words) {
  const pid_t leader = leftovers::start_group([&] { return spawn(words, at_); });
  if (leader <= 0) fail(words.front());
  running_.push_back({leader, words.front()});
}

void CompilerRun::finish() {
  std::string failed;
  for (auto pause = std::chrono::microseconds(500); !running_.empty();) {
    std::erase_if(running_, [&](const Command& command) {
      int status = 0;
      if (!leftovers::has_ended(command.leader, status)) return false;
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) failed = command.name;
      return true;
    });
    if (running_.empty()) break;
    if (std::chrono::steady_clock::now() > end_) {
      throw EnvironmentError("the compiler '" + running_.front().name + "' took longer than " +
                             short_number(seconds_) +
                             " s; TREADLE_COMPILE_SECONDS gives it more time");
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds(8000));
  }
  if (!failed.empty()) fail(failed);
}

void CompilerRun::fail(const std::string& name) const {
  std::string text;
  try {
    text = read_bytes(at_.file("messages"));
  } catch (const EnvironmentError&) {
  }
  throw EnvironmentError("the compiler '" + name + "' failed: " +
                         (text.empty() ? "it said nothing" : text.substr(0, text.find('\n'))));
}

}  // namespace treadle
