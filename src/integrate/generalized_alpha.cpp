#include "generalized_alpha.hpp"

#include <algorithm>

namespace treadle {

namespace {

constexpr int most_corrections = 6, most_breakdowns_of_alpha = 30;
constexpr double near_enough = 0.03, hardly_better = 0.9;
constexpr double at_once = 1e-3;  // of the tolerance: a correction that needs no second one

}  // namespace

// All from the spectral radius. (J14)
GeneralizedAlpha::GeneralizedAlpha(const System& system, const Tolerance& tolerance)
    : AdaptiveIntegrator(system, tolerance),
      in_inertia_((2.0 * tolerance.spectral_radius - 1.0) / (tolerance.spectral_radius + 1.0)),
      in_force_(tolerance.spectral_radius / (tolerance.spectral_radius + 1.0)),
      beta_(0.25 * (1.0 - in_inertia_ + in_force_) * (1.0 - in_inertia_ + in_force_)),
      gamma_(0.5 - in_inertia_ + in_force_),
      rate_(system.tangent_size()),
      next_rate_(system.tangent_size()),
      slow_(system.tangent_size()),
      next_slow_(system.tangent_size()),
      slow_before_(system.tangent_size()),
      curve_(system),
      dx_(system.tangent_size()),
      trial_(system.state_size()),
      other_(system.state_size()),
      right_(system.tangent_size()) {}

Report GeneralizedAlpha::begin(System& system, double t) {
  t_ = earlier_ = t;
  fresh_ = true;
  jumping_ = 0;
  last_h_ = 0.0;
  const Report report = evaluate(system, t, x_, rate_);
  if (!report.ok()) return report;
  slow_ = slow_before_ = rate_;
  weigh(system);
  system.plain_rate(x_, rate_, other_);
  h_ = first_step(norm(other_));
  return report;
}

// With the accelerations that are there.
void GeneralizedAlpha::predict(System& system, double h) {
  next_slow_ = slow_;
  const std::size_t positions = system.positions();
  for (std::size_t i = 0; i < dx_.size(); ++i) {
    dx_[i] = i < positions ? h * (rate_[i] + 0.5 * h * slow_[i + positions]) : h * slow_[i];
  }
}

// Newton's method on accelerations, in terms of velocities. (J14)
Report GeneralizedAlpha::newton(System& system, double t, double h, bool& converged) {
  const std::size_t positions = system.positions();
  const double part = 1.0 - in_inertia_;
  double before = 0.0;
  converged = false;
  for (int k = 0; k < most_corrections; ++k) {
    system.advance(x_, dx_, trial_);
    Report report = evaluate(system, t, trial_, next_rate_);
    if (!report.ok()) return report;
    for (std::size_t i = 0; i < dx_.size(); ++i) {
      if (i < positions) {
        right_[i] = 0.0;
      } else if (i < 2 * positions) {
        right_[i] = h * gamma_ / part *
                    ((1.0 - in_force_) * next_rate_[i] + in_force_ * rate_[i] -
                     in_inertia_ * slow_[i] - part * next_slow_[i]);
      } else {
        right_[i] = 0.5 * h * (rate_[i] + next_rate_[i]) - dx_[i];
      }
    }
    report = system.solve_newton(right_);
    if (!report.ok()) return report;
    for (std::size_t i = 0; i < dx_.size(); ++i) {
      dx_[i] += right_[i];
      if (i >= positions && i < 2 * positions) next_slow_[i] += right_[i] / (h * gamma_);
    }
    system.plain_rate(trial_, right_, other_);
    const double size = norm(other_);
    if (!std::isfinite(size)) return {};
    const double rate = k > 0 ? size / before : 0.0;
    if (size <= at_once || (k > 0 && rate < 1.0 && rate / (1.0 - rate) * size < near_enough)) {
      converged = true;
      break;
    }
    if (k > 0 && rate > hardly_better) return {};
    before = size;
  }
  system.advance(x_, dx_, trial_);
  return {};
}

// What Newmark's formulas leave of the next terms of the series. (J15)
double GeneralizedAlpha::error_of(System& system, double h) {
  const std::size_t positions = system.positions();
  const double ratio = last_h_ > 0.0 ? h / last_h_ : 0.0;
  std::fill(right_.begin(), right_.end(), 0.0);
  for (std::size_t i = positions; i < dx_.size(); ++i) {
    const bool velocity = i < 2 * positions;
    const double now = velocity ? next_slow_[i] - slow_[i] : next_rate_[i] - rate_[i];
    const double bend = now - ratio * (slow_[i] - slow_before_[i]);
    right_[i] = h / 12.0 * (velocity ? bend : now);
    if (velocity) right_[i - positions] = h * h * (beta_ - 1.0 / 6.0) * now;
  }
  system.plain_rate(trial_, right_, other_);
  return norm(other_);
}

Report GeneralizedAlpha::step(System& system, double stop) {
  weigh(system);
  int failures = 0, breakdowns = 0;
  bool linear = false;
  for (;;) {
    const double left = stop - t_, h = cut(std::min(h_, longest_), left);
    const Report small = too_small(h, left);
    if (!small.ok()) return small;
    const double t = h == left ? stop : t_ + h;
    double error = 0.0;
    bool converged = false;
    moved_ = 0.0;
    Report report;
    if (!linear) report = system.linearize(t_, x_, rate_);
    linear = true;
    const double ahead = (1.0 - in_force_) / (1.0 - in_inertia_);
    if (report.ok()) report = system.factor_newton(ahead * h * h * beta_, ahead * h * gamma_);
    predict(system, h);
    if (report.ok()) report = newton(system, t, h, converged);
    if (report.ok() && converged) {
      error = error_of(system, h);
      other_ = trial_;
      report = system.project(t, trial_);
      for (std::size_t n = 0; n < x_.size(); ++n) other_[n] -= trial_[n];
      moved_ = norm(other_);
      error = std::max(error, moved_);
      if (report.ok() && error <= 1.0) report = evaluate(system, t, trial_, next_rate_);
    }
    if (!report.ok() || !converged || !(error <= 1.0)) {
      const bool broke = !report.ok() || !converged || !std::isfinite(error);
      if (broke && ++breakdowns > most_breakdowns_of_alpha) {
        if (report.ok()) report = {Trouble::step_too_small, statistics_.largest_at, h, 0};
        return report;
      }
      if (!broke && jumps(h, moved_)) {
        keep_step(h, 2);
        const double before = t_;
        std::swap(x_, trial_);
        const Report again = begin(system, t);
        earlier_ = before;
        if (again.ok()) system.accepted({t_, h, h_, longest_, failures}, x_);
        return again;
      }
      ++failures;
      ++statistics_.failures;
      h_ = h * (broke ? 0.5 : std::max(0.2, 0.9 * std::pow(error, -1.0 / 3.0)));
      system.refused(t_, h_);
      continue;
    }
    system.difference(x_, trial_, curve_.whole);
    const std::size_t positions = system.positions();
    curve_.begin = slow_;
    std::copy_n(rate_.begin(), positions, curve_.begin.begin());
    curve_.end = next_slow_;
    std::copy_n(next_rate_.begin(), positions, curve_.end.begin());
    for (std::size_t i = 2 * positions; i < dx_.size(); ++i) {
      curve_.begin[i] = rate_[i];
      curve_.end[i] = next_slow_[i] = next_rate_[i];
    }
    system.chart_rate(curve_.whole, curve_.end);
    std::swap(curve_.old, x_);
    std::swap(x_, trial_);
    std::swap(rate_, next_rate_);
    std::swap(slow_before_, slow_);
    std::swap(slow_, next_slow_);
    last_h_ = h;
    earlier_ = t_;
    t_ = t;
    fresh_ = false;
    const double wish = 0.9 * std::pow(std::max(error, 1e-6), -1.0 / 3.0);
    h_ = std::min(h * std::clamp(wish, 0.2, failures > 0 ? 1.0 : 3.0), longest_);
    keep_step(h, 2);
    if (system.accepted({t_, h, h_, longest_, failures}, x_)) return begin(system, t_);
    return {};
  }
}

void GeneralizedAlpha::interpolate(const System& system, double t, std::span<double> x) const {
  if (fresh_ || t == t_) {
    std::copy(x_.begin(), x_.end(), x.begin());
    return;
  }
  const double h = t_ - earlier_;
  curve_.at(system, (t - earlier_) / h, h, x);
}

}  // namespace treadle
