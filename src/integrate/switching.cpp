#include "switching.hpp"

#include <algorithm>

namespace treadle {

namespace {

constexpr long first_patience = 20, most_patience = 20000;
constexpr double explicit_would_do = 0.5;  // step times how fast the rate changes (J13)
constexpr long soon = 200;                 // steps: a change that was undone so soon was a mistake
constexpr std::size_t most_told = 256;     // changes

}  // namespace

Switching::Switching(const System& system, const Tolerance& tolerance)
    : AdaptiveIntegrator(system, tolerance),
      explicit_(system, tolerance),
      implicit_(system, tolerance),
      patience_(first_patience) {
  changes_.reserve(most_told);
}

void Switching::tell() {
  const AdaptiveIntegrator& one = now();
  leapt_ = one.leapt();
  earlier_ = one.earlier();
  t_ = one.time();
  std::copy(one.state().begin(), one.state().end(), x_.begin());
  const StepStatistics &a = explicit_.statistics(), &b = implicit_.statistics();
  statistics_ = one.statistics();
  statistics_.steps = a.steps + b.steps;
  statistics_.failures = a.failures + b.failures;
  statistics_.evaluations = a.evaluations + b.evaluations;
  statistics_.smallest = a.steps == 0   ? b.smallest
                         : b.steps == 0 ? a.smallest
                                        : std::min(a.smallest, b.smallest);
  statistics_.largest = std::max(a.largest, b.largest);
  statistics_.coarser = std::max(a.coarser, b.coarser);
  statistics_.stiff_since = -1.0;
}

Report Switching::begin(System& system, double t) {
  fresh_ = true;
  const Report report = now().start(system, t, x_);
  tell();
  return report;
}

void Switching::bound(double h) {
  explicit_.bound(h);
  implicit_.bound(h);
}

// At the end of the last step; nothing was stepped since, so states inside of it stay what they are
// until the next one.
Report Switching::change(System& system) {
  if (!is_implicit_) {
    // explicit steps that did not last: the going back before them was too early
    patience_ = since_ < soon ? std::min(2 * patience_, most_patience) : first_patience;
  }
  explicit_.forget_stiffness();
  is_implicit_ = !is_implicit_;
  since_ = calm_ = 0;
  if (changes_.size() < most_told) changes_.push_back({t_, is_implicit_});
  return now().start(system, t_, x_);
}

Report Switching::step(System& system, double stop) {
  const bool stiff = !is_implicit_ && explicit_.statistics().stiff_since >= 0.0,
             easy = is_implicit_ && calm_ >= patience_;
  Report report;
  if (!fresh_ && (stiff || easy)) report = change(system);
  if (report.ok()) report = now().step(system, stop);
  if (!report.ok()) return report;
  fresh_ = false;
  ++since_;
  if (is_implicit_) calm_ = implicit_.stiffness() < explicit_would_do ? calm_ + 1 : 0;
  tell();
  return report;
}

void Switching::interpolate(const System& system, double t, std::span<double> x) const {
  now().interpolate(system, t, x);
}

}  // namespace treadle
