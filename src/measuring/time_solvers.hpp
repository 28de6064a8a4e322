// All solvers side by side on the same states of one mechanism: each is proved first, then timed in
// small batches that take turns, so that whatever else the machine does meets all of them alike.
#pragma once

#include "../acceleration/evaluator.hpp"
#include "../hierarchy/component_order.hpp"
#include "../mechanism/mechanism.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace treadle {

/// Times of many batches, for each evaluation, in nanoseconds.
struct BatchTimes {
  double median = 0.0, lower_quartile = 0.0, upper_quartile = 0.0;
  double least = 0.0;  ///< where others use the machine, what comes nearest to being alone

  [[nodiscard]] double spread() const { return upper_quartile - lower_quartile; }
};

struct SolverTime {
  std::string name;
  std::string refusal;      ///< why there are no times; "" where there are
  double error = 0.0;       ///< largest backward error over the states
  double difference = 0.0;  ///< of the accelerations from those of gauss, by the largest of them
  bool multipliers = true;  ///< whether the times contain them
  bool separable = true;    ///< whether the solve can be timed alone
  BatchTimes solve, whole;  ///< factor and solve alone; from a state to accelerations
  std::vector<std::pair<std::string, double>> steps;  ///< nanoseconds by step of the solve
};

struct SolverTimes {
  std::vector<SolverTime> solvers;  ///< in the order that was asked for
  std::string reference;            ///< the fastest way of gauss that was found; "" for none
  std::size_t states = 0;
  long unproved = 0;  ///< states at which no answer is certain: left out
  std::string why;    ///< of the first of them
  long rounds = 0;
  bool stopped = false;

  [[nodiscard]] const SolverTime* find(const std::string& name) const;
};

/// A way to accelerations that is no solver, as it takes part, or the reason why it does not.
struct TimedMethod {
  std::string name;
  std::shared_ptr<Evaluator> evaluator;  ///< of code that was made for the mechanism
  bool by_components = false;            ///< formulation 'component'
  std::shared_ptr<const ComponentCode> component_code;
  std::string refusal;
};

struct TimingOptions {
  std::vector<std::string> solvers;        ///< all if empty; gauss is added for comparison
  double seconds = 2.0;                    ///< for all of them together
  std::function<bool(double)> progress{};  ///< seconds gone; false asks to stop
  std::vector<TimedMethod> methods{};
};

/// The names must be those of solvers. What would not fit into the time or the memory is left out,
/// with a reason.
SolverTimes time_solvers(const Mechanism& mechanism, const TimingOptions& options);

}  // namespace treadle
