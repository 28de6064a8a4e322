#include "write_controller.hpp"

#include "../schema/elements.hpp"
#include "write_function.hpp"

namespace treadle {

namespace {

void write_inputs(const ControllerItem& item, Value& object) {
  if (item.kind == ControllerKind::path) return;  // they follow from its body
  const bool several = item.kind == ControllerKind::sum || item.kind == ControllerKind::expression;
  if (!several) {
    if (!item.inputs.empty()) object.set("input", item.inputs.front());
    return;
  }
  if (item.labels.empty()) {
    object.set("inputs", Value::list_of(item.inputs));
    return;
  }
  for (std::size_t k = 0; k < item.inputs.size(); ++k)
    object.at("inputs").set(item.labels[k], item.inputs[k]);
}

}  // namespace

Value write_controller(const ControllerItem& item) {
  Value object = Value::object();
  object.set("name", item.name)
      .set("type", type_words("controller")[static_cast<std::size_t>(item.kind)]);
  write_inputs(item, object);
  if (!item.output.empty()) object.set("output", item.output);
  set_number(object, "sample_time", item.sample_time);
  if (item.kind == ControllerKind::gain) object.set("gain", item.gain);
  set_number(object, "offset", item.offset);
  if (!item.factors.empty()) object.set("factors", Value::list_of(item.factors));
  set_number(object, "time_constant", item.time_constant);
  set_number(object, "frequency", item.frequency);
  set_number(object, "damping", item.damping, 1.0);
  set_number(object, "start", item.start);
  set_function(object, "setpoint", item.setpoint);
  if (!item.setpoint_from.empty()) object.set("setpoint_from", item.setpoint_from);
  set_number(object, "proportional", item.proportional);
  set_number(object, "integral", item.integral);
  set_number(object, "derivative", item.derivative);
  set_number(object, "derivative_time", item.derivative_time);
  set_number(object, "lower", item.lower);
  set_number(object, "upper", item.upper);
  set_number(object, "tracking_time", item.tracking_time);
  set_number(object, "delay", item.delay);
  if (!item.table.x.empty())
    object.set("x", Value::list_of(item.table.x)).set("y", Value::list_of(item.table.y));
  if (!item.expression.empty()) object.set("expression", item.expression);
  set_function(object, "function", item.function);
  if (item.kind == ControllerKind::path)
    object.set("of", item.follows).set("points", write_points(item.points));
  if (item.closed) object.set("closed", true);
  set_number(object, "preview_time", item.preview_time);
  set_number(object, "preview_distance", item.preview_distance);
  return object;
}

}  // namespace treadle
