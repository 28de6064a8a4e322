#include "w_method.hpp"

#include <algorithm>

namespace treadle {

const WTable ros34pw2{
    {{{0.0, 0.0, 0.0, 0.0},
      {8.7173304301691801e-01, 0.0, 0.0, 0.0},
      {8.4457060015369423e-01, -1.1299064236484185e-01, 0.0, 0.0},
      {0.0, 0.0, 1.0, 0.0}}},
    {{{4.3586652150845900e-01, 0.0, 0.0, 0.0},
      {-8.7173304301691801e-01, 4.3586652150845900e-01, 0.0, 0.0},
      {-9.0338057013044082e-01, 5.4180672388095326e-02, 4.3586652150845900e-01, 0.0},
      {2.4212380706095346e-01, -1.2232505839045147e+00, 5.4526025533510214e-01,
       4.3586652150845900e-01}}},
    {2.4212380706095346e-01, -1.2232505839045147e+00, 1.5452602553351020e+00,
     4.3586652150845900e-01},
    {3.7810903145819369e-01, -9.6042292212423178e-02, 0.5, 2.1793326075422950e-01}};

namespace {

constexpr int most_breakdowns_of_w = 30;
constexpr double far_off = 1e6;  // an error that no step of this size can have
constexpr double by_order = 1.0 / 3.0;
// Time over which the rate is looked at for its own change, in parts of the step.
constexpr double glance = 1e-6;

// Of a lower triangular matrix.
WTable::Square inverse(const WTable::Square& g) {
  WTable::Square out{};
  for (std::size_t c = 0; c < WTable::stages; ++c) {
    for (std::size_t r = c; r < WTable::stages; ++r) {
      double sum = r == c ? 1.0 : 0.0;
      for (std::size_t k = c; k < r; ++k) sum -= g[r][k] * out[k][c];
      out[r][c] = sum / g[r][r];
    }
  }
  return out;
}

WTable::Row times(const WTable::Row& row, const WTable::Square& m) {
  WTable::Row out{};
  for (std::size_t c = 0; c < WTable::stages; ++c)
    for (std::size_t k = 0; k < WTable::stages; ++k) out[c] += row[k] * m[k][c];
  return out;
}

}  // namespace

WMethod::WMethod(const System& system, const Tolerance& tolerance)
    : AdaptiveIntegrator(system, tolerance),
      rate_(system.tangent_size()),
      next_rate_(system.tangent_size()),
      by_time_(system.tangent_size()),
      last_rate_(system.tangent_size()),
      smooth_(system.tangent_size()),
      curve_(system),
      dx_(system.tangent_size()),
      trial_(system.state_size()),
      other_(system.state_size()),
      right_(system.tangent_size()) {
  for (Vector& u : u_) u.resize(system.tangent_size());
  // stages u = Gamma k need no product with J (J5)
  const WTable& table = ros34pw2;
  const WTable::Square back = inverse(table.gamma);
  for (std::size_t i = 0; i < stages; ++i) {
    couple_[i] = times(table.alpha[i], back);
    for (std::size_t j = 0; j < i; ++j) correct_[i][j] = -back[i][j];
    for (std::size_t j = 0; j < stages; ++j) {
      node_[i] += table.alpha[i][j];
      in_time_[i] += table.gamma[i][j];
    }
  }
  result_ = times(table.b, back);
  lower_ = times(table.lower, back);
}

// At the state that is there, without history.
Report WMethod::begin(System& system, double t) {
  t_ = earlier_ = t;
  fresh_ = true;
  error_before_ = 1e-4;
  jumping_ = 0;
  const Report report = evaluate(system, t, x_, rate_);
  if (!report.ok()) return report;
  smooth_ = rate_;
  weigh(system);
  system.plain_rate(x_, rate_, other_);
  h_ = first_step(norm(other_));
  return report;
}

// How the rate changes with time alone.
Report WMethod::look_ahead(System& system) {
  std::fill(by_time_.begin(), by_time_.end(), 0.0);
  if (!system.follows_time()) return {};
  const double later = glance * std::max(h_, 1e-6);
  const Report report = evaluate(system, t_ + later, x_, by_time_);
  if (!report.ok()) return report;
  for (std::size_t i = 0; i < by_time_.size(); ++i) by_time_[i] = (by_time_[i] - rate_[i]) / later;
  return report;
}

Report WMethod::try_step(System& system, double t, double h, double& error) {
  moved_ = 0.0;
  const double c = h * ros34pw2.gamma[0][0];
  Report report = system.factor_newton(c * c, c);
  if (!report.ok()) return report;
  for (std::size_t s = 0; s < stages; ++s) {
    if (s > 0) {
      for (std::size_t i = 0; i < dx_.size(); ++i) {
        double sum = 0.0;
        for (std::size_t r = 0; r < s; ++r) sum += couple_[s][r] * u_[r][i];
        dx_[i] = sum;
      }
      system.advance(x_, dx_, trial_);
      report = evaluate(system, t_ + node_[s] * h, trial_, right_);
      if (!report.ok()) return report;
      system.chart_rate(dx_, right_);
      if (s + 1 == stages) last_rate_ = right_;
    } else {
      right_ = rate_;
    }
    // (1 - c J) u = c (f + sum c_ij u_j / h + gamma_i h f_t) (J5)
    for (std::size_t i = 0; i < dx_.size(); ++i) {
      double sum = 0.0;
      for (std::size_t r = 0; r < s; ++r) sum += correct_[s][r] * u_[r][i];
      u_[s][i] = c * (right_[i] + sum / h + in_time_[s] * h * by_time_[i]);
    }
    report = system.solve_newton(u_[s]);
    if (!report.ok()) return report;
  }
  for (std::size_t i = 0; i < dx_.size(); ++i) {
    double sum = 0.0, less = 0.0;
    for (std::size_t r = 0; r < stages; ++r) {
      sum += result_[r] * u_[r][i];
      less += lower_[r] * u_[r][i];
    }
    dx_[i] = sum;
    right_[i] = less;
  }
  system.advance(x_, dx_, trial_);
  other_ = trial_;
  report = system.project(t, trial_);
  if (!report.ok()) return report;
  for (std::size_t n = 0; n < x_.size(); ++n) other_[n] -= trial_[n];
  moved_ = norm(other_);
  // a chart that went around does not come back the same way
  system.difference(x_, trial_, curve_.whole);
  for (std::size_t i = 0; i < system.positions(); ++i) {
    if (std::fabs(curve_.whole[i] - dx_[i]) <= 1.0) continue;
    error = far_off;
    return report;
  }
  system.advance(x_, right_, other_);
  for (std::size_t n = 0; n < x_.size(); ++n) other_[n] -= trial_[n];
  error = norm(other_);
  return report;
}

// The last stage says what the rate of the end is, as far as J knows it. What the end itself says
// beyond that is an error too: no stage may have seen a stop that the end is in. (J17)
Report WMethod::check_end(System& system, double t, double h, double& error) {
  Report report = evaluate(system, t, trial_, next_rate_);
  if (!report.ok()) return report;
  curve_.end = next_rate_;
  system.chart_rate(curve_.whole, curve_.end);
  const double c = h * ros34pw2.gamma[0][0];
  const WTable::Row& last = correct_[stages - 1];
  for (std::size_t i = 0; i < curve_.whole.size(); ++i) {
    double said = u_[stages - 1][i] / c;
    for (std::size_t r = 0; r + 1 < stages; ++r) said -= last[r] * u_[r][i] / h;
    right_[i] = c * (curve_.end[i] - said);
  }
  report = system.solve_newton(right_);
  if (!report.ok()) return report;
  system.plain_rate(x_, right_, other_);
  error = std::max(error, norm(other_));
  return report;
}

// A cubic curve through both ends with their rates. What is stiff in the rate of an end is an error
// of the state times a large number: it is taken out by (1 - c J)^-1 (J6).
Report WMethod::keep_curve(System& system, double h) {
  const std::size_t positions = system.positions();
  for (std::size_t i = 0; i < curve_.whole.size(); ++i) {
    double guess = curve_.whole[i] / h;
    if (i < positions) {
      guess = curve_.end[i];
    } else if (i < 2 * positions) {
      // the parabola whose integral is the way
      const std::size_t q = i - positions;
      guess += (3.0 * (curve_.begin[q] + curve_.end[q]) - 6.0 * curve_.whole[q] / h) / h;
    }
    dx_[i] = guess;
    right_[i] = curve_.end[i] - guess;
  }
  const Report report = system.solve_newton(right_);
  if (!report.ok()) return report;
  for (std::size_t i = positions; i < curve_.whole.size(); ++i) curve_.end[i] = dx_[i] + right_[i];
  return report;
}

// The last stage and the end stand at the same time: their rates over their distance. (J13)
void WMethod::watch_stiffness(double h) {
  double rates = 0.0, states = 0.0;
  for (std::size_t i = 0; i < curve_.whole.size(); ++i) {
    double stage = 0.0;
    for (std::size_t r = 0; r + 1 < stages; ++r) stage += couple_[stages - 1][r] * u_[r][i];
    const double rate = curve_.end[i] - last_rate_[i], state = curve_.whole[i] - stage;
    rates += rate * rate;
    states += state * state;
  }
  stiff_ = states > 0.0 ? h * std::sqrt(rates / states) : 0.0;
}

Report WMethod::step(System& system, double stop) {
  weigh(system);
  int failures = 0, breakdowns = 0;
  const Report ahead = look_ahead(system);
  if (!ahead.ok()) return ahead;
  const Report linear = system.linearize(t_, x_, rate_);
  if (!linear.ok()) return linear;
  for (;;) {
    const double left = stop - t_, h = cut(std::min(h_, longest_), left);
    const Report small = too_small(h, left);
    if (!small.ok()) return small;
    const double t = h == left ? stop : t_ + h;
    double error = 0.0;
    Report report = try_step(system, t, h, error);
    if (report.ok() && error <= 1.0) report = check_end(system, t, h, error);
    if (report.ok() && error <= 1.0) {
      watch_stiffness(h);
      curve_.begin = smooth_;
      report = keep_curve(system, h);
    }
    if (!report.ok() || !(error <= 1.0)) {
      const bool broke = !report.ok() || !std::isfinite(error);
      if (broke && ++breakdowns > most_breakdowns_of_w) return report;
      if (!broke && jumps(h, moved_)) return jump(system, t, h, failures);
      ++failures;
      ++statistics_.failures;
      h_ = h * (broke ? 0.5 : std::max(0.2, 0.9 * std::pow(error, -by_order)));
      system.refused(t_, h_);
      continue;
    }
    const double wish = 0.9 * std::pow(std::max(error, 1e-9), -0.7 * by_order) *
                        std::pow(error_before_, 0.4 * by_order);
    const double growth = std::clamp(wish, 0.2, failures > 0 ? 1.0 : 5.0);
    h_ = std::min(h * growth, longest_);
    error_before_ = std::max(error, 1e-4);
    std::swap(curve_.old, x_);
    std::swap(x_, trial_);
    std::swap(rate_, next_rate_);
    smooth_ = curve_.end;
    std::copy_n(rate_.begin(), system.positions(), smooth_.begin());
    earlier_ = t_;
    t_ = t;
    fresh_ = false;
    keep_step(h, 3);
    if (system.accepted({t_, h, h_, longest_, failures}, x_))
      return evaluate(system, t_, x_, rate_);
    return {};
  }
}

// To the other side of a jump, and on from there.
Report WMethod::jump(System& system, double t, double h, int failures) {
  keep_step(h, 3);
  const double before = t_;
  std::swap(x_, trial_);
  const Report again = begin(system, t);
  earlier_ = before;
  if (!again.ok() || !system.accepted({t_, h, h_, longest_, failures}, x_)) return again;
  return evaluate(system, t_, x_, rate_);
}

void WMethod::interpolate(const System& system, double t, std::span<double> x) const {
  if (fresh_ || t == t_) {
    std::copy(x_.begin(), x_.end(), x.begin());
    return;
  }
  const double h = t_ - earlier_;
  curve_.at(system, (t - earlier_) / h, h, x);
}

}  // namespace treadle
