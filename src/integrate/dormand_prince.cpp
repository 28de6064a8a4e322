#include "dormand_prince.hpp"

#include <algorithm>

namespace treadle {

namespace {

constexpr std::size_t stages = DormandPrince::stages;

constexpr std::array<double, stages> node{0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0};
constexpr std::array<std::array<double, 6>, stages> coupling{
    {{},
     {1.0 / 5.0},
     {3.0 / 40.0, 9.0 / 40.0},
     {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
     {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
     {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
     {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0}}};
/// Result of fifth order minus that of fourth.
constexpr std::array<double, stages> difference{
    71.0 / 57600.0,      0.0,          -71.0 / 16695.0, 71.0 / 1920.0,
    -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};
constexpr std::array<double, stages> dense{
    -12715105075.0 / 11282082432.0,  0.0,
    87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0};

// Proportional and integral part of the step control. (I13)
constexpr double integral_part = 0.04, proportional_part = 0.2 - 0.75 * integral_part;
constexpr int most_shortenings = 30;
constexpr double stability_bound = 3.25;  // of h times the fastest rate
constexpr double far_too_large = 1e9;     // error of a step that turned by more than a chart knows
constexpr int stiff_patience = 15, calm = 6;

}  // namespace

DormandPrince::DormandPrince(const System& system, const Tolerance& tolerance)
    : AdaptiveIntegrator(system, tolerance),
      from_(system.state_size()),
      old_(system.state_size()),
      dx_(system.tangent_size()),
      lower_(system.tangent_size()),
      trial_(system.state_size()),
      other_(system.state_size()),
      increment_(system.tangent_size()) {
  for (Vector& k : k_) k.resize(system.tangent_size());
  for (Vector& c : curve_) c.resize(system.tangent_size());
}

// At the state that is there, without history.
Report DormandPrince::begin(System& system, double t) {
  t_ = earlier_ = t;
  fresh_ = true;
  error_before_ = 1e-4;
  stiff_ = calm_ = jumping_ = 0;
  const Report report = evaluate(system, t, x_, k_[0]);
  return report.ok() ? try_first_step(system) : report;
}

// A step of Euler's method tells how fast the rate changes; its fifth power must fit. (I13)
Report DormandPrince::try_first_step(System& system) {
  weigh(system);
  system.plain_rate(x_, k_[0], trial_);
  const double size = norm(x_), speed = norm(trial_);
  double h = size < 1e-5 || speed < 1e-5 ? 1e-6 : 0.01 * size / speed;
  h = std::min(h, longest_first());
  for (std::size_t i = 0; i < dx_.size(); ++i) dx_[i] = h * k_[0][i];
  system.advance(x_, dx_, other_);
  const Report report = evaluate(system, t_ + h, other_, k_[1]);
  if (report.ok()) {
    system.plain_rate(other_, k_[1], old_);
    for (std::size_t n = 0; n < x_.size(); ++n) old_[n] -= trial_[n];
    const double fastest = std::max(speed, norm(old_) / h);
    h = std::min(100.0 * h,
                 fastest <= 1e-15 ? std::max(1e-6, 1e-3 * h) : std::pow(0.01 / fastest, 0.2));
  }
  h_ = std::min(h, longest_first());
  return {};
}

Report DormandPrince::try_step(System& system, double t, double h, double& error) {
  moved_ = 0.0;
  for (std::size_t s = 1; s < stages; ++s) {
    for (std::size_t i = 0; i < dx_.size(); ++i) {
      double sum = 0.0;
      for (std::size_t r = 0; r < s; ++r) sum += coupling[s][r] * k_[r][i];
      dx_[i] = h * sum;
    }
    if (s + 1 == stages) break;
    system.advance(x_, dx_, trial_);
    const Report report = evaluate(system, t_ + node[s] * h, trial_, k_[s]);
    if (!report.ok()) return report;
    system.chart_rate(dx_, k_[s]);
  }
  system.advance(x_, dx_, trial_);
  other_ = trial_;
  Report report = system.project(t, trial_);
  if (!report.ok()) return report;
  for (std::size_t n = 0; n < x_.size(); ++n) other_[n] -= trial_[n];
  moved_ = norm(other_);
  report = evaluate(system, t, trial_, k_[6]);
  if (!report.ok()) return report;
  // the rate at the end, as the chart of this step sees it
  curve_[0] = k_[6];
  system.difference(x_, trial_, curve_[1]);
  // a chart that went around does not come back the same way
  for (std::size_t i = 0; i < system.positions(); ++i) {
    if (std::fabs(curve_[1][i] - dx_[i]) <= 1.0) continue;
    error = far_too_large;
    return report;
  }
  system.chart_rate(curve_[1], curve_[0]);
  for (std::size_t i = 0; i < dx_.size(); ++i) {
    double sum = difference[6] * curve_[0][i];
    for (std::size_t r = 0; r + 1 < stages; ++r) sum += difference[r] * k_[r][i];
    lower_[i] = dx_[i] - h * sum;
  }
  system.advance(x_, lower_, other_);
  for (std::size_t n = 0; n < x_.size(); ++n) other_[n] -= trial_[n];
  error = norm(other_);
  return report;
}

Report DormandPrince::step(System& system, double stop) {
  weigh(system);
  int failures = 0, breakdowns = 0;
  for (;;) {
    const double left = stop - t_, h = cut(std::min(h_, longest_), left);
    const Report small = too_small(h, left);
    if (!small.ok()) return small;
    const double t = h == left ? stop : t_ + h;
    double error = 0.0;
    const Report report = try_step(system, t, h, error);
    if (!report.ok() || !(error <= 1.0)) {
      const bool broke = !report.ok() || !std::isfinite(error);
      if (broke && ++breakdowns > most_shortenings) return report;
      if (!broke && jumps(h, moved_)) {  // to its other side, and on from there
        keep_step(h, 5);
        const double before = t_;
        const bool known = error < far_too_large;
        if (known) {
          keep_curve(system, h);
          knows_inside();
        }
        std::swap(from_, x_);
        std::swap(x_, trial_);
        const Report again = begin(system, t);
        earlier_ = before;
        fresh_ = !known;
        if (!again.ok() || !system.accepted({t_, h, h_, longest_, failures}, x_)) return again;
        return evaluate(system, t_, x_, k_[0]);
      }
      ++failures;
      ++statistics_.failures;
      h_ = h * (broke ? 0.5 : std::max(0.2, 0.9 * std::pow(error, -proportional_part)));
      system.refused(t_, h_);
      continue;
    }
    keep_curve(system, h);
    watch_stiffness(h);
    const double wish = 0.9 * std::pow(std::max(error, 1e-12), -proportional_part) *
                        std::pow(error_before_, integral_part);
    h_ = std::min(h * std::clamp(wish, 0.2, failures > 0 ? 1.0 : 10.0), longest_);
    error_before_ = std::max(error, 1e-4);
    std::swap(from_, x_);
    std::swap(x_, trial_);
    std::swap(k_[0], k_[6]);
    earlier_ = t_;
    t_ = t;
    fresh_ = false;
    keep_step(h, 5);
    if (system.accepted({t_, h, h_, longest_, failures}, x_))
      return evaluate(system, t_, x_, k_[0]);
    return {};
  }
}

// Increments over the step as a polynomial of fourth degree, good to fourth order. (I14)
void DormandPrince::keep_curve(System& /*system*/, double h) {
  for (std::size_t i = 0; i < dx_.size(); ++i) {
    const double end = curve_[0][i], whole = curve_[1][i];
    double sum = dense[6] * end;
    for (std::size_t r = 0; r + 1 < stages; ++r) sum += dense[r] * k_[r][i];
    lower_[i] = whole - dx_[i];  // what the projection moved
    curve_[0][i] = whole;
    curve_[1][i] = h * k_[0][i] - whole;
    curve_[2][i] = whole - h * end - curve_[1][i];
    curve_[3][i] = h * sum;
  }
}

// The last two stages stand at the same time: their rates over their distance. (I11)
void DormandPrince::watch_stiffness(double h) {
  double rates = 0.0, states = 0.0;
  for (std::size_t i = 0; i < dx_.size(); ++i) {
    const double rate = k_[6][i] - k_[5][i];
    double state = lower_[i];
    for (std::size_t r = 0; r < 6; ++r)
      state += h * (coupling[6][r] - (r < 5 ? coupling[5][r] : 0.0)) * k_[r][i];
    rates += rate * rate;
    states += state * state;
  }
  if (states > 0.0 && h < longest_first() && h * std::sqrt(rates / states) > stability_bound) {
    calm_ = 0;
    if (++stiff_ >= stiff_patience && statistics_.stiff_since < 0.0) statistics_.stiff_since = t_;
  } else if (++calm_ >= calm) {
    stiff_ = 0;
  }
}

void DormandPrince::interpolate(const System& system, double t, std::span<double> x) const {
  if (fresh_ || t == t_) {
    std::copy(x_.begin(), x_.end(), x.begin());
    return;
  }
  const double share = (t - earlier_) / (t_ - earlier_), rest = 1.0 - share;
  for (std::size_t i = 0; i < increment_.size(); ++i) {
    increment_[i] = share * (curve_[0][i] +
                             rest * (curve_[1][i] + share * (curve_[2][i] + rest * curve_[3][i])));
  }
  system.advance(from_, increment_, x);
}

}  // namespace treadle
