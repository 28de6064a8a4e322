// What must not outlive the program: processes that it started, folders and files that are not
// finished. Who ends the program early clears them first (cli/interrupt.cpp).
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace treadle::leftovers {

/// Notes the leader of a group of processes that `start` makes; gives what it gave, -1 for none.
pid_t start_group(const std::function<pid_t()>& start);
/// Whether the leader has ended, with its status; it is forgotten then. Does not wait.
bool has_ended(pid_t leader, int& status);
/// Ends a group at once, waits for its leader and forgets it.
void end_group(pid_t leader);

/// A new folder that only its owner may enter; `pattern` ends in XXXXXX. "" and errno for none.
std::string make_folder(std::string pattern);
/// Removes a folder with all in it.
void remove_folder(const std::string& path);

/// A file that is being written: while this lives, an early end removes it. Only a regular file
/// that is no link is ever removed.
class Unfinished {
 public:
  explicit Unfinished(std::string path);
  ~Unfinished();
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

 private:
  std::string path_;
};

/// Ends all groups, removes all folders and files. The program has to end after that: whoever asks
/// for anything of the above waits for it.
void clear();

}  // namespace treadle::leftovers
