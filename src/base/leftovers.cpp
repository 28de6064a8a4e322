#include "leftovers.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

namespace treadle::leftovers {

namespace {

namespace fs = std::filesystem;

struct List {
  std::mutex lock;
  std::set<pid_t> groups;
  std::multiset<std::string> folders, files;
};

// Never destroyed: a signal may come while the program ends.
List& list() {
  static List& all = *new List;
  return all;
}

using Locked = std::lock_guard<std::mutex>;

constexpr auto moment = std::chrono::milliseconds(4);

// A killed process ends soon, unless it hangs in the system: nobody waits for that.
void reap(pid_t leader) {
  for (int i = 0; i < 25; ++i) {
    if (::waitpid(leader, nullptr, WNOHANG) != 0) return;
    std::this_thread::sleep_for(moment);
  }
}

// Processes that are just ending may still put something in.
void remove_surely(const std::string& folder) {
  std::error_code error;
  for (int i = 0; i < 25; ++i) {
    fs::remove_all(folder, error);
    if (!fs::exists(fs::symlink_status(folder, error))) return;
    std::this_thread::sleep_for(moment);
  }
}

void forget(std::multiset<std::string>& paths, const std::string& path) {
  const auto found = paths.find(path);
  if (found != paths.end()) paths.erase(found);
}

}  // namespace

pid_t start_group(const std::function<pid_t()>& start) {
  const Locked locked(list().lock);
  const pid_t leader = start();
  if (leader > 0) list().groups.insert(leader);
  return leader;
}

bool has_ended(pid_t leader, int& status) {
  const Locked locked(list().lock);
  const pid_t found = ::waitpid(leader, &status, WNOHANG);
  if (found == 0 || (found < 0 && errno == EINTR)) return false;
  if (found < 0) status = -1;  // somebody else has asked for it
  list().groups.erase(leader);
  return true;
}

void end_group(pid_t leader) {
  const Locked locked(list().lock);
  if (list().groups.erase(leader) == 0) return;
  ::kill(-leader, SIGKILL);
  reap(leader);
}

std::string make_folder(std::string pattern) {
  const Locked locked(list().lock);
  if (::mkdtemp(pattern.data()) == nullptr) return "";
  list().folders.insert(pattern);
  return pattern;
}

void remove_folder(const std::string& path) {
  remove_surely(path);
  const Locked locked(list().lock);
  forget(list().folders, path);
}

Unfinished::Unfinished(std::string path) : path_(std::move(path)) {
  const Locked locked(list().lock);
  list().files.insert(path_);
}

Unfinished::~Unfinished() {
  const Locked locked(list().lock);
  forget(list().files, path_);
}

void clear() {
  List& all = list();
  all.lock.lock();  // for good
  for (const pid_t leader : all.groups) ::kill(-leader, SIGKILL);
  for (const pid_t leader : all.groups) reap(leader);
  for (const std::string& folder : all.folders) remove_surely(folder);
  for (const std::string& file : all.files) {
    struct stat facts {};
    if (::lstat(file.c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) ::unlink(file.c_str());
  }
}

}  // namespace treadle::leftovers
