// What a command is at before its first step, on standard error and only where that is a terminal
// and it takes longer than people like to wait without a word: `assembling ... 3 s`.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace treadle::cli {

class PhaseLine {
 public:
  explicit PhaseLine(bool quiet = false);
  ~PhaseLine() { end(); }
  PhaseLine(const PhaseLine&) = delete;
  PhaseLine& operator=(const PhaseLine&) = delete;

  /// What begins now.
  void say(const std::string& phase);
  /// Nothing more is shown; the line is taken off the screen.
  void end();

 private:
  void watch();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string phase_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace treadle::cli
