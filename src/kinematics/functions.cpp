#include "functions.hpp"

#include "../base/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace treadle {

namespace {

constexpr double full_turn = 2.0 * std::numbers::pi;

FunctionValue<double> ramp(const TimeFunction& f, double t) {
  if (t < f.start) return {f.offset, 0.0, 0.0};
  if (f.end > f.start && t >= f.end) return {f.offset + f.slope * (f.end - f.start), 0.0, 0.0};
  return {f.offset + f.slope * (t - f.start), f.slope, 0.0};
}

// The polynomial of degree five with level ends of no curvature. (F5)
FunctionValue<double> smooth_step(const TimeFunction& f, double t) {
  const double length = f.end - f.start;
  if (t <= f.start) return {f.offset, 0.0, 0.0};
  if (t >= f.end) return {f.offset + f.amplitude, 0.0, 0.0};
  const double s = (t - f.start) / length;
  return {f.offset + f.amplitude * s * s * s * (10.0 + s * (6.0 * s - 15.0)),
          f.amplitude / length * 30.0 * s * s * (1.0 + s * (s - 2.0)),
          f.amplitude / (length * length) * 60.0 * s * (1.0 + s * (2.0 * s - 3.0))};
}

FunctionValue<double> sine(const TimeFunction& f, double t) {
  const double w = full_turn * f.frequency, angle = w * t + f.phase;
  return {f.offset + f.amplitude * std::sin(angle), f.amplitude * w * std::cos(angle),
          -f.amplitude * w * w * std::sin(angle)};
}

// The frequency rises linearly from start to end and then stays. (F6)
FunctionValue<double> chirp(const TimeFunction& f, double t) {
  if (t <= f.start) return {f.offset + f.amplitude * std::sin(f.phase), 0.0, 0.0};
  const double length = f.end - f.start, growth = (f.end_frequency - f.frequency) / length;
  const double s = std::min(t - f.start, length), rest = t - f.start - s;
  const double angle =
      f.phase + full_turn * (f.frequency * s + 0.5 * growth * s * s + f.end_frequency * rest);
  const double w = full_turn * (f.frequency + growth * s),
               w_rate = rest > 0.0 ? 0.0 : full_turn * growth;
  return {f.offset + f.amplitude * std::sin(angle), f.amplitude * w * std::cos(angle),
          f.amplitude * (w_rate * std::cos(angle) - w * w * std::sin(angle))};
}

void check_same(const Input& a, const Input& b) {
  if (a.dimension != b.dimension) {
    throw ModelError(a.name, "input '" + a.name + "' is used as " + kind_name(a.dimension) +
                                 " and as " + kind_name(b.dimension) +
                                 "; give one of them another name");
  }
  if (a.start != b.start)
    throw ModelError(a.name, "input '" + a.name + "' has two different defaults; give the same");
}

}  // namespace

FunctionValue<double> evaluate(const TimeFunction& f, const Spline& spline, double t) {
  switch (f.kind) {
    case FunctionKind::constant:
      return {f.offset, 0.0, 0.0};
    case FunctionKind::ramp:
      return ramp(f, t);
    case FunctionKind::smooth_step:
      return smooth_step(f, t);
    case FunctionKind::sine:
      return sine(f, t);
    case FunctionKind::chirp:
      return chirp(f, t);
    case FunctionKind::input:  // until it is set
    case FunctionKind::state:  // at the start
      return {f.offset, 0.0, 0.0};
    case FunctionKind::table:
      break;
  }
  const Spline::Values v = spline.at(t);
  return {v.value, v.rate, v.acceleration};
}

Functions::Functions(std::vector<TimeFunction> items) : items_(std::move(items)) {
  for (const TimeFunction& f : items_) {
    splines_.push_back(f.kind == FunctionKind::table ? Spline(f.times, f.values) : Spline());
    if (f.kind == FunctionKind::state) states_.push_back(splines_.size() - 1);
    if (f.kind != FunctionKind::input) {
      input_of_.push_back(-1);
      if (f.kind == FunctionKind::constant) constants_.push_back(splines_.size() - 1);
      if (f.kind != FunctionKind::constant && f.kind != FunctionKind::state)
        timed_.push_back(splines_.size() - 1);
      continue;
    }
    const Input input{f.input, f.dimension, f.amplitude * f.offset};
    int at = find_input(f.input);
    if (at < 0) {
      at = static_cast<int>(inputs_.size());
      inputs_.push_back(input);
    }
    check_same(inputs_[static_cast<std::size_t>(at)], input);
    input_of_.push_back(at);
    followers_.push_back({splines_.size() - 1, static_cast<std::size_t>(at), f.amplitude});
  }
}

int Functions::find_input(std::string_view name) const {
  const auto found = std::find_if(inputs_.begin(), inputs_.end(),
                                  [&](const Input& input) { return input.name == name; });
  return found == inputs_.end() ? -1 : static_cast<int>(found - inputs_.begin());
}

std::vector<InputValue> Functions::start() const {
  std::vector<InputValue> values;
  values.reserve(inputs_.size());
  for (const Input& input : inputs_) values.push_back({input.start, 0.0, 0.0, 0.0});
  return values;
}

std::vector<double> Functions::breaks(double apart) const {
  std::vector<double> times;
  for (const TimeFunction& f : items_) {
    if (f.kind == FunctionKind::table) {
      double last = -std::numeric_limits<double>::infinity();
      for (const double t : f.times) {
        if (t - last < apart && t != f.times.back()) continue;
        times.push_back(t);
        last = t;
      }
    } else if (f.kind == FunctionKind::ramp || f.kind == FunctionKind::smooth_step ||
               f.kind == FunctionKind::chirp) {
      times.push_back(f.start);
      if (f.end > f.start) times.push_back(f.end);
    }
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

double Functions::longest_step() const {
  double fastest = 0.0;
  for (const TimeFunction& f : items_) {
    if (f.amplitude == 0.0) continue;
    if (f.kind == FunctionKind::sine || f.kind == FunctionKind::chirp)
      fastest = std::max(fastest, std::fabs(f.frequency));
    if (f.kind == FunctionKind::chirp) fastest = std::max(fastest, std::fabs(f.end_frequency));
  }
  return fastest > 0.0 ? 0.25 / fastest : std::numeric_limits<double>::infinity();
}

void Functions::look_ahead(double h, std::span<FunctionValue<double>> out) const {
  for (const std::size_t f : states_) out[f].rate = h;
}

std::vector<double> Functions::start_states() const {
  std::vector<double> values;
  for (const std::size_t f : states_) values.push_back(items_[f].offset);
  return values;
}

void Functions::evaluate(double t, std::span<const InputValue> inputs,
                         std::span<const double> states,
                         std::span<FunctionValue<double>> out) const {
  for (const std::size_t k : constants_) out[k] = {items_[k].offset, 0.0, 0.0};
  for (const Follower& f : followers_) {
    const FunctionValue<double> u = inputs[f.input].at(t);
    out[f.function] = {f.sign * u.value, f.sign * u.rate, f.sign * u.acceleration};
  }
  for (const std::size_t k : timed_) out[k] = treadle::evaluate(items_[k], splines_[k], t);
  for (std::size_t k = 0; k < states_.size(); ++k) out[states_[k]] = {states[k], 0.0, 0.0};
}

FunctionValue<double> Functions::evaluate(std::size_t k, double t,
                                          std::span<const InputValue> inputs,
                                          std::span<const double> states) const {
  if (input_of_[k] >= 0) {
    const FunctionValue<double> u = inputs[static_cast<std::size_t>(input_of_[k])].at(t);
    const double sign = items_[k].amplitude;
    return {sign * u.value, sign * u.rate, sign * u.acceleration};
  }
  if (items_[k].kind != FunctionKind::state) return treadle::evaluate(items_[k], splines_[k], t);
  const auto own = std::lower_bound(states_.begin(), states_.end(), k) - states_.begin();
  return {states[static_cast<std::size_t>(own)], 0.0, 0.0};
}

}  // namespace treadle
