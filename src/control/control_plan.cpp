#include "control_plan.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../linalg/curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>

namespace treadle {

namespace {

const std::string& fed_input(const ControllerItem& item) {
  return item.output.empty() ? item.name : item.output;
}

// Numbers of the state that a block owns; one that is sampled remembers outside of it.
std::size_t states_of(const ControllerItem& item) {
  if (item.sample_time) return 0;
  if (item.kind == ControllerKind::filter) return item.frequency ? 2 : 1;
  if (item.kind != ControllerKind::pid) return 0;
  return (item.integral != 0.0 ? 1U : 0U) + (item.derivative != 0.0 ? 1U : 0U);
}

const std::optional<TimeFunction>& function_in(const ControllerItem& item) {
  return item.kind == ControllerKind::pid ? item.setpoint : item.function;
}

// What forces and drivers say of an input: its default; nullptr where nobody follows it.
const TimeFunction* follower_of(const std::vector<TimeFunction>& functions,
                                const std::string& input) {
  const auto found = std::find_if(functions.begin(), functions.end(), [&](const TimeFunction& f) {
    return f.kind == FunctionKind::input && f.input == input;
  });
  return found == functions.end() ? nullptr : &*found;
}

double start_of(const ControllerItem& item, const std::vector<TimeFunction>& functions) {
  if (item.start) return *item.start;
  const TimeFunction* follower = follower_of(functions, fed_input(item));
  return follower == nullptr ? 0.0 : follower->amplitude * follower->offset;
}

// Channels that depend on accelerations, on multipliers or on what inputs say.
bool is_of_last_step(const Description& d, const Column& column) {
  for (const char* group :
       {channel_group::accelerations, channel_group::body_accelerations, channel_group::forces,
        channel_group::reactions, channel_group::parts, channel_group::energies}) {
    if (column.group == group) return true;
  }
  if (column.group != channel_group::outputs) return false;
  for (const OutputItem& item : d.outputs) {
    if (column.name != item.name && !column.name.starts_with(item.name + ".")) continue;
    switch (item.kind) {
      case ChannelKind::acceleration:
      case ChannelKind::point_acceleration:
      case ChannelKind::angular_acceleration:
      case ChannelKind::force:
      case ChannelKind::reaction:
      case ChannelKind::energy:
        return true;
      default:
        break;
    }
  }
  return false;
}

class ControlPlanner {
 public:
  ControlPlanner(const ControlScene& scene, const std::vector<TimeFunction>& functions,
                 const Functions& prepared)
      : scene_(scene), d_(scene.description), functions_(functions), prepared_(prepared) {
    for (const Column& column : all_channels(d_, scene.model, scene.placement, scene.forces)) {
      columns_.emplace(column.name, column);
    }
    for (std::size_t k = 0; k < d_.controllers.size(); ++k) index_[d_.controllers[k].name] = k;
  }

  ControlPlan make() {
    std::size_t function = functions_.size() - d_.controllers.size(), state = 0;
    for (const ControllerItem& item : d_.controllers) {
      function -= states_of(item) + (function_in(item) ? 1U : 0U);
      state += states_of(item);
    }
    state = prepared_.states().size() - state;
    std::set<std::string> fed;
    for (at_ = 0; at_ < d_.controllers.size(); ++at_) {
      const ControllerItem& item = d_.controllers[at_];
      ControlBlock& block = plan_.blocks.emplace_back();
      block.has_function = function_in(item).has_value();
      block.function = function;
      block.first_state = state;
      block.states = states_of(item);
      function += block.states + (block.has_function ? 1U : 0U);
      state += block.states;
      if (!fed.insert(fed_input(item)).second)
        fail("output", "the input '" + fed_input(item) +
                           "' is fed by another controller already; add both in a 'sum'");
      block.input = static_cast<std::size_t>(prepared_.find_input(fed_input(item)));
      block.start = start_of(item, functions_);
      take_numbers(item, block);
      take_sources(item, block);
    }
    find_order();
    check_drivers();
    return std::move(plan_);
  }

 private:
  [[noreturn]] void fail(const std::string& key, const std::string& message) const {
    throw ModelError("controllers[" + std::to_string(at_) + "]." + key,
                     "controller '" + d_.controllers[at_].name + "': " + message);
  }

  void take_numbers(const ControllerItem& item, ControlBlock& block) {
    constexpr double no_end = std::numeric_limits<double>::infinity();
    block.kind = item.kind;
    block.sample_time = item.sample_time.value_or(0.0);
    block.gain = item.gain;
    block.offset = item.offset;
    block.factors = item.factors;
    if (item.kind == ControllerKind::sum && block.factors.empty())
      block.factors.assign(item.inputs.size(), 1.0);
    block.lower = item.lower.value_or(-no_end);
    block.upper = item.upper.value_or(no_end);
    if (item.time_constant) block.rate = 1.0 / *item.time_constant;
    if (item.frequency) block.rate = 2.0 * std::numbers::pi * *item.frequency;
    block.damping = item.damping;
    block.proportional = item.proportional;
    block.integral = item.integral;
    block.derivative = item.derivative;
    if (item.derivative_time > 0.0) block.derivative_rate = 1.0 / item.derivative_time;
    // the time of the integral itself, unless it is said (CT4)
    const double own = item.proportional != 0.0 && item.integral != 0.0
                           ? std::fabs(item.proportional / item.integral)
                           : 1.0;
    block.tracking_rate = 1.0 / item.tracking_time.value_or(own);
    if (item.kind == ControllerKind::delay)
      block.delay_samples = static_cast<std::size_t>(std::lround(item.delay / block.sample_time));
    if (!item.table.empty()) block.table = monotone_curve(item.table.x, item.table.y);
    if (item.kind == ControllerKind::path) {
      block.path = PlanePath(item.points, item.closed);
      block.preview_time = item.preview_time;
      block.preview_distance = item.preview_distance;
    }
    if (item.kind != ControllerKind::expression) return;
    std::vector<std::string> names = item.labels;
    for (std::size_t k = names.size(); k < item.inputs.size(); ++k)
      names.push_back("u" + std::to_string(k + 1));
    try {
      block.expression = ChannelExpression(item.expression, names);
    } catch (const ChannelExpressionError& error) {
      fail("expression", error.what());
    }
  }

  void take_sources(const ControllerItem& item, ControlBlock& block) {
    for (std::size_t k = 0; k < item.inputs.size(); ++k)
      block.inputs.push_back(source(input_key(item, k), item.inputs[k]));
    if (!item.setpoint_from.empty())
      block.inputs.push_back(source("setpoint_from", item.setpoint_from));
  }
  // As the file has it.
  static std::string input_key(const ControllerItem& item, std::size_t k) {
    if (item.kind == ControllerKind::path) return "of";
    if (item.kind != ControllerKind::sum && item.kind != ControllerKind::expression) return "input";
    return item.labels.empty() ? "inputs[" + std::to_string(k) + "]" : "inputs." + item.labels[k];
  }
  ControlSource source(const std::string& key, const std::string& name) {
    if (const auto block = index_.find(name); block != index_.end())
      return {ControlSource::From::block, block->second};
    const auto column = columns_.find(name);
    if (column == columns_.end()) unknown(key, name);
    const bool late = is_of_last_step(d_, column->second);
    std::vector<std::string>& list = late ? plan_.last : plan_.now;
    auto found = std::find(list.begin(), list.end(), name);
    if (found == list.end()) found = list.insert(list.end(), name);
    return {late ? ControlSource::From::last_step : ControlSource::From::now,
            static_cast<std::size_t>(found - list.begin())};
  }
  [[noreturn]] void unknown(const std::string& key, const std::string& name) const {
    std::vector<std::string> known;
    std::string parts;
    for (const auto& [other, column] : columns_) {
      known.push_back(other);
      if (other.starts_with(name + ".")) parts += (parts.empty() ? "" : ", ") + other;
    }
    if (!parts.empty()) fail(key, "'" + name + "' is several numbers; give one of " + parts);
    fail(key, "unknown channel or controller '" + name + "'" + suggestion(name, known) +
                  "; treadle run --list-channels shows all");
  }

  // Whether the output depends on an input at the same moment.
  static bool passes_on(const ControlBlock& block) {
    return block.kind != ControllerKind::filter && block.kind != ControllerKind::delay;
  }
  // Those that others depend on come first. (CT2)
  void find_order() {
    std::vector<int> mark(plan_.blocks.size(), 0);  // 1: on the way, 2: done
    std::vector<std::size_t> way;
    const auto visit = [&](const auto& self, std::size_t b) -> void {
      if (mark[b] == 2) return;
      if (mark[b] == 1) circle(way, b);
      mark[b] = 1;
      way.push_back(b);
      if (passes_on(plan_.blocks[b])) {
        for (const ControlSource& s : plan_.blocks[b].inputs) {
          if (s.from == ControlSource::From::block) self(self, s.index);
        }
      }
      way.pop_back();
      mark[b] = 2;
      plan_.order.push_back(b);
    };
    for (std::size_t b = 0; b < plan_.blocks.size(); ++b) visit(visit, b);
  }
  [[noreturn]] void circle(const std::vector<std::size_t>& way, std::size_t b) {
    at_ = b;
    std::string names;
    for (auto k = std::find(way.begin(), way.end(), b); k != way.end(); ++k)
      names += "'" + d_.controllers[*k].name + "' reads ";
    fail(d_.controllers[b].inputs.size() > 1 ? "inputs" : "input",
         "depends on itself: " + names + "'" + d_.controllers[b].name +
             "'; put a filter or a delay into the circle");
  }

  // What is driven exactly needs the first two derivatives of its function. (CT6)
  [[nodiscard]] bool is_smooth(const ControlBlock& b) const {
    if (b.is_sampled()) return false;
    if (b.kind == ControllerKind::filter) return b.states == 2;
    if (b.kind == ControllerKind::function) return true;
    if (b.kind != ControllerKind::gain && b.kind != ControllerKind::sum) return false;
    return std::all_of(b.inputs.begin(), b.inputs.end(), [&](const ControlSource& s) {
      return s.from == ControlSource::From::block && is_smooth(plan_.blocks[s.index]);
    });
  }
  [[nodiscard]] double smooth_start(const ControlBlock& b) const {
    if (b.kind == ControllerKind::filter) return b.start;
    if (b.kind == ControllerKind::function) {
      std::vector<FunctionValue<double>> values(prepared_.size());
      prepared_.evaluate(0.0, prepared_.start(), prepared_.start_states(), values);
      return values[b.function].value;
    }
    double sum = b.offset;
    for (std::size_t k = 0; k < b.inputs.size(); ++k)
      sum += (b.kind == ControllerKind::gain ? b.gain : b.factors[k]) *
             smooth_start(plan_.blocks[b.inputs[k].index]);
    return sum;
  }
  void check_drivers() {
    for (const LoopData<double>& loop : scene_.model.loops) {
      if (loop.function < 0) continue;
      const TimeFunction& f = functions_[static_cast<std::size_t>(loop.function)];
      if (f.kind != FunctionKind::input) continue;
      for (at_ = 0; at_ < plan_.blocks.size(); ++at_) {
        if (fed_input(d_.controllers[at_]) != f.input) continue;
        plan_.feeds_drivers = true;
        if (!is_smooth(plan_.blocks[at_]))
          fail("output", "feeds '" + f.input +
                             "', which drives a coordinate or distance exactly and needs two "
                             "derivatives; let a filter with a \"frequency\" be the last block, or "
                             "drive by a force");
        const double begins = smooth_start(plan_.blocks[at_]), asked = f.amplitude * f.offset;
        if (std::fabs(begins - asked) > 1e-9 * std::max(1.0, std::fabs(asked)))
          fail("output", "begins at " + short_number(begins) + ", but input '" + f.input +
                             "' has the default " + short_number(asked) + "; make them equal");
      }
    }
  }

  const ControlScene& scene_;
  const Description& d_;
  const std::vector<TimeFunction>& functions_;
  const Functions& prepared_;
  std::map<std::string, Column> columns_;
  std::map<std::string, std::size_t> index_;
  ControlPlan plan_;
  std::size_t at_ = 0;  ///< controller at hand
};

}  // namespace

bool ControlPlan::has_samples() const {
  return std::any_of(blocks.begin(), blocks.end(),
                     [](const ControlBlock& b) { return b.is_sampled(); });
}

void add_control_functions(const Description& d, std::vector<TimeFunction>& functions) {
  const std::vector<TimeFunction> of_forces = functions;
  for (const ControllerItem& item : d.controllers) {
    if (const auto& f = function_in(item)) functions.push_back(*f);
    for (std::size_t k = 0; k < states_of(item); ++k) {
      TimeFunction state;
      state.kind = FunctionKind::state;
      if (item.kind == ControllerKind::filter && k == 0) state.offset = start_of(item, of_forces);
      functions.push_back(state);
    }
  }
  for (const ControllerItem& item : d.controllers) {
    TimeFunction output;
    output.kind = FunctionKind::input;
    output.input = fed_input(item);
    output.amplitude = 1.0;
    if (const TimeFunction* follower = follower_of(of_forces, output.input)) {
      output.dimension = follower->dimension;
      output.offset = follower->amplitude * follower->offset;
    }
    functions.push_back(output);
  }
}

ControlPlan plan_control(const ControlScene& scene, const std::vector<TimeFunction>& functions,
                         const Functions& prepared) {
  if (scene.description.controllers.empty()) return {};
  return ControlPlanner(scene, functions, prepared).make();
}

}  // namespace treadle
