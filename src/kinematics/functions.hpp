// Functions of time with exact first and second derivative (docs/theory/forces.md).
#pragma once

#include "../describe/description.hpp"
#include "../linalg/curve.hpp"
#include "loops.hpp"

#include <vector>

namespace treadle {

/// Functions of a mechanism with their tables prepared; evaluated on double, outside the kernels.
class Functions {
 public:
  Functions() = default;
  explicit Functions(std::vector<TimeFunction> items);

  [[nodiscard]] std::size_t size() const { return items_.size(); }
  void evaluate(double t, std::span<FunctionValue<double>> out) const;

  /// Times at which some function is not smooth, in order: ends of ramps, steps and chirps, points
  /// of tables. Points of one table that are less than `apart` from the last one are left out.
  [[nodiscard]] std::vector<double> breaks(double apart) const;
  /// A quarter of the shortest period: who looks at them less often may see none of it.
  [[nodiscard]] double longest_step() const;

 private:
  std::vector<TimeFunction> items_;
  std::vector<Spline> splines_;  ///< by function; empty where it is no table
};

FunctionValue<double> evaluate(const TimeFunction& function, const Spline& spline, double t);

}  // namespace treadle
