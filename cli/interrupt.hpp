// Ctrl-C and its like: they end whatever the program does within a second. Who computes row after
// row is asked first, keeps what it has and ends by itself.
#pragma once

namespace treadle::cli {

/// Listens to SIGINT, SIGTERM and SIGHUP from now on, in a thread of its own. Without an
/// InterruptGuard the program ends at once, with it after some tenths of a second or at a second
/// signal, in any case with code 130; compilers and unfinished files do not outlive it. Call it
/// first of all.
void listen_to_signals();

/// As long as one lives, somebody looks at `requested` again and again.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  [[nodiscard]] static bool requested();
};

}  // namespace treadle::cli
