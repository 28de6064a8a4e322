// Rows of a run at their times, whatever the steps are.
#pragma once

#include "run_plan.hpp"
#include "sampler.hpp"
#include "walk.hpp"

namespace treadle {

class Rows {
 public:
  /// All must outlive it.
  Rows(const RunPlan& plan, Sampler& sampler, const Listener& listener)
      : plan_(plan), sampler_(sampler), listener_(listener), row_(sampler.columns().size()) {}

  void write(double t, std::span<const double> x) {
    written_ = followed_ = t;
    if (!listener_.row) return;
    if (listener_.contacts) listener_.contacts(sampler_.touching(t, x));
    sampler_.sample(t, x, row_);
    listener_.row(row_);
  }
  /// All rows that the last step has passed; false: the listener asked to stop between two of them.
  Report pass(Walk& walk, double reached, std::span<double> x, bool& go_on);
  /// Of an end that is not at the time of a row.
  void finish(double t, std::span<const double> x) {
    if (t > written_) write(t, x);
  }
  void keep(Keep& keep) { keep(next_, written_, followed_); }

 private:
  Report follow(Walk& walk, double t, double turning, std::span<double> x);

  const RunPlan& plan_;
  Sampler& sampler_;
  const Listener& listener_;
  long next_ = 0;
  double written_ = 0.0, followed_ = 0.0;
  std::vector<double> row_;
};

}  // namespace treadle
