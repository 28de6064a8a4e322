// Ctrl-C during a run: the first one asks the run to stop at its next step, a second one ends the
// program.
#pragma once

#include <csignal>

namespace treadle::cli {

/// Listens to SIGINT and SIGTERM as long as it lives.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  [[nodiscard]] static bool requested();

 private:
  struct sigaction old_interrupt_ {
  }, old_terminate_{};
};

}  // namespace treadle::cli
