// What an integrator sees: any system with a state, tangent increments and a rate. Plain vectors
// are the default; a mechanism moves on a manifold.
#pragma once

#include "../base/report.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

namespace treadle {

/// What an integrator tells after a step was accepted.
struct StepNews {
  double t = 0.0;        ///< time reached
  double h = 0.0;        ///< size of the step taken
  double next = 0.0;     ///< size chosen for the next one
  double largest = 0.0;  ///< largest step allowed
  int failures = 0;      ///< trials refused before this step was accepted
};

/// What implicit methods asked of a system.
struct NewtonCounts {
  long evaluations = 0;     ///< of the Jacobian
  long factorizations = 0;  ///< of I - c J
  long iterations = 0;      ///< solutions with it, and steps inside of these
};

class DenseNewton;

class System {
 public:
  System();
  virtual ~System();
  System(const System&);
  System& operator=(const System&) = delete;

  [[nodiscard]] virtual std::size_t state_size() const = 0;
  [[nodiscard]] virtual std::size_t tangent_size() const = 0;

  /// Numbers at the end of the state that nothing else depends on, and what they are measured by:
  /// their own size would not do while they are small.
  [[nodiscard]] virtual std::size_t quadratures() const { return 0; }
  [[nodiscard]] virtual double quadrature_scale() const { return 0.0; }
  /// What counts as one of them for the absolute tolerance.
  [[nodiscard]] virtual double quadrature_unit() const { return 1.0; }

  /// Rate of x as a tangent vector.
  virtual Report rate(double t, std::span<const double> x, std::span<double> dx) = 0;

  /// y = x (+) dx
  virtual void advance(std::span<const double> x, std::span<const double> dx,
                       std::span<double> y) const {
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] + dx[i];
  }
  /// Rate of the increment dx when x0 (+) dx moves with `rate`, in place.
  virtual void chart_rate(std::span<const double> /*dx*/, std::span<double> /*rate*/) const {}

  /// Rate of the numbers of the state themselves, from a tangent rate at x. A multistep method adds
  /// rates of different times, which is only meaningful in one linear space.
  virtual void plain_rate(std::span<const double> /*x*/, std::span<const double> dx,
                          std::span<double> numbers) const {
    std::copy(dx.begin(), dx.end(), numbers.begin());
  }
  /// y minus x as a tangent vector.
  virtual void difference(std::span<const double> x, std::span<const double> y,
                          std::span<double> dx) const {
    for (std::size_t i = 0; i < x.size(); ++i) dx[i] = y[i] - x[i];
  }
  /// After a step was accepted (x is projected). True: the rate at x changed its branch, the
  /// history must not be used on.
  virtual bool accepted(const StepNews& /*news*/, std::span<const double> /*x*/) { return false; }
  /// A step was refused by the error test; a partition may be chosen anew before the next trial.
  virtual void refused(double /*t*/, double /*h*/) {}

  /// Brings x back to where it must stay; called inside the step.
  virtual Report project(double /*t*/, std::span<double> /*x*/) { return {}; }

  /// What of a number, or of one where it is smaller, rate and project do not have right at the
  /// last state: no error test should ask for less.
  [[nodiscard]] virtual double noise() const { return 0.0; }

  /// For schemes that treat positions and velocities apart: the first `positions()` entries of a
  /// tangent vector are increments of positions, whose rates are the velocities of the state.
  /// The next `positions()` entries are increments of these velocities.
  [[nodiscard]] virtual std::size_t positions() const { return 0; }
  virtual void velocities(std::span<const double> /*x*/, std::span<double> /*v*/) const {}
  /// Positions that only the system finds, among what else the state has: in `moved` they become
  /// those of x, moved for h with the velocities of `moved`.
  virtual Report drift(std::span<const double> /*x*/, double /*h*/, std::span<double> /*moved*/) {
    return {};
  }

  /// For implicit methods: J is the derivative of the rate by tangent increments, as near to it as
  /// the system likes (docs/theory/stiff.md). By default it is dense, by differences.
  /// linearize: at a state where the rate is dx.
  virtual Report linearize(double t, std::span<const double> x, std::span<const double> dx);
  /// Factors what solve_newton needs. Positions are eliminated: of second-order equations
  /// M + c_v D + c_q K is left. (J3)
  virtual Report factor_newton(double c_q, double c_v);
  /// r := k with k_q = r_q + (c_q / c_v) k_v and, for all else, k = r + c_v J k. Quadratures keep
  /// what they were. (J2)
  virtual Report solve_newton(std::span<double> r);
  /// Whether the rate depends on time by itself.
  [[nodiscard]] virtual bool follows_time() const { return true; }
  [[nodiscard]] const NewtonCounts& newton_counts() const { return newton_counts_; }
  /// What was counted before work that is done again, since a run goes on from what was saved.
  void set_newton_counts(const NewtonCounts& counts) { newton_counts_ = counts; }

 protected:
  NewtonCounts newton_counts_;

 private:
  std::unique_ptr<DenseNewton> dense_;  ///< made when it is first needed
};

}  // namespace treadle
