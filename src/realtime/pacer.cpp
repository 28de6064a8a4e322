#include "pacer.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <ctime>

namespace treadle {

namespace {

constexpr std::int64_t second = 1'000'000'000, longest_nap = second / 20;

std::int64_t clock_now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * second + now.tv_nsec;
}

void sleep_until(std::int64_t due) {
  const timespec until{due / second, due % second};
  while (::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
  }
}

}  // namespace

std::vector<std::string> ask_for_real_time() {
  std::vector<std::string> refused;
  sched_param priority{};
  priority.sched_priority = sched_get_priority_min(SCHED_FIFO) + 49;
  if (::sched_setscheduler(0, SCHED_FIFO, &priority) != 0) {
    refused.push_back(
        std::string("SCHED_FIFO was refused (") + std::strerror(errno) +
        "): other programs may delay steps; 'ulimit -r 50' or CAP_SYS_NICE permits it");
  }
  if (::mlockall(MCL_CURRENT | MCL_FUTURE) != 0) {
    refused.push_back(
        std::string("memory could not be locked (") + std::strerror(errno) +
        "): a page that was swapped out may delay a step; 'ulimit -l unlimited' or CAP_IPC_LOCK "
        "permits it");
  }
  return refused;
}

void Pacer::begin(double t) {
  start_ = t;
  base_ = since_ = clock_now();
}

void Pacer::work() { since_ = clock_now(); }

double Pacer::now() const { return 1e-9 * static_cast<double>(clock_now() - base_); }

void Pacer::wait(double t, const std::function<bool()>& stop) {
  const std::int64_t due = base_ + std::llround(1e9 * (t - start_));
  const std::int64_t done = clock_now();
  const double took = 1e-9 * static_cast<double>(done - since_);
  ++counts_.steps;
  counts_.worst_step = std::max(counts_.worst_step, took);
  const auto above = std::lower_bound(PaceCounts::edge.begin(), PaceCounts::edge.end(), took);
  ++counts_.histogram[static_cast<std::size_t>(above - PaceCounts::edge.begin())];
  if (done > due) {
    ++counts_.overruns;
    counts_.worst_late = std::max(counts_.worst_late, 1e-9 * static_cast<double>(done - due));
    return;
  }
  for (std::int64_t now = done; now + longest_nap < due; now = clock_now()) {
    if (stop()) return;
    sleep_until(now + longest_nap);
  }
  sleep_until(due);
  counts_.worst_wake = std::max(counts_.worst_wake, 1e-9 * static_cast<double>(clock_now() - due));
}

}  // namespace treadle
