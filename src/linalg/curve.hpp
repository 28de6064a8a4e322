// Curves through points.
#pragma once

#include "../scalar/lookup.hpp"

#include <span>
#include <vector>

namespace treadle {

/// Monotone wherever the points are, with continuous slope (Fritsch and Butland's harmonic means).
LookupTable monotone_curve(std::span<const double> x, std::span<const double> y);

/// A cubic spline with continuous curvature that is level at both ends, and stays there outside.
class Spline {
 public:
  Spline() = default;
  Spline(std::span<const double> x, std::span<const double> y);

  struct Values {
    double value = 0.0, rate = 0.0, acceleration = 0.0;
  };
  [[nodiscard]] Values at(double x) const;

 private:
  std::vector<double> x_, y_, curvature_;
};

}  // namespace treadle
