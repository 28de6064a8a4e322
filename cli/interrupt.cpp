#include "interrupt.hpp"

#include "report_error.hpp"

#include <unistd.h>

namespace treadle::cli {

namespace {

volatile std::sig_atomic_t stop_requested = 0;

extern "C" void on_signal(int /*signal*/) {
  if (stop_requested != 0) _exit(interrupted);
  stop_requested = 1;
}

}  // namespace

// A script's background job starts with SIGINT ignored; it is listened to all the same, since a run
// that is told to stop should keep its results.
InterruptGuard::InterruptGuard() {
  stop_requested = 0;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;  // a signal must not break the writing of a row
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

bool InterruptGuard::requested() { return stop_requested != 0; }

}  // namespace treadle::cli
