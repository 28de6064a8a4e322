// What an integrator sees: any system with a state, tangent increments and a rate. Plain vectors
// are the default; a mechanism moves on a manifold.
#pragma once

#include "../base/report.hpp"

#include <algorithm>
#include <cstddef>
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

class System {
 public:
  virtual ~System() = default;

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
  [[nodiscard]] virtual std::size_t positions() const { return 0; }
  virtual void velocities(std::span<const double> /*x*/, std::span<double> /*v*/) const {}
};

}  // namespace treadle
