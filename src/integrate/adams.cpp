#include "adams.hpp"

#include <algorithm>
#include <cstring>

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

// Numbers 4 b to 4 b + 3 of a vector; zero beyond its end.
template <class Four>
void load(const std::vector<double>& from, std::size_t b, Four& to) {
  to = Four{};
  std::memcpy(&to, from.data() + 4 * b,
              sizeof(double) * std::min<std::size_t>(4, from.size() - 4 * b));
}
template <class Four>
void store(const Four& from, std::size_t b, std::span<double> to) {
  std::memcpy(to.data() + 4 * b, &from,
              sizeof(double) * std::min<std::size_t>(4, to.size() - 4 * b));
}

}  // namespace

/// The largest of many numbers, measured by the tolerance; NaN where one is not finite.
class Adams::Largest {
 public:
  void add(const Four& numbers, const Four& inverse) {
    const Four scaled = numbers * inverse;
    const Four size = scaled < 0.0 ? -scaled : scaled;
    most_ = size > most_ ? size : most_;
    broken_ += numbers * 0.0;
  }
  [[nodiscard]] double value() const {
    const double broken = broken_[0] + broken_[1] + broken_[2] + broken_[3];
    return std::max({most_[0], most_[1], most_[2], most_[3]}) + broken;
  }

 private:
  Four most_{}, broken_{};
};

Adams::Adams(const System& system, const Tolerance& tolerance)
    : AdaptiveIntegrator(system, tolerance),
      history_((system.state_size() + 3) / 4),
      trial_(system.state_size()),
      guess_(system.state_size()),
      rate_(system.state_size()),
      tangent_(system.tangent_size()) {}

Report Adams::find_rate(System& system, double t, std::span<const double> x) {
  const Report report = evaluate(system, t, x, tangent_);
  if (report.ok()) system.plain_rate(x, tangent_, rate_);
  return report;
}

void Adams::measure(const System& system) {
  weigh(system);
  for (std::size_t b = 0; b < history_.size(); ++b) {
    Four weights;
    load(weights_, b, weights);
    history_[b].inverse = weights > 0.0 ? 1.0 / weights : Four{};
  }
}

Report Adams::begin(System& system, double t) {
  t_ = earlier_ = t;
  const Report report = find_rate(system, t, x_);
  if (report.ok()) begin_here(system);
  return report;
}

// The rate at the state is known.
void Adams::begin_here(const System& system) {
  order_ = 1;
  used_ = equal_ = 0;
  starting_ = true;
  last_h_ = 0.0;
  low_orders_ = 0;
  jumping_ = 0;
  measure(system);
  Largest speeds;
  for (std::size_t b = 0; b < history_.size(); ++b) {
    load(rate_, b, history_[b].difference[0]);
    speeds.add(history_[b].difference[0], history_[b].inverse);
  }
  h_ = first_step(speeds.value());
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
  for (std::size_t b = 0; b < history_.size(); ++b) {
    Block& block = history_[b];
    Four sum{}, above{}, x;
    for (auto i = static_cast<std::size_t>(order_); i-- > 0;) {
      const Four star = c.stretch[i] * block.difference[i];
      sum += c.weight[i] * star;
      above += star;
      block.predicted[i] = above;
    }
    load(x_, b, x);
    store(Four(x + h * sum), b, guess_);
  }
}

// Errors of this order and of those below it, all from one change of the rate. (I8)
Adams::Errors Adams::estimate(double h, const Coefficients& c, double& change) {
  const auto k = static_cast<std::size_t>(order_);
  Largest here, one, two;
  for (std::size_t b = 0; b < history_.size(); ++b) {
    Block& block = history_[b];
    Four rate;
    load(rate_, b, rate);
    block.change = rate - block.predicted[0];
    here.add(block.change, block.inverse);
    if (k > 1) one.add(block.predicted[k - 1] + block.change, block.inverse);
    if (k > 2) two.add(block.predicted[k - 2] + block.change, block.inverse);
  }
  change = here.value();
  Errors e;
  e.here = h * c.growth[k] * moulton[k] * change;
  if (k > 1) e.one_lower = h * c.growth[k - 1] * moulton[k - 1] * one.value();
  if (k > 2) e.two_lower = h * c.growth[k - 2] * moulton[k - 2] * two.value();
  return e;
}

// Predict, evaluate, correct with the next higher order, project, judge. (I7)
Report Adams::try_step(System& system, double t, double h, const Coefficients& c, double& error,
                       Errors& errors) {
  moved_ = 0.0;
  predict(h, c);
  Report report = find_rate(system, t, guess_);
  if (!report.ok()) return report;
  const auto k = static_cast<std::size_t>(order_);
  const double factor = h * (c.weight[k] - c.weight[k - 1]), weight = h * c.weight[k];
  errors = estimate(h, c, error);
  error *= std::fabs(factor);
  if (!(error <= 1.0)) return report;
  Four guess, trial;
  for (std::size_t b = 0; b < history_.size(); ++b) {
    load(guess_, b, guess);
    store(Four(guess + weight * history_[b].change), b, trial_);
  }
  report = system.project(t, trial_);
  if (!report.ok()) return report;
  // the formula of lower order is compared with the projected result
  Largest moved, wrong;
  for (std::size_t b = 0; b < history_.size(); ++b) {
    const Block& block = history_[b];
    load(guess_, b, guess);
    load(trial_, b, trial);
    const Four way = trial - (guess + weight * block.change);
    moved.add(way, block.inverse);
    wrong.add(way + factor * block.change, block.inverse);
  }
  moved_ = moved.value();
  error = wrong.value();
  if (!(error <= 1.0)) return report;
  return find_rate(system, t, trial_);
}

// Where in the state the rate is farthest from what was predicted.
int Adams::place_of_largest() const {
  int place = -1;
  double most = 0.0;
  for (std::size_t i = 0; i < coupled_; ++i) {
    const Block& block = history_[i / 4];
    const double size = std::fabs(block.change[i % 4] * block.inverse[i % 4]);
    if (!(size > most)) continue;
    most = size;
    place = static_cast<int>(i);
  }
  return place;
}

// Shorter, and from the third time on of first order: something happened that history knows
// nothing of.
void Adams::refuse(System& system, double h, int failures, bool broke, const Errors& errors) {
  ++statistics_.failures;
  starting_ = false;
  if (!broke) statistics_.largest_at = place_of_largest();
  double factor = 0.5;
  if (!broke && lower_ > 0) order_ = lower_;
  if (failures >= 3) order_ = 1;
  if (failures > 3 && !broke && errors.here > 2.0) factor = std::sqrt(0.5 / errors.here);
  h_ = h * factor;
  system.refused(t_, h_);
  measure(system);
}

Report Adams::step(System& system, double stop) {
  measure(system);
  int failures = 0, breakdowns = 0;
  for (;;) {
    const double left = stop - t_, h = cut(std::min(h_, longest_), left);
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
    if (system.accepted({t_, h, h_, longest_, failures}, x_)) {
      const Report again = find_rate(system, t_, x_);
      if (!again.ok()) return again;
      begin_here(system);
    }
    return {};
  }
}

// To the other side of a jump, and on from there without history.
Report Adams::jump(System& system, double t, double h, int failures) {
  const Report report = find_rate(system, t, trial_);
  if (!report.ok()) return report;
  std::swap(x_, trial_);
  earlier_ = t_;
  t_ = t;
  keep_step(h, 1);
  begin_here(system);
  if (!system.accepted({t_, h, h_, longest_, failures}, x_)) return report;
  const Report again = find_rate(system, t_, x_);
  if (again.ok()) begin_here(system);
  return again;
}

// The new rate turns predicted differences into differences. (I7)
void Adams::keep_history(double t, double h, const Coefficients& c) {
  const auto k = static_cast<std::size_t>(order_);
  Largest rates, states, next;
  for (std::size_t b = 0; b < history_.size(); ++b) {
    Block& block = history_[b];
    Four rate, guess, trial;
    load(rate_, b, rate);
    load(guess_, b, guess);
    load(trial_, b, trial);
    const Four change = rate - block.predicted[0];
    rates.add(change - block.change, block.inverse);
    states.add(trial - guess, block.inverse);
    next.add(change - block.difference[k], block.inverse);
    for (std::size_t i = 0; i < k; ++i) block.difference[i] = block.predicted[i] + change;
    block.difference[k] = change;
  }
  higher_ = next.value();
  watch_stiffness(h, rates.value(), states.value());
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
  const double higher = h * moulton[static_cast<std::size_t>(k + 1)] * higher_;
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
  return std::min(next, longest_);
}

// Fifty short steps in a row of low order, with a rate that changes as much with
// the state as the step can bear. (I11)
void Adams::watch_stiffness(double h, double rates, double states) {
  const bool held =
      order_ <= low_order && h < 0.9 * longest_first() && h * rates > near_bound * states;
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
  Numbers integral{}, weight{};
  for (std::size_t q = 0; q < terms; ++q) integral[q] = 1.0 / static_cast<double>(q + 1);
  double before = 0.0;
  for (std::size_t i = 0; i < terms; ++i) {
    if (i > 0) {
      const double whole = (h + before) / span_[i - 1], part = h / span_[i - 1];
      for (std::size_t q = 0; q + i < terms; ++q)
        integral[q] = whole * integral[q] - part * integral[q + 1];
      before = span_[i - 1];
    }
    weight[i] = h * integral[0];
  }
  for (std::size_t b = 0; b < history_.size(); ++b) {
    Four sum;
    load(x_, b, sum);
    for (std::size_t i = 0; i < terms; ++i) sum += weight[i] * history_[b].difference[i];
    store(sum, b, x);
  }
}

}  // namespace treadle
