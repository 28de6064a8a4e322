#include "phase_line.hpp"

#include "progress.hpp"

#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <system_error>

namespace treadle::cli {

namespace {

constexpr auto patience = std::chrono::milliseconds(400), between = std::chrono::milliseconds(200);

}  // namespace

PhaseLine::PhaseLine(bool quiet) {
  if (quiet || isatty(STDERR_FILENO) != 1) return;
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {  // then there is no line
  }
}

void PhaseLine::say(const std::string& phase) {
  const std::lock_guard lock(mutex_);
  phase_ = phase;
}

void PhaseLine::end() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void PhaseLine::watch() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  std::unique_lock lock(mutex_);
  if (changed_.wait_for(lock, patience, [this] { return over_; })) return;
  do {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    std::fprintf(stderr, "\r%s ... %s\x1b[K", phase_.c_str(), duration_words(seconds).c_str());
    std::fflush(stderr);
  } while (!changed_.wait_for(lock, between, [this] { return over_; }));
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

}  // namespace treadle::cli
