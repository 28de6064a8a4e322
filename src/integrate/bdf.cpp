#include "bdf.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr std::size_t top = Bdf::highest_order;
constexpr int most_iterations = 4, most_breakdowns_of_bdf = 30;
constexpr double enough = 0.1;      // of the tolerance, for Newton's method
constexpr double so_little = 1e-3;  // a correction that needs no second one
constexpr double too_slow = 0.9;    // from one correction to the next
constexpr double forgets = 0.3;     // how slow it was, from one step to the next

// Of the numerical differentiation formulas of Shampine and Reichelt; 0 would be plain BDF. (J11)
constexpr std::array<double, top + 2> kappa{0.0, -0.1850, -1.0 / 9.0, -0.0823, -0.0415, 0.0, 0.0};

struct Formulas {
  std::array<double, top + 2> gamma{}, alpha{}, error{};
  Formulas() {
    for (std::size_t k = 0; k < gamma.size(); ++k) {
      if (k > 0) gamma[k] = gamma[k - 1] + 1.0 / static_cast<double>(k);
      alpha[k] = (1.0 - kappa[k]) * gamma[k];
      error[k] = kappa[k] * gamma[k] + 1.0 / static_cast<double>(k + 1);
    }
  }
};
const Formulas formulas;

using Table = std::array<std::array<double, top + 1>, top + 1>;

// Differences of a polynomial at steps of another size: products of (i - 1 - factor j) / i. (J12)
Table respacing(std::size_t order, double factor) {
  Table r{};
  for (std::size_t j = 0; j <= order; ++j) r[0][j] = 1.0;
  for (std::size_t i = 1; i <= order; ++i) {
    for (std::size_t j = 1; j <= order; ++j) {
      r[i][j] = r[i - 1][j] * (static_cast<double>(i) - 1.0 - factor * static_cast<double>(j)) /
                static_cast<double>(i);
    }
  }
  return r;
}

}  // namespace

Bdf::Bdf(const System& system, const Tolerance& tolerance)
    : AdaptiveIntegrator(system, tolerance),
      at_(system.state_size()),
      at_rate_(system.tangent_size()),
      guess_(system.state_size()),
      psi_(system.state_size()),
      change_(system.state_size()),
      trial_(system.state_size()),
      rate_(system.state_size()),
      tangent_(system.tangent_size()),
      numbers_(system.state_size()),
      residual_(system.state_size()),
      correction_(system.tangent_size()) {
  for (Vector& d : differences_) d.resize(system.state_size());
  for (Vector& d : curve_) d.resize(system.state_size());
}

// At the state that is there: first order, with the rate as the only difference.
Report Bdf::begin(System& system, double t) {
  t_ = earlier_ = t;
  order_ = used_ = 1;
  equal_ = 0;
  jumping_ = 0;
  linear_ = false;
  ready_ = false;
  const Report report = evaluate(system, t, x_, tangent_);
  if (!report.ok()) return report;
  system.plain_rate(x_, tangent_, rate_);
  weigh(system);
  h_ = first_step(norm(rate_));
  spacing_ = h_;
  for (Vector& d : differences_) std::fill(d.begin(), d.end(), 0.0);
  differences_[0] = x_;
  for (std::size_t i = 0; i < x_.size(); ++i) differences_[1][i] = h_ * rate_[i];
  last_spacing_ = 0.0;
  return report;
}

void Bdf::respace(double factor) {
  const Table to = respacing(order_, factor), from = respacing(order_, 1.0);
  Table both{};
  for (std::size_t i = 0; i <= order_; ++i)
    for (std::size_t j = 0; j <= order_; ++j)
      for (std::size_t k = 0; k <= order_; ++k) both[i][j] += to[i][k] * from[k][j];
  std::array<double, top + 1> old{};
  for (std::size_t n = 0; n < x_.size(); ++n) {
    for (std::size_t k = 0; k <= order_; ++k) old[k] = differences_[k][n];
    for (std::size_t j = 0; j <= order_; ++j) {
      double sum = 0.0;
      for (std::size_t i = 0; i <= order_; ++i) sum += both[i][j] * old[i];
      differences_[j][n] = sum;
    }
  }
  spacing_ *= factor;
  equal_ = 0;
}

// J at the guess; the rate there is found for it.
Report Bdf::linearize(System& system, double t) {
  Report report = evaluate(system, t, guess_, tangent_);
  if (!report.ok()) return report;
  at_time_ = t;
  at_ = guess_;
  at_rate_ = tangent_;
  report = system.linearize(t, at_, at_rate_);
  linear_ = report.ok();
  known_ = true;
  ready_ = false;
  slowness_ = 1.0;
  return report;
}

// The system has J, where it was found last, and factors for c.
Report Bdf::prepare(System& system, double t, double c) {
  Report report;
  if (!linear_) report = linearize(system, t);
  const NewtonCounts counted = system.newton_counts();
  const bool again = !known_, same = factored_ == c;  // again: saved and restored
  if (report.ok() && again) {
    report = system.linearize(at_time_, at_, at_rate_);
    known_ = true;
    system.set_newton_counts(counted);
  }
  if (!report.ok() || (same && ready_ && !again)) return report;
  report = system.factor_newton(c * c, c);
  if (again && same) system.set_newton_counts(counted);
  ready_ = report.ok();
  if (!same) slowness_ = std::min(1.0, 2.0 * slowness_);
  factored_ = c;
  return report;
}

// y = guess + d with c f(y) = psi + d. (J11)
Report Bdf::newton(System& system, double t, double c, bool& converged) {
  std::fill(change_.begin(), change_.end(), 0.0);
  trial_ = guess_;
  double before = 0.0;
  converged = false;
  for (int k = 0; k < most_iterations; ++k) {
    Report report = evaluate(system, t, trial_, tangent_);
    if (!report.ok()) return report;
    system.plain_rate(trial_, tangent_, rate_);
    // the residual as a tangent vector
    for (std::size_t n = 0; n < x_.size(); ++n)
      numbers_[n] = trial_[n] + c * rate_[n] - psi_[n] - change_[n];
    system.difference(trial_, numbers_, correction_);
    tangent_ = correction_;
    report = system.solve_newton(correction_);
    if (!report.ok()) return report;
    // what is no tangent vector, as the length of a quaternion, stays what it is
    for (std::size_t i = 0; i < correction_.size(); ++i) correction_[i] -= tangent_[i];
    for (std::size_t n = 0; n < x_.size(); ++n) residual_[n] = numbers_[n] - trial_[n];
    system.plain_rate(trial_, correction_, numbers_);
    for (std::size_t n = 0; n < x_.size(); ++n) numbers_[n] += residual_[n];
    const double size = norm(numbers_);
    if (!std::isfinite(size)) return {};
    for (std::size_t n = 0; n < x_.size(); ++n) {
      change_[n] += numbers_[n];
      trial_[n] = guess_[n] + change_[n];
    }
    // before a second correction it is expected to go as it went
    const double rate = k > 0 ? size / before : slowness_;
    if (k > 0) slowness_ = std::max(forgets * slowness_, rate);
    if (size <= so_little || (rate < 1.0 && rate / (1.0 - rate) * size < enough)) {
      converged = true;
      return {};
    }
    if (k > 0 && rate > too_slow) return {};
    before = size;
  }
  return {};
}

double Bdf::size_of(const Vector& difference, double factor) {
  return std::fabs(factor) * norm(difference);
}

Report Bdf::step(System& system, double stop) {
  weigh(system);
  int failures = 0, breakdowns = 0;
  bool renewed = false;  // J is that of this step
  for (;;) {
    const double left = stop - t_;
    double h = cut(std::min(h_, longest_), left);
    // small changes are not worth new factors
    if (std::fabs(h - spacing_) < 1e-12 * h || (h_ == spacing_ && h == h_)) h = spacing_;
    const Report small = too_small(h, left);
    if (!small.ok()) return small;
    if (h != spacing_) respace(h / spacing_);
    const double t = t_ + h > stop - least_step(stop) ? stop : t_ + h;
    const double c = h / formulas.alpha[order_];
    for (std::size_t n = 0; n < x_.size(); ++n) {
      double sum = 0.0, psi = 0.0;
      for (std::size_t k = order_; k > 0; --k) {
        sum += differences_[k][n];
        psi += formulas.gamma[k] * differences_[k][n];
      }
      guess_[n] = x_[n] + sum;
      psi_[n] = psi / formulas.alpha[order_];
    }
    bool converged = false;
    double error = 0.0;
    moved_ = 0.0;
    const bool had = linear_;
    Report report = prepare(system, t, c);
    renewed = renewed || !had;
    if (report.ok()) report = newton(system, t, c, converged);
    if (report.ok() && !converged && !renewed) {  // with J of this place
      report = linearize(system, t);
      renewed = true;
      if (report.ok()) report = prepare(system, t, c);
      if (report.ok()) report = newton(system, t, c, converged);
    }
    if (report.ok() && converged) {
      numbers_ = trial_;
      report = system.project(t, trial_);
      for (std::size_t n = 0; n < x_.size(); ++n) {
        numbers_[n] -= trial_[n];
        change_[n] = trial_[n] - guess_[n];
      }
      moved_ = norm(numbers_);
      error = std::max(size_of(change_, formulas.error[order_]), moved_);
    }
    if (!report.ok() || !converged || !(error <= 1.0)) {
      const bool broke = !report.ok() || !converged || !std::isfinite(error);
      if (broke && ++breakdowns > most_breakdowns_of_bdf) {
        if (report.ok()) report = {Trouble::step_too_small, statistics_.largest_at, h, 0};
        return report;
      }
      if (!broke && jumps(h, moved_)) {
        keep_step(h, 1);
        const double before = t_;
        x_ = trial_;
        const Report again = begin(system, t);
        earlier_ = before;
        if (again.ok()) system.accepted({t_, h, h_, longest_, failures}, x_);
        return again;
      }
      ++failures;
      ++statistics_.failures;
      orders_.tried(0.0);
      const double power = -1.0 / static_cast<double>(order_ + 1);
      h_ = h * (broke ? 0.5 : std::max(0.2, 0.9 * std::pow(error, power)));
      if (failures >= 4 && order_ > 1) {
        order_ = 1;
        equal_ = 0;
      }
      system.refused(t_, h_);
      continue;
    }
    accept(system, t, h);
    orders_.tried(h);
    choose_order(error);
    if (system.accepted({t_, h, h_, longest_, failures}, x_)) return begin(system, t_);
    return {};
  }
}

// The new differences; what the polynomial of the step was stays for states inside of it.
void Bdf::accept(System& /*system*/, double t, double h) {
  used_ = order_;
  for (std::size_t n = 0; n < x_.size(); ++n) {
    differences_[order_ + 2][n] = change_[n] - differences_[order_ + 1][n];
    differences_[order_ + 1][n] = change_[n];
    for (std::size_t k = order_ + 1; k-- > 0;) differences_[k][n] += differences_[k + 1][n];
    x_[n] = trial_[n];
    differences_[0][n] = x_[n];
  }
  for (std::size_t k = 0; k <= order_; ++k) curve_[k] = differences_[k];
  earlier_ = t_;
  t_ = t;
  last_spacing_ = h;
  ++equal_;
  keep_step(h, static_cast<int>(order_));
}

// After enough equal steps: the order that allows the longest step.
void Bdf::choose_order(double error) {
  h_ = spacing_;
  if (equal_ < static_cast<int>(order_) + 1) return;
  const auto factor = [&](double e, std::size_t order) {
    return std::pow(std::max(e, 1e-10), -1.0 / static_cast<double>(order + 1));
  };
  double best = factor(error, order_);
  std::size_t order = order_;
  if (order_ > 1) {
    const double f = factor(size_of(differences_[order_], formulas.error[order_ - 1]), order_ - 1);
    if (f > best) {
      best = f;
      order = order_ - 1;
    }
  }
  if (order_ < orders_.highest(top)) {
    const double f =
        factor(size_of(differences_[order_ + 2], formulas.error[order_ + 1]), order_ + 1);
    if (f > best) {
      best = f;
      order = order_ + 1;
    }
  }
  if (const std::size_t highest = orders_.highest(top); order > highest) {
    order = highest;
    best = factor(size_of(differences_[order + 1], formulas.error[order]), order);
  }
  order_ = order;
  const double growth = std::min(10.0, 0.9 * best);
  if (growth > 1.2 || growth < 0.9) h_ = spacing_ * growth;
  equal_ = 0;
}

// The polynomial through the last states. (J12)
void Bdf::interpolate(const System& /*system*/, double t, std::span<double> x) const {
  std::copy(x_.begin(), x_.end(), x.begin());
  if (t == t_ || last_spacing_ == 0.0) return;
  const double s = (t - t_) / last_spacing_;
  double product = 1.0;
  for (std::size_t k = 1; k <= used_; ++k) {
    product *= (s + static_cast<double>(k) - 1.0) / static_cast<double>(k);
    for (std::size_t n = 0; n < x_.size(); ++n) x[n] += product * curve_[k][n];
  }
}

}  // namespace treadle
