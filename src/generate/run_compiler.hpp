// The machine's compiler as processes of their own groups, so that it ends with all it has started:
// when it takes too long, when something fails, when the program ends.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace treadle {

/// A new folder with room for sources, objects and whatever a compiler writes; it goes away with
/// this. Throws EnvironmentError.
class Workplace {
 public:
  /// Inside `folder`.
  explicit Workplace(const std::string& folder);
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] std::string file(const std::string& name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

class CompilerRun {
 public:
  /// `seconds` for all that is started.
  CompilerRun(const Workplace& at, double seconds);
  ~CompilerRun();
  CompilerRun(const CompilerRun&) = delete;
  CompilerRun& operator=(const CompilerRun&) = delete;

  /// Starts a command beside those that run.
  void start(const std::vector<std::string>& words);
  /// Waits for all of them. Throws EnvironmentError where one fails or time is up.
  void finish();

 private:
  [[noreturn]] void fail(const std::string& name) const;

  const Workplace& at_;
  double seconds_;
  std::chrono::steady_clock::time_point end_;
  struct Command {
    pid_t leader;
    std::string name;
  };
  std::vector<Command> running_;
};

}  // namespace treadle
