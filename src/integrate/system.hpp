// What an integrator sees: any system with a state, tangent increments and a rate. Plain vectors
// are the default; a mechanism moves on a manifold.
#pragma once

#include "../base/report.hpp"

#include <cstddef>
#include <span>

namespace treadle {

class System {
 public:
  virtual ~System() = default;

  [[nodiscard]] virtual std::size_t state_size() const = 0;
  [[nodiscard]] virtual std::size_t tangent_size() const = 0;

  /// Rate of x as a tangent vector.
  virtual Report rate(double t, std::span<const double> x, std::span<double> dx) = 0;

  /// y = x (+) dx
  virtual void advance(std::span<const double> x, std::span<const double> dx,
                       std::span<double> y) const {
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] + dx[i];
  }
  /// Rate of the increment dx when x0 (+) dx moves with `rate`, in place.
  virtual void chart_rate(std::span<const double> /*dx*/, std::span<double> /*rate*/) const {}

  /// Brings x back to where it must stay; called inside the step.
  virtual Report project(double /*t*/, std::span<double> /*x*/) { return {}; }

  /// For schemes that treat positions and velocities apart: the first `positions()` entries of a
  /// tangent vector are increments of positions, whose rates are the velocities of the state.
  [[nodiscard]] virtual std::size_t positions() const { return 0; }
  virtual void velocities(std::span<const double> /*x*/, std::span<double> /*v*/) const {}
};

}  // namespace treadle
