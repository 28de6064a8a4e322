// Controllers: blocks that read channels and say what inputs do.
#pragma once

#include "time_function.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace treadle {

enum class ControllerKind {
  gain,
  sum,
  limit,
  filter,
  pid,
  delay,
  table,
  expression,
  function,
  path
};

/// One block. It reads channels and other blocks by name and feeds the input that is called
/// `output`, or that has its own name. Numbers are in SI units.
struct ControllerItem {
  std::string name;
  ControllerKind kind = ControllerKind::gain;
  std::vector<std::string> inputs;
  std::vector<std::string> labels;    ///< what an expression calls them; empty: u1, u2, ...
  std::string output;                 ///< name of an input; empty: its own
  std::optional<double> sample_time;  ///< computes only then, and holds its output between
  double gain = 1.0, offset = 0.0;
  std::vector<double> factors;          ///< of a sum, one for each input
  std::optional<double> lower, upper;   ///< of limit and pid
  std::optional<double> time_constant;  ///< of a filter of first order ...
  std::optional<double> frequency;      ///< ... or of second order, in 1/s,
  double damping = 1.0;                 ///< with this share of critical damping
  std::optional<double> start;          ///< output of a filter or delay at the start
  double proportional = 0.0, integral = 0.0, derivative = 0.0;
  double derivative_time = 0.0;          ///< of the filter of the derivative
  std::optional<double> tracking_time;   ///< in which the integral follows an output at its limit
  std::optional<TimeFunction> setpoint;  ///< of a pid: what its input should be, or ...
  std::string setpoint_from;             ///< ... the channel or block that says so
  double delay = 0.0;
  Curve table;
  std::string expression;
  std::optional<TimeFunction> function;
  std::string follows;  ///< of a path: the body or frame whose channels its inputs are
  std::vector<std::array<double, 2>> points;  ///< that a path goes through, in x and y of the world
  bool closed = false;                        ///< it leads back to its first point
  double preview_time = 0.0, preview_distance = 0.0;

  friend bool operator==(const ControllerItem&, const ControllerItem&) = default;
};

}  // namespace treadle
