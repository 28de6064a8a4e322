// Accelerations from somewhere else: what a run can be given in place of its own kernels, such as
// code that was generated for the mechanism.
#pragma once

#include "../kinematics/loops.hpp"

#include <span>
#include <string>

namespace treadle {

/// Baumgarte's feedback: gamma - 2 alpha Phi' - beta^2 Phi; none when both are zero. (C7)
struct Stabilization {
  double alpha = 0.0, beta = 0.0;
};

struct EvaluatorState {
  std::span<const double> q, v;
  std::span<const FunctionValue<double>> functions;
  Stabilization feedback;
};

/// What a projection step leaves open, and the largest velocity it started from.
struct ProjectionGap {
  double position = 0.0, rate = 0.0, speed = 0.0;
};

/// Each answer may be refused (false): then nothing was written and the caller does it numerically.
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  /// Accelerations, rates of states of forces at the places of their functions, and the power of
  /// all that keeps no energy.
  virtual bool accelerate(const EvaluatorState& state, std::span<double> qdd,
                          std::span<double> rates, double& power) = 0;
  /// One step towards closed loops in the mass metric.
  virtual bool project(const EvaluatorState& state, std::span<double> q, std::span<double> v,
                       ProjectionGap& gap) = 0;
};

}  // namespace treadle
