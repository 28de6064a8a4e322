// Controllers in computing order: names are resolved once, circles without memory refused
// (docs/theory/control.md).
#pragma once

#include "../kinematics/functions.hpp"
#include "../output/channels.hpp"
#include "channel_expression.hpp"
#include "plane_path.hpp"

#include <string>
#include <vector>

namespace treadle {

/// What a block reads: a channel that is known at every state, one that is known from the last
/// step, or another block.
struct ControlSource {
  enum class From { now, last_step, block };
  From from = From::now;
  std::size_t index = 0;
};

struct ControlBlock {
  ControllerKind kind = ControllerKind::gain;
  std::vector<ControlSource> inputs;  ///< the setpoint of a pid last, where a source says it
  std::size_t first_state = 0;        ///< among the states of z
  std::size_t states = 0;             ///< none where it is sampled
  std::size_t function = 0;           ///< of a pid: its setpoint; of a function: itself
  bool has_function = false;
  std::size_t input = 0;     ///< of Functions::inputs() that it feeds
  double start = 0.0;        ///< its output before anything happens
  double sample_time = 0.0;  ///< 0: at every state
  double gain = 1.0, offset = 0.0;
  std::vector<double> factors;
  double lower = 0.0, upper = 0.0;  ///< without end where there is no limit
  double rate = 0.0;                ///< of a filter: 1 / time constant, or 2 pi frequency
  double damping = 1.0;
  double proportional = 0.0, integral = 0.0, derivative = 0.0;
  double derivative_rate = 0.0, tracking_rate = 0.0;  ///< one over their times
  std::size_t delay_samples = 0;
  LookupTable table;
  ChannelExpression expression;
  PlanePath path;
  double preview_time = 0.0, preview_distance = 0.0;

  [[nodiscard]] bool is_sampled() const { return sample_time > 0.0; }
};

struct ControlPlan {
  std::vector<ControlBlock> blocks;    ///< in the order of the file
  std::vector<std::size_t> order;      ///< in which they are computed
  std::vector<std::size_t> drivers;    ///< those that what is driven exactly depends on, likewise
  std::vector<std::string> now, last;  ///< channels at every state, and those of the last step
  bool feeds_drivers = false;          ///< what is driven exactly

  [[nodiscard]] bool empty() const { return blocks.empty(); }
  [[nodiscard]] bool has_samples() const;
};

/// What the planner looks at besides.
struct ControlScene {
  const Description& description;
  const Model<double>& model;
  const Placement& placement;
  const Forces<double>& forces;
};

/// Adds what controllers own to the functions of time: setpoints, states, and last of all their
/// outputs, in the order of the file. Before Functions are made.
void add_control_functions(const Description& description, std::vector<TimeFunction>& functions);

/// Throws ModelError for unknown channels, for two blocks that feed one input, and for circles
/// without memory.
ControlPlan plan_control(const ControlScene& scene, const std::vector<TimeFunction>& functions,
                         const Functions& prepared);

}  // namespace treadle
