// The program as a person calls it: words in; exit code, standard output and standard error out.
#pragma once

#include <sys/types.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace treadle {

using Words = std::vector<std::string>;

struct Finished {
  int code = -1;  ///< exit code, or minus the signal that ended it
  std::string out, err;

  [[nodiscard]] bool says(const std::string& words) const {
    return out.find(words) != std::string::npos;
  }
  [[nodiscard]] bool complains(const std::string& words) const {
    return err.find(words) != std::string::npos;
  }
  /// Standard output as exactly one JSON object; null, and a failed test, if it is not.
  [[nodiscard]] nlohmann::json object() const;
};

/// A program that runs beside the test. Its output goes to files, never to a terminal.
class Running {
 public:
  /// `out` is where standard output goes; a temporary file if not given.
  explicit Running(const Words& words, const std::string& out = "");
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// Waits until the program listens to signals; false if it never does.
  [[nodiscard]] bool listens() const;
  void signal(int number) const;
  Finished wait();

 private:
  pid_t pid_ = -1;
  std::string out_, err_;
  bool own_out_;
};

/// Runs the program to its end.
Finished treadle_program(const Words& words);

/// A program on a terminal of its own, with standard output and standard error in one stream.
class OnTerminal {
 public:
  explicit OnTerminal(const Words& words);
  ~OnTerminal();
  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;

  /// Reads until `words` are seen, the program ends or so many seconds have passed.
  const std::string& read_until(const std::string& words, double seconds);
  [[nodiscard]] bool listens() const;
  void signal(int number) const;
  int wait();

 private:
  pid_t pid_ = -1;
  int screen_ = -1;
  std::string seen_;
};

/// Waits until a file has at least `bytes`; false after `seconds`.
bool wait_for_file(const std::string& path, std::size_t bytes, double seconds = 20.0);

}  // namespace treadle
