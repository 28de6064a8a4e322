#include "adams.hpp"

#include <algorithm>

namespace treadle {

namespace {

/// Error constants of Adams-Moulton formulas for equal steps, by order. (I8)
constexpr std::array<double, 14> moulton{1.0,
                                         1.0 / 2.0,
                                         1.0 / 12.0,
                                         1.0 / 24.0,
                                         19.0 / 720.0,
                                         3.0 / 160.0,
                                         863.0 / 60480.0,
                                         275.0 / 24192.0,
                                         33953.0 / 3628800.0,
                                         8183.0 / 1036800.0,
                                         0.006785849984634707,
                                         0.005924056412337662,
                                         0.005236693257950286,
                                         0.004677498407042265};

constexpr int most_breakdowns = 30;
constexpr int patience = 50;        // steps of low order that look stiff
constexpr int low_order = 4;        // what stability leaves of the order
constexpr double near_bound = 0.2;  // h times the local Lipschitz constant

}  // namespace

Adams::Adams(const System& system, const Tolerance& tolerance)
    : AdaptiveIntegrator(system, tolerance),
      differences_(highest_order + 2, Vector(system.state_size())),
      predicted_(highest_order + 2, Vector(system.state_size())),
      trial_(system.state_size()),
      guess_(system.state_size()),
      rate_(system.state_size()),
      tangent_(system.tangent_size()),
      change_(system.state_size()),
      above_(system.state_size()) {}

Report Adams::evaluate(System& system, double t, std::span<const double> x, Vector& out) {
  ++statistics_.evaluations;
  const Report report = system.rate(t, x, tangent_);
  if (report.ok()) system.plain_rate(x, tangent_, out);
  return report;
}

Report Adams::start(System& system, double t, std::span<const double> x) {
  std::copy(x.begin(), x.end(), x_.begin());
  t_ = earlier_ = t;
  const Report report = evaluate(system, t, x_, differences_[0]);
  if (!report.ok()) return report;
  h_ = tolerance_.largest_step;
  begin(system);
  return report;
}

// The first step is of first order, and so short that its error should be a small part of what is
// allowed. (I9)
void Adams::begin(const System& system) {
  order_ = 1;
  used_ = equal_ = 0;
  starting_ = true;
  last_h_ = 0.0;
  low_orders_ = 0;
  jumping_ = 0;
  weigh(system);
  const double speed = norm(differences_[0]);
  if (16.0 * speed * h_ * h_ > 1.0) h_ = 0.25 / std::sqrt(speed);
  if (!std::isfinite(h_)) h_ = 1e-3;
}

// Spacing, and integrals of the basis by repeated integration by parts. (I5) (I6)
Adams::Coefficients Adams::coefficients(double h) const {
  Coefficients c;
  const auto order = static_cast<std::size_t>(order_);
  c.span[0] = h;
  c.stretch[0] = c.growth[0] = c.weight[0] = 1.0;
  Numbers integral{};
  for (std::size_t q = 0; q <= order; ++q)
    integral[q] = 1.0 / (static_cast<double>(q + 1) * static_cast<double>(q + 2));
  for (std::size_t i = 1; i <= order; ++i) {
    if (i < order) {
      c.span[i] = span_[i - 1] + h;
      c.stretch[i] = c.stretch[i - 1] * c.span[i - 1] / span_[i - 1];
    }
    const double share = h / c.span[i - 1];
    c.growth[i] = static_cast<double>(i) * share * c.growth[i - 1];
    if (i > 1) {
      for (std::size_t q = 0; q + i <= order; ++q) integral[q] -= share * integral[q + 1];
    }
    c.weight[i] = integral[0];
  }
  return c;
}

// The polynomial through the last rates, integrated; and its differences at the new time. (I6)
void Adams::predict(double h, const Coefficients& c) {
  const auto order = static_cast<std::size_t>(order_);
  std::fill(predicted_[order].begin(), predicted_[order].end(), 0.0);
  std::fill(guess_.begin(), guess_.end(), 0.0);
  for (std::size_t i = order; i-- > 0;) {
    const Vector& old = differences_[i];
    const Vector& above = predicted_[i + 1];
    Vector& now = predicted_[i];
    for (std::size_t n = 0; n < x_.size(); ++n) {
      const double star = c.stretch[i] * old[n];
      guess_[n] += c.weight[i] * star;
      now[n] = star + above[n];
    }
  }
  for (std::size_t n = 0; n < x_.size(); ++n) guess_[n] = x_[n] + h * guess_[n];
}

// Errors of this order and of those below it, all from one change of the rate. (I8)
Adams::Errors Adams::estimate(double h, const Coefficients& c) {
  const auto k = static_cast<std::size_t>(order_);
  const auto with = [&](const Vector& difference) {
    for (std::size_t n = 0; n < x_.size(); ++n) above_[n] = difference[n] + change_[n];
    return norm(above_);
  };
  Errors e;
  e.here = h * c.growth[k] * moulton[k] * norm(change_);
  if (k > 1) e.one_lower = h * c.growth[k - 1] * moulton[k - 1] * with(predicted_[k - 1]);
  if (k > 2) e.two_lower = h * c.growth[k - 2] * moulton[k - 2] * with(predicted_[k - 2]);
  return e;
}

// Predict, evaluate, correct with the next higher order, project, judge. (I7)
Report Adams::try_step(System& system, double t, double h, const Coefficients& c, double& error,
                       Errors& errors) {
  moved_ = 0.0;
  predict(h, c);
  Report report = evaluate(system, t, guess_, rate_);
  if (!report.ok()) return report;
  const auto k = static_cast<std::size_t>(order_);
  for (std::size_t n = 0; n < x_.size(); ++n) change_[n] = rate_[n] - predicted_[0][n];
  errors = estimate(h, c);
  const double factor = h * (c.weight[k] - c.weight[k - 1]);
  error = std::fabs(factor) * norm(change_);
  if (!(error <= 1.0)) return report;
  for (std::size_t n = 0; n < x_.size(); ++n) {
    trial_[n] = guess_[n] + h * c.weight[k] * change_[n];
    above_[n] = -trial_[n];
  }
  report = system.project(t, trial_);
  if (!report.ok()) return report;
  // the formula of lower order is compared with the projected result
  for (std::size_t n = 0; n < x_.size(); ++n) above_[n] += trial_[n];
  moved_ = norm(above_);
  for (std::size_t n = 0; n < x_.size(); ++n) above_[n] += factor * change_[n];
  error = norm(above_);
  if (!(error <= 1.0)) return report;
  return evaluate(system, t, trial_, rate_);
}

// Shorter, and from the third time on of first order: something happened that history knows
// nothing of.
void Adams::refuse(System& system, double h, int failures, bool broke, const Errors& errors) {
  ++statistics_.failures;
  starting_ = false;
  double factor = 0.5;
  if (!broke && lower_ > 0) order_ = lower_;
  if (failures >= 3) order_ = 1;
  if (failures > 3 && !broke && errors.here > 2.0) factor = std::sqrt(0.5 / errors.here);
  h_ = h * factor;
  system.refused(t_, h_);
  weigh(system);
}

Report Adams::step(System& system, double stop) {
  weigh(system);
  int failures = 0, breakdowns = 0;
  for (;;) {
    const double left = stop - t_, h = cut(std::min(h_, tolerance_.largest_step), left);
    const Report small = too_small(h, left);
    if (!small.ok()) return small;
    const double t = h == left ? stop : t_ + h;
    equal_ = h == last_h_ ? std::min(equal_ + 1, used_ + 1) : 1;
    last_h_ = h;
    const Coefficients c = coefficients(h);
    double error = 0.0;
    Errors errors;
    const Report report = try_step(system, t, h, c, error, errors);
    lower_ = 0;
    if (errors.two_lower >= 0.0 ? std::max(errors.one_lower, errors.two_lower) <= errors.here
                                : errors.one_lower >= 0.0 && errors.one_lower <= 0.5 * errors.here)
      lower_ = order_ - 1;
    if (!report.ok() || !(error <= 1.0)) {
      const bool broke = !report.ok() || !std::isfinite(error);
      if (broke && ++breakdowns > most_breakdowns) return report;
      if (!broke && jumps(h, moved_)) return jump(system, t, h, failures);
      refuse(system, h, ++failures, broke, errors);
      continue;
    }

    keep_history(t, h, c);
    double error_then = errors.here;
    const int order = next_order(h, errors, error_then);
    h_ = next_step(h, order, error_then);
    order_ = order;
    if (system.accepted({t_, h, h_, tolerance_.largest_step, failures}, x_)) {
      const Report again = evaluate(system, t_, x_, differences_[0]);
      if (!again.ok()) return again;
      begin(system);
    }
    return {};
  }
}

// To the other side of a jump, and on from there without history.
Report Adams::jump(System& system, double t, double h, int failures) {
  const Report report = evaluate(system, t, trial_, differences_[0]);
  if (!report.ok()) return report;
  std::swap(x_, trial_);
  earlier_ = t_;
  t_ = t;
  keep_step(h, 1);
  h_ = tolerance_.largest_step;
  begin(system);
  if (system.accepted({t_, h, h_, tolerance_.largest_step, failures}, x_))
    return evaluate(system, t_, x_, differences_[0]);
  return report;
}

// The new rate turns predicted differences into differences. (I7)
void Adams::keep_history(double t, double h, const Coefficients& c) {
  watch_stiffness(h);
  const auto k = static_cast<std::size_t>(order_);
  for (std::size_t n = 0; n < x_.size(); ++n) {
    const double change = rate_[n] - predicted_[0][n];
    above_[n] = change - differences_[k][n];  // the next difference, where steps were equal
    predicted_[k][n] = change;
    for (std::size_t i = 0; i < k; ++i) predicted_[i][n] += change;
  }
  for (std::size_t i = 0; i <= k; ++i) std::swap(differences_[i], predicted_[i]);
  std::swap(x_, trial_);
  earlier_ = t_;
  t_ = t;
  span_ = c.span;
  used_ = order_;
  keep_step(h, order_);
}

// The order whose error is least; upwards only where equal steps let the error be known.
int Adams::next_order(double h, const Errors& errors, double& error_then) {
  const int k = order_;
  if (lower_ > 0 || k == highest_order) starting_ = false;
  if (starting_) return k + 1;
  if (lower_ > 0) {
    error_then = errors.one_lower;
    return lower_;
  }
  if (equal_ < k + 1 || k == highest_order) {
    if (k == highest_order && errors.one_lower >= 0.0 && errors.one_lower <= errors.here) {
      error_then = errors.one_lower;
      return k - 1;
    }
    return k;
  }
  const double higher = h * moulton[static_cast<std::size_t>(k + 1)] * norm(above_);
  if (k > 1 && errors.one_lower <= std::min(errors.here, higher)) {
    error_then = errors.one_lower;
    return k - 1;
  }
  if (k > 1 ? higher >= errors.here : higher >= 0.5 * errors.here) return k;
  error_then = higher;
  return k + 1;
}

// Twice the step where that is safe, the same where it is good enough, else what the error asks
// for. (I9)
double Adams::next_step(double h, int order, double error) const {
  double next = 2.0 * h;
  const double power = static_cast<double>(order + 1);
  if (!starting_ && 0.5 < error * std::exp2(power)) {
    next = h;
    if (0.5 < error) next = h * std::clamp(std::pow(0.5 / error, 1.0 / power), 0.5, 0.9);
  }
  return std::min(next, tolerance_.largest_step);
}

// Fifty steps in a row of low order, shorter than allowed, with a rate that changes as much with
// the state as the step can bear. (I11)
void Adams::watch_stiffness(double h) {
  for (std::size_t n = 0; n < x_.size(); ++n) {
    above_[n] = rate_[n] - predicted_[0][n] - change_[n];
    change_[n] = trial_[n] - guess_[n];
  }
  const bool held = order_ <= low_order && h < 0.9 * tolerance_.largest_step &&
                    h * norm(above_) > near_bound * norm(change_);
  if (!held) {
    low_orders_ = 0;
  } else if (++low_orders_ == 1) {
    held_since_ = t_;
  }
  if (low_orders_ >= patience && statistics_.stiff_since < 0.0)
    statistics_.stiff_since = held_since_;
}

// The polynomial through the rates of the last step, integrated backwards from its end. (I12)
void Adams::interpolate(const System& /*system*/, double t, std::span<double> x) const {
  const double h = t - t_;
  std::copy(x_.begin(), x_.end(), x.begin());
  if (h == 0.0 || used_ == 0) return;
  const auto terms = static_cast<std::size_t>(used_ + 1);
  Numbers integral{};
  for (std::size_t q = 0; q < terms; ++q) integral[q] = 1.0 / static_cast<double>(q + 1);
  double before = 0.0;
  for (std::size_t i = 0; i < terms; ++i) {
    if (i > 0) {
      const double whole = (h + before) / span_[i - 1], part = h / span_[i - 1];
      for (std::size_t q = 0; q + i < terms; ++q)
        integral[q] = whole * integral[q] - part * integral[q + 1];
      before = span_[i - 1];
    }
    for (std::size_t n = 0; n < x_.size(); ++n) x[n] += h * integral[0] * differences_[i][n];
  }
}

}  // namespace treadle
