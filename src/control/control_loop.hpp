// Controllers of a run: what they say at a state, how their states move, and what sampled ones hold
// (docs/theory/control.md).
#pragma once

#include "control_plan.hpp"
#include "read_bodies.hpp"

#include <cmath>
#include <span>
#include <vector>

namespace treadle {

/// A state, with the inputs as they are.
struct ControlPoint {
  double t = 0.0;
  std::span<const double> q, v, states;
  std::span<const InputValue> inputs;
};

/// Whether a time has come. 3 * 0.1 and 1 * 0.3 are one time, whatever rounding says.
[[nodiscard]] inline bool is_due(double due, double t) { return due <= t + 1e-12 * std::fabs(t); }

class ControlLoop {
 public:
  /// All must outlive it.
  ControlLoop(const ControlPlan& plan, const Functions& functions, const ControlScene& scene);

  [[nodiscard]] const ControlPlan& plan() const { return plan_; }

  /// Outputs of all blocks at a state, unless it is the one that was looked at last; allocates
  /// nothing.
  void look(const ControlPoint& point);
  /// Values and rates of what feeds drivers, which are numbers of the state or functions of time;
  /// all else that blocks say is unknown then.
  void look_at_drivers(const ControlPoint& point);
  /// Of the blocks in the order of the file, with the derivatives of those that know them.
  [[nodiscard]] std::span<const FunctionValue<double>> outputs() const { return outputs_; }
  /// Rates of the states of controllers where look() was last; `rates` are those of all states.
  void rates(std::span<const double> states, std::span<double> rates) const;

  /// Channels of the last step, in the order of the plan.
  [[nodiscard]] std::span<double> last_step() {
    is_known_ = false;
    return last_;
  }
  /// The first sample of a run.
  void begin(const ControlPoint& point);
  /// When the next sample is due; never: infinity.
  [[nodiscard]] double next_sample() const;
  /// Blocks that are due compute; false: none was.
  bool sample(const ControlPoint& point);
  /// Angles that count their turns look at an accepted state.
  void follow(const ControlPoint& point);

  void keep(Keep& keep) {
    is_known_ = false;
    keep(channels_, last_, memory_);
  }

 private:
  /// What a sampled block remembers.
  struct Memory {
    long next = 0;  ///< number of its next sample
    double held = 0.0;
    double integral = 0.0, slope = 0.0;  ///< of a pid
    double before = 0.0;                 ///< its last error; what a filter will say next
    std::vector<double> line;            ///< of a delay
    long oldest = 0;                     ///< in it
  };

  [[nodiscard]] FunctionValue<double> read(const ControlSource& source) const;
  double look_ahead(std::size_t b);
  [[nodiscard]] double error_of(const ControlBlock& block) const;
  [[nodiscard]] bool is_known(const ControlPoint& point) const;
  void remember_point(const ControlPoint& point);
  void know(const ControlPoint& point);
  FunctionValue<double> output(std::size_t b, std::span<const double> states);
  FunctionValue<double> sampled_output(std::size_t b);
  void remember(std::size_t b);

  const ControlPlan& plan_;
  const Functions& functions_;
  Channels channels_;
  ReadBodies bodies_;                ///< that channels look at
  std::vector<std::size_t> column_;  ///< of channels at every state
  std::vector<double> row_, last_, arguments_;
  std::vector<FunctionValue<double>> values_, outputs_;
  PositionStage<double> position_;
  VelocityStage<double> velocity_;
  LoopStage<double> loops_;
  std::vector<Memory> memory_;
  std::vector<PlanePath::Memory> nearest_;  ///< of paths
  std::vector<std::size_t> filters_;        ///< that are not sampled
  std::vector<std::size_t> functions_of_blocks_;
  bool has_samples_;
  std::vector<bool> due_;
  std::vector<std::size_t> outside_;  ///< of Functions::inputs(), that no block feeds
  bool is_known_ = false;             ///< outputs are those at `point_`
  std::vector<double> point_;         ///< t, q, v, states and inputs from outside
};

}  // namespace treadle
