#include "interrupt.hpp"

#include "../src/base/leftovers.hpp"
#include "report_error.hpp"

#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <ctime>
#include <string>
#include <system_error>
#include <thread>

namespace treadle::cli {

namespace {

// What is left of a second is for compilers and files: all of it where nobody is asked first.
constexpr timespec after_signal{0, 650'000'000};
constexpr itimerval rest_of_second{{0, 0}, {0, 300'000}}, whole_second{{0, 0}, {0, 950'000}};

std::atomic<bool> stop_requested = false;
std::atomic<int> guards = 0;

// Not through streams, which somebody may hold.
void say(const std::string& words) {
  const std::string line = (isatty(STDERR_FILENO) == 1 ? "\r\x1b[K" : "") + words + "\n";
  const ssize_t ignored = write(STDERR_FILENO, line.data(), line.size());
  static_cast<void>(ignored);
}

extern "C" void end_now(int /*signal*/) { _exit(interrupted); }

void wait_for_signals(sigset_t signals) {
  int number = 0;
  while (sigwait(&signals, &number) != 0) {
  }
  stop_requested = true;
  const bool asked = guards > 0;
  if (asked) sigtimedwait(&signals, nullptr, &after_signal);  // until then, or to the second signal
  std::signal(SIGALRM, end_now);
  setitimer(ITIMER_REAL, asked ? &rest_of_second : &whole_second, nullptr);
  leftovers::clear();
  say(asked ? "treadle: interrupted; what was written is kept" : "treadle: interrupted");
  _exit(interrupted);
}

}  // namespace

// A script's background job starts with SIGINT ignored; it is listened to all the same, since a run
// that is told to stop should keep its results. `nohup` is obeyed.
void listen_to_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    if (std::signal(number, SIG_DFL) == SIG_IGN && number == SIGHUP) {
      std::signal(number, SIG_IGN);
    } else {
      sigaddset(&signals, number);
    }
  }
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // all threads that come, and this one
  try {
    std::thread(wait_for_signals, signals).detach();
  } catch (const std::system_error&) {
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);  // then they end the program as ever
  }
}

InterruptGuard::InterruptGuard() { ++guards; }

InterruptGuard::~InterruptGuard() { --guards; }

bool InterruptGuard::requested() { return stop_requested; }

}  // namespace treadle::cli
