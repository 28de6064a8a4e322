// Where the time of a solve goes: a clock between the steps of a solver.
#pragma once

#include "../solve/saddle.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace treadle {

/// Seconds of a clock that never goes back.
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The value below which a fraction of sorted numbers lies, between neighbours in proportion.
inline double quantile(const std::vector<double>& sorted, double fraction) {
  const double at = fraction * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(at), high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (at - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

/// Adds up the time between the marks of a solver. Of many passes the medians count, so that a pass
/// that the machine interrupts does no harm.
class StepTimer final : public StepWatch {
 public:
  StepTimer() {
    const double begin = now();
    for (int k = 0; k < 1000; ++k) now();
    look_ = (now() - begin) / 1001.0;
  }

  void start() { last_ = now(); }
  void done(const char* name) override {
    const double taken = std::max(0.0, now() - last_ - look_);
    auto found = std::find_if(steps_.begin(), steps_.end(),
                              [&](const Step& step) { return step.name == name; });
    if (found == steps_.end()) found = steps_.insert(steps_.end(), Step{name, 0.0, {}});
    found->pass += taken;
    last_ = now();
  }
  void end_pass() {
    for (Step& step : steps_) step.passes.push_back(std::exchange(step.pass, 0.0));
  }

  /// Nanoseconds by step for each of the solves of a pass; numbered steps in their order.
  std::vector<std::pair<std::string, double>> medians(std::size_t solves) {
    std::vector<std::pair<std::string, double>> list;
    for (Step& step : steps_) {
      std::sort(step.passes.begin(), step.passes.end());
      list.emplace_back(step.name, 1e9 * quantile(step.passes, 0.5) / static_cast<double>(solves));
    }
    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
      const auto numbered = [](const std::string& s) { return s[0] >= '0' && s[0] <= '9'; };
      return numbered(a.first) && numbered(b.first) && a.first < b.first;
    });
    return list;
  }

 private:
  struct Step {
    std::string name;
    double pass = 0.0;  ///< seconds in the pass that goes on
    std::vector<double> passes;
  };
  std::vector<Step> steps_;
  double last_ = 0.0, look_ = 0.0;
};

}  // namespace treadle
