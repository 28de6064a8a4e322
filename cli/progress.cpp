#include "progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace treadle::cli {

namespace {

constexpr double seconds_between_draws = 0.1;
constexpr double seconds_between_looks = 0.02;
constexpr int longest_stride = 1 << 20;

int terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

double seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

std::string duration_words(double seconds) {
  const auto unit = [](long value, const char* name) { return std::to_string(value) + name; };
  if (seconds < 9.95) {
    const long tenths = std::lround(10.0 * seconds);
    return unit(tenths / 10, ".") + unit(tenths % 10, " s");
  }
  const long whole = std::lround(std::min(seconds, 1e9));
  if (whole < 60) return unit(whole, " s");
  if (whole < 3600) return unit(whole / 60, " min ") + unit(whole % 60, " s");
  return unit(whole / 3600, " h ") + unit(whole % 3600 / 60, " min");
}

std::string progress_line(double fraction, double elapsed_seconds, int width) {
  const double part = std::clamp(fraction, 0.0, 1.0);
  char percent[16];
  std::snprintf(percent, sizeof percent, "%3d %% ", static_cast<int>(100.0 * part));
  const std::string left =
      part > 0.0 ? " " + duration_words(elapsed_seconds * (1.0 - part) / part) + " left" : "";
  const int bar = std::clamp(width - 6 - static_cast<int>(left.size()) - 1, 0, 50);
  const int full = static_cast<int>(part * bar);
  std::string line = percent;
  for (int i = 0; i < bar; ++i) line += i < full ? "━" : "─";
  return line + left;
}

ProgressBar::ProgressBar(double duration, bool quiet)
    : duration_(duration),
      shown_(!quiet && duration > 0.0 && isatty(STDERR_FILENO) == 1),
      begin_(Clock::now()),
      last_look_(begin_),
      last_draw_(begin_) {}

void ProgressBar::look(double time) {
  const Clock::time_point now = Clock::now();
  // long strides over quick steps, short ones over slow steps
  const double since = seconds(now - last_look_);
  if (since < seconds_between_looks) stride_ = std::min(2 * stride_, longest_stride);
  if (since > 2.0 * seconds_between_looks) stride_ = std::max(1, stride_ / 2);
  countdown_ = stride_;
  last_look_ = now;

  if (seconds(now - last_draw_) < seconds_between_draws) return;
  last_draw_ = now;
  drawn_ = true;
  const std::string line = progress_line(time / duration_, seconds(now - begin_), terminal_width());
  std::fprintf(stderr, "\r%s\x1b[K", line.c_str());
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

}  // namespace treadle::cli
