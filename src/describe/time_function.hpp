// Functions of time, and laws: curves that a force follows.
#pragma once

#include "power_sum.hpp"
#include "units.hpp"

#include <string>
#include <vector>

namespace treadle {

/// A function of time with exact first and second derivative (kinematics/functions.hpp evaluates
/// it).
enum class FunctionKind { constant, ramp, smooth_step, sine, chirp, table, input, state };

struct TimeFunction {
  FunctionKind kind = FunctionKind::constant;
  double offset = 0.0;     ///< value before anything happens; mean value of sine and chirp
  double amplitude = 0.0;  ///< height of the step, amplitude of sine and chirp
  double slope = 0.0;      ///< of the ramp
  double start = 0.0;      ///< time at which ramp, step or chirp begin
  double end = 0.0;        ///< time at which they end; a ramp with end <= start goes on for ever
  double frequency = 0.0;  ///< of sine and at the start of the chirp, in 1/s
  double end_frequency = 0.0;
  double phase = 0.0;
  std::vector<double> times, values;  ///< of a table: a smooth curve through its points
  std::string input;    ///< name of an input, which callers set; `amplitude` is 1, or -1: reversed
  Dimension dimension;  ///< of an input
  // kind `state`: `offset` at the start, then as the force that owns it says; no file has it

  friend bool operator==(const TimeFunction&, const TimeFunction&) = default;
};

/// A law: a monotone curve with continuous slope through its points, straight outside, or instead a
/// sum of powers.
struct Curve {
  std::vector<double> x, y;
  std::vector<PowerTerm> powers{};

  [[nodiscard]] bool empty() const { return x.empty() && powers.empty(); }

  friend bool operator==(const Curve&, const Curve&) = default;
};

}  // namespace treadle
