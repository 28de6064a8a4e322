// Controllers that are described in C++.
#pragma once

#include "elements.hpp"

namespace treadle {

/// Keys are those of the file; only some types have each.
class ControllerBuilder : public Element<ControllerBuilder> {
 public:
  using Element::Element;

  ControllerBuilder& input(const std::string& channel) { return set("input", channel); }
  /// A list of channels, or for an expression an object of them.
  ControllerBuilder& inputs(Value channels) { return set("inputs", std::move(channels)); }
  ControllerBuilder& output(const std::string& input) { return set("output", input); }
  ControllerBuilder& sample_time(Value time) { return set("sample_time", std::move(time)); }
  ControllerBuilder& gain(Value factor) { return set("gain", std::move(factor)); }
  ControllerBuilder& factors(Value list) { return set("factors", std::move(list)); }
  ControllerBuilder& offset(Value value) { return set("offset", std::move(value)); }
  ControllerBuilder& lower(Value value) { return set("lower", std::move(value)); }
  ControllerBuilder& upper(Value value) { return set("upper", std::move(value)); }
  ControllerBuilder& time_constant(Value time) { return set("time_constant", std::move(time)); }
  ControllerBuilder& frequency(Value value, double damping = 1.0) {
    return set("frequency", std::move(value)).set("damping", damping);
  }
  ControllerBuilder& start(Value value) { return set("start", std::move(value)); }
  ControllerBuilder& setpoint(Value function) { return set("setpoint", std::move(function)); }
  ControllerBuilder& setpoint_from(const std::string& name) { return set("setpoint_from", name); }
  ControllerBuilder& proportional(Value gain) { return set("proportional", std::move(gain)); }
  ControllerBuilder& integral(Value gain) { return set("integral", std::move(gain)); }
  ControllerBuilder& derivative(Value gain, Value filter_time) {
    return set("derivative", std::move(gain)).set("derivative_time", std::move(filter_time));
  }
  ControllerBuilder& tracking_time(Value time) { return set("tracking_time", std::move(time)); }
  ControllerBuilder& delay(Value time) { return set("delay", std::move(time)); }
  ControllerBuilder& points(Value x, Value y) {
    return set("x", std::move(x)).set("y", std::move(y));
  }
  ControllerBuilder& expression(const std::string& text) { return set("expression", text); }
  ControllerBuilder& function(Value value) { return set("function", std::move(value)); }
};

}  // namespace treadle
