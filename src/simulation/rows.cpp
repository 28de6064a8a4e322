#include "rows.hpp"

#include <cmath>

namespace treadle {

Report Rows::pass(Walk& walk, double reached, std::span<double> x, bool& go_on) {
  if (!listener_.row) return {};
  const double before = written_, turning = sampler_.turning(walk.state());
  for (; next_ < plan_.rows && plan_.row_end(next_) <= reached; ++next_) {
    if (written_ > before && listener_.progress && !listener_.progress(reached)) {
      go_on = false;
      return {};
    }
    const double t = plan_.row_end(next_);
    Report report = follow(walk, t, turning, x);
    if (report.ok()) report = walk.state_at(t, x);
    if (!report.ok()) return report;
    write(t, x);
  }
  if (!sampler_.follows() || followed_ >= reached) return {};
  Report report = follow(walk, reached, turning, x);
  if (report.ok()) report = walk.state_at(reached, x);
  if (report.ok()) sampler_.follow(reached, x);
  followed_ = reached;
  return report;
}

// Angles count their turns: between two looks nothing turns by a radian.
Report Rows::follow(Walk& walk, double t, double turning, std::span<double> x) {
  const double from = followed_, parts = std::ceil((t - from) * turning);
  for (double k = 1.0; k < parts; k += 1.0) {
    const double between = from + (t - from) * (k / parts);
    const Report report = walk.state_at(between, x);
    if (!report.ok()) return report;
    sampler_.follow(between, x);
  }
  return {};
}

}  // namespace treadle
