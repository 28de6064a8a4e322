#include "control_loop.hpp"

#include "fed_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

ChannelChoice choice_of(const ControlPlan& plan) {
  ChannelChoice choice;
  choice.names = plan.now;
  if (choice.names.empty()) choice.names.emplace_back("time");
  return choice;
}

}  // namespace

ControlLoop::ControlLoop(const ControlPlan& plan, const Functions& functions,
                         const ControlScene& scene)
    : plan_(plan),
      functions_(functions),
      channels_(scene.description, scene.model, scene.placement, scene.forces, choice_of(plan)),
      bodies_(scene, choice_of(plan).names),
      row_(channels_.columns().size()),
      last_(plan.last.size()),
      values_(functions.size()),
      outputs_(plan.blocks.size()),
      position_(scene.model),
      velocity_(scene.model),
      loops_(scene.model),
      memory_(plan.blocks.size()),
      nearest_(plan.blocks.size()),
      has_samples_(plan.has_samples()),
      due_(plan.blocks.size(), false) {
  const std::vector<Column>& columns = channels_.columns();
  for (const std::string& name : plan.now) {
    const auto column = std::find_if(columns.begin(), columns.end(),
                                     [&](const Column& c) { return c.name == name; });
    column_.push_back(static_cast<std::size_t>(column - columns.begin()));
  }
  std::size_t most = 0;
  for (std::size_t b = 0; b < plan.blocks.size(); ++b) {
    const ControlBlock& block = plan.blocks[b];
    most = std::max(most, block.inputs.size());
    outputs_[b] = {block.start, 0.0, 0.0};
    memory_[b].held = memory_[b].before = block.start;
    memory_[b].line.assign(block.delay_samples, block.start);
    if (block.kind == ControllerKind::filter && !block.is_sampled()) filters_.push_back(b);
    if (block.has_function) functions_of_blocks_.push_back(block.function);
  }
  arguments_.resize(most);
  for (std::size_t k = 0; k < functions.inputs().size(); ++k) {
    if (!is_fed(plan, k)) outside_.push_back(k);
  }
}

FunctionValue<double> ControlLoop::read(const ControlSource& source) const {
  switch (source.from) {
    case ControlSource::From::now:
      return {row_[column_[source.index]], 0.0, 0.0};
    case ControlSource::From::last_step:
      return {last_[source.index], 0.0, 0.0};
    case ControlSource::From::block:
      break;
  }
  return outputs_[source.index];
}

// e = setpoint - input   (CT3)
double ControlLoop::error_of(const ControlBlock& block) const {
  const double wanted = block.inputs.size() > 1 ? read(block.inputs[1]).value
                        : block.has_function    ? values_[block.function].value
                                                : 0.0;
  return wanted - read(block.inputs[0]).value;
}

// How far the point ahead is to the left of the path. (CT8)
double ControlLoop::look_ahead(std::size_t b) {
  const ControlBlock& block = plan_.blocks[b];
  const auto u = [&](std::size_t k) { return read(block.inputs[k]).value; };
  const double qw = u(2), qx = u(3), qy = u(4), qz = u(5);
  const double x = 1.0 - 2.0 * (qy * qy + qz * qz), y = 2.0 * (qx * qy + qw * qz);
  const double length = std::sqrt(x * x + y * y);
  if (!(length > 0.0)) return 0.0;  // it looks straight up
  const double forward = (u(6) * x + u(7) * y) / length;
  const double ahead = (block.preview_distance + block.preview_time * forward) / length;
  return block.path.offset(u(0) + ahead * x, u(1) + ahead * y, nearest_[b]);
}

FunctionValue<double> ControlLoop::output(std::size_t b, std::span<const double> states) {
  const ControlBlock& block = plan_.blocks[b];
  const auto u = [&](std::size_t k) { return read(block.inputs[k]); };
  switch (block.kind) {
    case ControllerKind::gain: {
      const FunctionValue<double> x = u(0);
      return {block.gain * x.value + block.offset, block.gain * x.rate,
              block.gain * x.acceleration};
    }
    case ControllerKind::sum: {
      FunctionValue<double> sum{block.offset, 0.0, 0.0};
      for (std::size_t k = 0; k < block.inputs.size(); ++k) {
        const FunctionValue<double> x = u(k);
        sum.value += block.factors[k] * x.value;
        sum.rate += block.factors[k] * x.rate;
        sum.acceleration += block.factors[k] * x.acceleration;
      }
      return sum;
    }
    case ControllerKind::limit:
      return {std::clamp(u(0).value, block.lower, block.upper), 0.0, 0.0};
    case ControllerKind::filter:
      // its rate follows when all blocks are known
      return {states[block.first_state], block.states == 2 ? states[block.first_state + 1] : 0.0,
              0.0};
    case ControllerKind::pid: {
      // y = Kp e + Ki z + Kd (e - f) / T   (CT3)
      const double e = error_of(block);
      double y = block.proportional * e;
      std::size_t at = block.first_state;
      if (block.integral != 0.0) y += block.integral * states[at++];
      if (block.derivative != 0.0) y += block.derivative * block.derivative_rate * (e - states[at]);
      return {std::clamp(y, block.lower, block.upper), 0.0, 0.0};
    }
    case ControllerKind::table:
      return {treadle::look(block.table, u(0).value).value, 0.0, 0.0};
    case ControllerKind::expression:
      for (std::size_t k = 0; k < block.inputs.size(); ++k) arguments_[k] = u(k).value;
      return {block.expression.value({arguments_.data(), block.inputs.size()}), 0.0, 0.0};
    case ControllerKind::function:
      return values_[block.function];
    case ControllerKind::path:
      return {look_ahead(b), 0.0, 0.0};
    case ControllerKind::delay:
      break;
  }
  return {};  // a delay is always sampled
}

// What a block says from its sample on. (CT5)
FunctionValue<double> ControlLoop::sampled_output(std::size_t b) {
  const ControlBlock& block = plan_.blocks[b];
  Memory& m = memory_[b];
  switch (block.kind) {
    case ControllerKind::delay:
      return {m.line[static_cast<std::size_t>(m.oldest)], 0.0, 0.0};
    case ControllerKind::filter:
      return {m.before, 0.0, 0.0};
    case ControllerKind::pid: {
      const double e = error_of(block);
      double y = block.proportional * e + block.integral * m.integral;
      if (block.derivative != 0.0) {
        // (T d + e - e_before) / (T + h)
        const double filter = 1.0 / block.derivative_rate;
        const double step = m.next == 0 ? 0.0 : e - m.before;
        m.slope = (filter * m.slope + step) / (filter + block.sample_time);
        y += block.derivative * m.slope;
      }
      m.before = e;
      const double limited = std::clamp(y, block.lower, block.upper);
      if (block.integral != 0.0)
        m.integral +=
            block.sample_time * (e + block.tracking_rate / block.integral * (limited - y));
      return {limited, 0.0, 0.0};
    }
    default:
      return {output(b, {}).value, 0.0, 0.0};
  }
}

// What a block without passage takes in, when all are known.
void ControlLoop::remember(std::size_t b) {
  const ControlBlock& block = plan_.blocks[b];
  Memory& m = memory_[b];
  if (block.kind == ControllerKind::delay) {
    m.line[static_cast<std::size_t>(m.oldest)] = read(block.inputs[0]).value;
    m.oldest = (m.oldest + 1) % static_cast<long>(m.line.size());
  } else if (block.kind == ControllerKind::filter) {
    // exact for an input that is held
    const double gap = read(block.inputs[0]).value - m.before;
    m.before -= std::expm1(-block.rate * block.sample_time) * gap;
  }
}

// Every number that outputs can depend on but what blocks remember.
bool ControlLoop::is_known(const ControlPoint& p) const {
  if (!is_known_ || point_.front() != p.t) return false;
  const double* at = point_.data() + 1;
  for (const std::span<const double> numbers : {p.q, p.v, p.states}) {
    if (!std::equal(numbers.begin(), numbers.end(), at)) return false;
    at += numbers.size();
  }
  return std::all_of(outside_.begin(), outside_.end(), [&](std::size_t k) {
    const InputValue& u = p.inputs[k];
    const bool same =
        at[0] == u.value && at[1] == u.rate && at[2] == u.acceleration && at[3] == u.since;
    at += 4;
    return same;
  });
}

void ControlLoop::remember_point(const ControlPoint& p) {
  point_.resize(1 + p.q.size() + p.v.size() + p.states.size() + 4 * outside_.size());
  double* at = point_.data();
  *at++ = p.t;
  for (const std::span<const double> numbers : {p.q, p.v, p.states})
    at = std::copy(numbers.begin(), numbers.end(), at);
  for (const std::size_t k : outside_) {
    const InputValue& u = p.inputs[k];
    *at++ = u.value;
    *at++ = u.rate;
    *at++ = u.acceleration;
    *at++ = u.since;
  }
  is_known_ = true;
}

void ControlLoop::know(const ControlPoint& p) {
  if (bodies_.knows_what_is_read()) {
    for (const std::size_t f : functions_of_blocks_)
      values_[f] = functions_.evaluate(f, p.t, p.inputs, p.states);
  } else {
    functions_.evaluate(p.t, p.inputs, p.states, values_);
  }
  if (plan_.now.empty()) return;
  bodies_.place(p.q, position_);
  bodies_.move(p.v, position_, velocity_);
  channels_.sample({p.t, p.q, p.v, {}, position_, velocity_, loops_, {}, {}, {}, values_, {}},
                   row_);
}

void ControlLoop::look(const ControlPoint& point) {
  if (is_known(point)) return;
  remember_point(point);
  know(point);
  for (const std::size_t b : plan_.order) {
    outputs_[b] = plan_.blocks[b].is_sampled() ? FunctionValue<double>{memory_[b].held, 0.0, 0.0}
                                               : output(b, point.states);
  }
  // y'' = w^2 (u - y) - 2 d w y'   (CT1)
  for (const std::size_t b : filters_) {
    const ControlBlock& block = plan_.blocks[b];
    FunctionValue<double>& y = outputs_[b];
    const double gap = block.rate * (read(block.inputs[0]).value - y.value);
    if (block.states == 2) {
      y.acceleration = block.rate * (gap - 2.0 * block.damping * y.rate);
    } else {
      y.rate = gap;
    }
  }
  if (!plan_.feeds_drivers) return;
  // what is made of filters knows its second derivative only now
  for (const std::size_t b : plan_.order) {
    const ControlBlock& block = plan_.blocks[b];
    const bool linear = block.kind == ControllerKind::gain || block.kind == ControllerKind::sum;
    if (linear && !block.is_sampled()) outputs_[b] = output(b, point.states);
  }
}

void ControlLoop::look_at_drivers(const ControlPoint& point) {
  is_known_ = false;
  for (const std::size_t b : plan_.drivers) {
    const ControlBlock& block = plan_.blocks[b];
    if (block.has_function)
      values_[block.function] =
          functions_.evaluate(block.function, point.t, point.inputs, point.states);
    outputs_[b] = output(b, point.states);
  }
}

void ControlLoop::rates(std::span<const double> states, std::span<double> rates) const {
  for (std::size_t b = 0; b < plan_.blocks.size(); ++b) {
    const ControlBlock& block = plan_.blocks[b];
    if (block.states == 0) continue;
    std::size_t at = block.first_state;
    const FunctionValue<double>& y = outputs_[b];
    if (block.kind == ControllerKind::filter) {
      rates[at] = y.rate;
      if (block.states == 2) rates[at + 1] = y.acceleration;
      continue;
    }
    const double e = error_of(block);
    double free = block.proportional * e;  // what it would say without limits
    const std::size_t integral = at;
    if (block.integral != 0.0) free += block.integral * states[at++];
    if (block.derivative != 0.0) {
      rates[at] = block.derivative_rate * (e - states[at]);
      free += block.derivative * rates[at];
    }
    // (CT4)
    if (block.integral != 0.0)
      rates[integral] = e + block.tracking_rate / block.integral * (y.value - free);
  }
}

void ControlLoop::begin(const ControlPoint& point) {
  for (std::size_t b = 0; b < plan_.blocks.size(); ++b) memory_[b].next = 0;
  sample(point);
  // the next ones are on the grid of whole numbers
  for (std::size_t b = 0; b < plan_.blocks.size(); ++b) {
    const ControlBlock& block = plan_.blocks[b];
    if (block.is_sampled())
      memory_[b].next =
          static_cast<long>(std::floor(point.t / block.sample_time * (1.0 + 1e-12))) + 1;
  }
}

double ControlLoop::next_sample() const {
  double next = std::numeric_limits<double>::infinity();
  if (!has_samples_) return next;
  for (std::size_t b = 0; b < plan_.blocks.size(); ++b) {
    const ControlBlock& block = plan_.blocks[b];
    if (block.is_sampled())
      next = std::min(next, static_cast<double>(memory_[b].next) * block.sample_time);
  }
  return next;
}

bool ControlLoop::sample(const ControlPoint& point) {
  if (!has_samples_) return false;
  bool any = false;
  for (std::size_t b = 0; b < plan_.blocks.size(); ++b) {
    const ControlBlock& block = plan_.blocks[b];
    due_[b] = block.is_sampled() &&
              is_due(static_cast<double>(memory_[b].next) * block.sample_time, point.t);
    any = any || due_[b];
  }
  if (!any) return false;
  is_known_ = false;
  know(point);
  for (const std::size_t b : plan_.order) {
    if (!plan_.blocks[b].is_sampled()) {
      outputs_[b] = output(b, point.states);
    } else if (due_[b]) {
      outputs_[b] = sampled_output(b);
      memory_[b].held = outputs_[b].value;
    } else {
      outputs_[b] = {memory_[b].held, 0.0, 0.0};
    }
  }
  for (std::size_t b = 0; b < plan_.blocks.size(); ++b) {
    if (!due_[b]) continue;
    remember(b);
    ++memory_[b].next;
  }
  return true;
}

void ControlLoop::follow(const ControlPoint& p) {
  if (!channels_.follows()) return;
  is_known_ = false;  // angles may have turned on
  bodies_.place(p.q, position_);
  channels_.follow({p.t, p.q, p.v, {}, position_, velocity_, loops_, {}, {}, {}, values_, {}});
}

}  // namespace treadle
