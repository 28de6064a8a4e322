// Integrators that choose their own steps: the state between two steps comes from interpolation
// (docs/theory/integration.md).
#pragma once

#include "../base/keep.hpp"
#include "system.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace treadle {

/// What a step may get wrong in each number x of the state: relative |x| + absolute.
struct Tolerance {
  double relative = 1e-8, absolute = 1e-8;
  double largest_step = std::numeric_limits<double>::infinity();
  double first_step = std::numeric_limits<double>::infinity();  ///< longest without any history
  /// Of generalized-alpha: what it leaves of the fastest vibrations in a step, from 0 to 1.
  double spectral_radius = 0.8;
};

/// A change between an explicit and an implicit method on the way.
struct MethodChange {
  double time = 0.0;
  bool implicit = false;  ///< from then on
};

struct StepStatistics {
  long steps = 0, failures = 0, evaluations = 0;
  int order = 0;                         ///< of the last step
  double smallest = 0.0, largest = 0.0;  ///< steps taken
  double stiff_since = -1.0;  ///< time since which the equations look stiff; negative: they do not
  double coarser = 1.0;       ///< by which the tolerance was raised, as rounding asked for
  int largest_at = -1;  ///< place in the state of the largest error seen last, quadratures apart
};

class AdaptiveIntegrator {
 public:
  explicit AdaptiveIntegrator(const System& system, const Tolerance& tolerance)
      : tolerance_(tolerance),
        longest_(tolerance.largest_step),
        x_(system.state_size()),
        weights_(system.state_size()),
        coupled_(system.state_size() - system.quadratures()) {}
  virtual ~AdaptiveIntegrator() = default;

  /// Begins at a state, without history; after trouble nothing may follow.
  virtual Report start(System& system, double t, std::span<const double> x) {
    std::copy(x.begin(), x.end(), x_.begin());
    leaps_ = leapt_ = false;
    return begin(system, t);
  }
  /// Steps from here on are no longer than this, nor than the tolerance says.
  virtual void bound(double h) { longest_ = std::fmin(h, tolerance_.largest_step); }
  /// One step of its own size, not beyond `stop`. After trouble time and state are what they were.
  virtual Report step(System& system, double stop) = 0;
  /// The state at a time inside the last step, not projected.
  virtual void interpolate(const System& system, double t, std::span<double> x) const = 0;

  /// The two ends of the last step.
  [[nodiscard]] double earlier() const { return earlier_; }
  [[nodiscard]] double time() const { return t_; }
  [[nodiscard]] std::span<const double> state() const { return x_; }
  [[nodiscard]] const StepStatistics& statistics() const { return statistics_; }
  /// Whether the last step went over a jump (I16): interpolate() knows its end alone.
  [[nodiscard]] bool leapt() const { return leapt_; }

  /// What was seen up to here says nothing of what comes.
  void forget_stiffness() { statistics_.stiff_since = -1.0; }
  /// Of methods that change by themselves.
  [[nodiscard]] virtual std::span<const MethodChange> changes() const { return {}; }

  /// False where its history cannot be saved.
  [[nodiscard]] virtual bool can_keep() const { return true; }
  virtual void keep(Keep& keep) {
    keep(longest_, earlier_, t_, moved_, moved_first_, refused_, jumping_, flicker_, leapt_, x_,
         weights_, statistics_);
  }

 protected:
  /// At the state that is there, without history.
  virtual Report begin(System& system, double t) = 0;

  Report evaluate(System& system, double t, std::span<const double> x, std::span<double> tangent) {
    ++statistics_.evaluations;
    return system.rate(t, x, tangent);
  }

  /// A first step of first order, so short that its error should be a small part of what is
  /// allowed: from the largest rate, measured by the tolerance. (I9)
  [[nodiscard]] double first_step(double speed) const {
    double h = longest_first();
    if (16.0 * speed * h * h > 1.0) h = 0.25 / std::sqrt(speed);
    return std::isfinite(h) ? h : 1e-3;
  }

  /// Rounding of the state must stay below the tolerance, or the tolerance is raised. (I10)
  void weigh(const System& system) {
    constexpr double unit = std::numeric_limits<double>::epsilon();
    double most = 0.0;
    const double scale = system.quadrature_scale(), one = system.quadrature_unit(),
                 noise = system.noise();
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const double size = i < coupled_ ? std::fabs(x_[i]) : std::fmax(std::fabs(x_[i]), scale);
      weights_[i] = flicker_ * statistics_.coarser *
                    (tolerance_.relative * size + tolerance_.absolute * (i < coupled_ ? 1.0 : one));
      if (i < coupled_) weights_[i] = std::fmax(weights_[i], noise * std::fmax(size, 1.0));
      if (x_[i] != 0.0 && i < coupled_) most = std::fmax(most, std::fabs(x_[i]) / weights_[i]);
    }
    const double factor = 20.0 * unit * most;
    if (!(factor > 1.0) || !std::isfinite(factor)) return;
    statistics_.coarser *= factor;
    for (double& weight : weights_) weight *= factor;
  }
  /// The largest number of a vector, measured by the tolerance; NaN where one is not finite.
  double norm(std::span<const double> vector) {
    double most = 0.0, most_coupled = 0.0;
    for (std::size_t i = 0; i < vector.size(); ++i) {
      const double value = std::fabs(vector[i]) / weights_[i];
      if (value <= most_coupled) continue;
      if (i < coupled_) {
        most_coupled = value;
        statistics_.largest_at = static_cast<int>(i);
      }
      if (!(value <= most)) most = value;
      if (std::isnan(value)) return value;
    }
    return most;
  }
  /// What the projection moves does not get less with shorter steps: the constraints themselves
  /// jump, and the state with them. (I16)
  bool jumps(double h, double moved) {
    constexpr int fewest = 10, most = 20;  // refusals in a row; steps are halved at least
    constexpr double still_there = 1e-2;   // it flickers where equations are weak
    jumping_ = moved > 1.0 ? jumping_ + 1 : 0;
    if (jumping_ <= 1) moved_first_ = moved;
    if (jumping_ <= 1) refused_ = t_ + h;
    // a jump of velocities moves positions by h times as much until its time is known
    const int enough = moved * h < 1.0 ? fewest : most;
    if (jumping_ < enough || !(moved > still_there * moved_first_)) return false;
    flicker_ = std::fmin(2.0 * flicker_, most_flicker);
    leaps_ = true;
    return true;
  }
  /// interpolate() knows the inside of a step over a jump as that of any other.
  void knows_inside() { leapt_ = false; }
  void keep_step(double h, int order) {
    // all places where it could have been were passed, and not just up to rounding
    if (t_ - refused_ > least_step(t_)) jumping_ = 0;
    leapt_ = leaps_;
    leaps_ = false;
    flicker_ = std::fmax(0.9 * flicker_, 1.0);
    ++statistics_.steps;
    statistics_.order = order;
    statistics_.smallest = statistics_.steps == 1 ? h : std::fmin(statistics_.smallest, h);
    statistics_.largest = std::fmax(statistics_.largest, h);
  }
  /// The step as it is tried: cut at the stop, which is met exactly. What is left for two steps is
  /// parted evenly, since a sliver would be all that the next one could grow from.
  static double cut(double h, double left) {
    if (left <= h * (1.0 + 1e-6)) return left;
    return left < 2.0 * h ? 0.5 * left : h;
  }
  /// Steps below this do not move the time.
  static double least_step(double t) {
    return 4.0 * std::numeric_limits<double>::epsilon() * std::fmax(std::fabs(t), 1e-9);
  }

  /// Trouble where a step would not move the time, unless it is the last one.
  [[nodiscard]] Report too_small(double h, double left) const {
    if (h >= least_step(t_) || !(h < left)) return {};
    return {Trouble::step_too_small, statistics_.largest_at, h, 0};
  }

  /// Of a step without history.
  [[nodiscard]] double longest_first() const { return std::fmin(longest_, tolerance_.first_step); }

  Tolerance tolerance_;
  double longest_;  ///< step that is allowed just now
  double earlier_ = 0.0, t_ = 0.0;
  double moved_ = 0.0, moved_first_ = 0.0;  ///< by the projection: just now, and at first of these
  double refused_ = 0.0;                    ///< end of the first step of these
  int jumping_ = 0;                         ///< refusals that look like a jump
  bool leaps_ = false, leapt_ = false;      ///< over one: the step at work, the last one
  /// Jumps that follow each other are noise of the projection: the tolerance is wider for a while.
  double flicker_ = 1.0;
  static constexpr double most_flicker = 1024.0;
  std::vector<double> x_, weights_;
  std::size_t coupled_;  ///< numbers of the state that are no quadratures
  StepStatistics statistics_;
};

}  // namespace treadle
