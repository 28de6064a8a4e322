#include "write_model.hpp"

#include "../../base/error.hpp"
#include "../reading/read_document.hpp"
#include "../tables/shown.hpp"
#include "write_body.hpp"
#include "write_constraint.hpp"
#include "write_contact.hpp"
#include "write_controller.hpp"
#include "write_event.hpp"
#include "write_figure.hpp"
#include "write_force.hpp"
#include "write_joint.hpp"
#include "write_output.hpp"
#include "write_target.hpp"

#include <algorithm>

namespace treadle {

namespace {

// Each item of a list, or nothing where the list is empty. A refusal names the item.
template <class Item, class Write>
void set_list(Value& top, const char* list, const char* kind, const std::vector<Item>& items,
              Write write) {
  if (items.empty()) return;
  Value values = Value::list();
  for (std::size_t i = 0; i < items.size(); ++i) {
    try {
      values.add(write(items[i]));
    } catch (const ModelError& error) {
      std::string title = kind;
      if constexpr (requires { items[i].name; }) title += " " + shown(items[i].name);
      throw ModelError(std::string(list) + "[" + std::to_string(i) + "]." + error.where(),
                       title + ": " + error.what());
    }
  }
  top.set(list, std::move(values));
}

Value write_frame(const FrameItem& frame) {
  Value object = Value::object();
  object.set("name", frame.name).set("body", frame.body);
  set_pose(object, frame.pose);
  return object;
}

// The number with its unit; a parameter that numbers refer to is marked, since its value is in
// them.
Value write_parameter(const ParameterItem& item, const Description& model) {
  Value number = item.value;
  if (!item.unit.empty() && item.unit != "1") {
    std::string text = print_value(number);
    text.back() = ' ';
    number = text + item.unit;
  }
  const bool unused = std::find(model.unused_parameters.begin(), model.unused_parameters.end(),
                                item.name) != model.unused_parameters.end();
  if (unused && item.note.empty()) return number;
  Value object = Value::object();
  object.set("value", std::move(number));
  if (!item.note.empty()) object.set("note", item.note);
  if (!unused) object.set("resolved", true);
  return object;
}

Value write_simulation(const SimulationItem& item) {
  const SimulationItem usual;
  Value object = Value::object();
  object.set("duration", item.duration).set("step", item.step);
  set_number(object, "output_interval", item.output_interval);
  set_number(object, "max_step", item.max_step);
  set_number(object, "rtol", item.rtol, usual.rtol);
  set_number(object, "atol", item.atol, usual.atol);
  if (item.integrator != usual.integrator) object.set("integrator", item.integrator);
  if (item.solver != default_solver) object.set("solver", item.solver);
  if (item.constraints != usual.constraints) object.set("constraints", item.constraints);
  if (item.jacobian != usual.jacobian) object.set("jacobian", item.jacobian);
  if (item.spectral_radius != usual.spectral_radius)
    object.set("spectral_radius", item.spectral_radius);
  if (item.start != usual.start) object.set("start", item.start);
  if (item.sleeping) {
    Value sleeping = Value::object();
    sleeping.set("speed", item.sleeping->speed)
        .set("time", item.sleeping->time)
        .set("acceleration", item.sleeping->acceleration);
    object.set("sleeping", std::move(sleeping));
  }
  return object;
}

}  // namespace

std::string write_model(const Description& model, const std::vector<FigureItem>& figures) {
  for (const PartItem& part : model.parts) {
    if (!part.library.empty())
      throw ModelError("include", "part " + shown(part.name) +
                                      " is compiled: its inside cannot be written as a model");
  }
  Value top = Value::object();
  top.set("treadle", 1).set("name", model.name);
  if (!model.text.empty()) top.set("description", model.text);
  top.set("gravity", Value::list_of(model.gravity));
  if (model.numbering == Numbering::root_first) top.set("numbering", "root-first");
  set_number(top, "tolerance", model.tolerance);
  if (model.locked) top.set("locked", true);
  for (const ParameterItem& item : model.parameters)
    top.at("parameters").set(item.name, write_parameter(item, model));

  set_list(top, "bodies", "body", model.bodies, write_body);
  set_list(top, "frames", "frame", model.frames, write_frame);
  set_list(top, "joints", "joint", model.joints, write_joint);
  set_list(top, "constraints", "constraint", model.constraints,
           [&](const ConstraintItem& item) { return write_constraint(item, model); });
  set_list(top, "forces", "force", model.forces,
           [&](const ForceItem& item) { return write_force(item, model); });
  set_list(top, "contacts", "contact", model.contacts, write_contact);
  set_list(top, "outputs", "output", model.outputs,
           [&](const OutputItem& item) { return write_output(item, model); });
  set_list(top, "events", "event", model.events, write_event);
  set_list(top, "figures", "figure", figures, write_figure);
  set_list(top, "controllers", "controller", model.controllers, write_controller);
  if (!model.targets.empty()) {
    set_list(top.at("assembly"), "targets", "target", model.targets,
             [&](const TargetItem& item) { return write_target(item, model); });
  }
  top.set("simulation", write_simulation(model.simulation));
  return print_value(top);
}

}  // namespace treadle
