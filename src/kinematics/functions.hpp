// Functions of time with exact first and second derivative (docs/theory/forces.md).
#pragma once

#include "../describe/description.hpp"
#include "../linalg/curve.hpp"
#include "loops.hpp"

#include <string_view>
#include <vector>

namespace treadle {

/// A number that callers set between steps: what functions of kind `input` follow.
struct Input {
  std::string name;
  Dimension dimension;
  double start = 0.0;  ///< until it is set
};

/// What an input was told last; it goes on from there.
struct InputValue {
  double value = 0.0, rate = 0.0, acceleration = 0.0;
  double since = 0.0;  ///< time at which it was told

  [[nodiscard]] FunctionValue<double> at(double t) const {
    const double s = t - since;
    return {value + s * (rate + 0.5 * acceleration * s), rate + acceleration * s, acceleration};
  }
};

/// Functions of a mechanism with their tables prepared; evaluated on double, outside the kernels.
class Functions {
 public:
  Functions() = default;
  /// Throws ModelError where one input is used in two ways.
  explicit Functions(std::vector<TimeFunction> items);

  [[nodiscard]] std::size_t size() const { return items_.size(); }
  /// `inputs`: as many as inputs(); `states`: as many as states().
  void evaluate(double t, std::span<const InputValue> inputs, std::span<const double> states,
                std::span<FunctionValue<double>> out) const;

  /// One of them.
  [[nodiscard]] FunctionValue<double> evaluate(std::size_t k, double t,
                                               std::span<const InputValue> inputs,
                                               std::span<const double> states) const;

  /// Functions that are states of forces, in the order of z; and their values at the start.
  [[nodiscard]] const std::vector<std::size_t>& states() const { return states_; }
  [[nodiscard]] std::vector<double> start_states() const;
  /// Tells forces how far ahead they look with their states: the rate of a function that is one.
  /// (TY10)
  void look_ahead(double h, std::span<FunctionValue<double>> out) const;

  [[nodiscard]] const std::vector<Input>& inputs() const { return inputs_; }
  /// Their values until they are set.
  [[nodiscard]] std::vector<InputValue> start() const;
  /// -1: there is none of this name.
  [[nodiscard]] int find_input(std::string_view name) const;

  /// Times at which some function is not smooth, in order: ends of ramps, steps and chirps, points
  /// of tables. Points of one table that are less than `apart` from the last one are left out.
  [[nodiscard]] std::vector<double> breaks(double apart) const;
  /// A quarter of the shortest period: who looks at them less often may see none of it.
  [[nodiscard]] double longest_step() const;

 private:
  std::vector<TimeFunction> items_;
  std::vector<Spline> splines_;  ///< by function; empty where it is no table
  std::vector<Input> inputs_;
  std::vector<int> input_of_;  ///< by function; -1 where it follows none
  struct Follower {
    std::size_t function, input;
    double sign;
  };
  std::vector<Follower> followers_;             ///< of inputs
  std::vector<std::size_t> constants_, timed_;  ///< all others that are no states
  std::vector<std::size_t> states_;
};

FunctionValue<double> evaluate(const TimeFunction& function, const Spline& spline, double t);

}  // namespace treadle
