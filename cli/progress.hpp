// A progress bar with the time left, on standard error and only where that is a terminal.
#pragma once

#include <chrono>
#include <string>

namespace treadle::cli {

class ProgressBar {
 public:
  /// Shows nothing if `quiet` or if standard error is a file or a pipe.
  ProgressBar(double duration, bool quiet);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Called with each step: looks at the clock only every so many of them.
  void update(double time) {
    if (shown_ && --countdown_ <= 0) look(time);
  }
  /// Takes the bar off the screen.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  void look(double time);

  double duration_;
  bool shown_;
  bool drawn_ = false;
  int stride_ = 1, countdown_ = 1;  ///< steps between looks at the clock
  Clock::time_point begin_, last_look_, last_draw_;
};

/// One line of at most `width` characters: ` 42 % ━━━━━━──────── 3 min 20 s left`.
std::string progress_line(double fraction, double elapsed_seconds, int width);

/// `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`
std::string duration_words(double seconds);

}  // namespace treadle::cli
