#include "nameless.hpp"

#include "../base/error.hpp"
#include "../describe/functions_of.hpp"

namespace treadle {

namespace {

[[noreturn]] void refuse_inside(const std::string& what, const std::string& instead) {
  throw ModelError("component", what + " cannot be inside a compiled part; " + instead);
}

void check_inside(const Description& model) {
  for (const PartItem& part : model.parts) {
    if (!part.library.empty())
      refuse_inside("part '" + part.name + "', which is compiled itself,",
                    "include it beside the new one");
  }
  if (!model.controllers.empty())
    refuse_inside("controller '" + model.controllers.front().name + "'",
                  "move it to the model that includes the part");
  if (!model.events.empty())
    refuse_inside("event '" + model.events.front().name + "'",
                  "move it to the model that includes the part");
  for (const ForceItem& force : model.forces) {
    if (force.kind == ForceKind::tyre)
      refuse_inside("tyre '" + force.name + "'",
                    "publish its wheel as a border and put the tyre on it outside");
  }
  for_each_function(model, [](const TimeFunction& function) {
    if (function.kind == FunctionKind::input)
      refuse_inside("input '" + function.input + "'",
                    "give a function of time, or publish the body that it acts on as a border");
  });
}

/// New names: a letter and a number.
class Numbered {
 public:
  explicit Numbered(char letter) : letter_(letter) {}
  void rename(std::string& name) {
    std::string fresh = letter_ + std::to_string(names_.size() + 1);
    names_[name] = fresh;
    name = std::move(fresh);
  }
  void refer(std::string& name) const {
    if (const auto found = names_.find(name); found != names_.end()) name = found->second;
  }
  [[nodiscard]] const std::map<std::string, std::string>& names() const { return names_; }

 private:
  char letter_;
  std::map<std::string, std::string> names_;
};

}  // namespace

Nameless make_nameless(Description model) {
  check_inside(model);
  Numbered bodies('b'), joints('j'), others('x');
  const auto refer_gear = [&](std::optional<GearItem>& gear) {
    if (!gear) return;
    for (std::string& joint : gear->joints) joints.refer(joint);
    joints.refer(gear->carrier);
  };
  const auto refer_all = [&](auto& item) {
    others.rename(item.name);
    bodies.refer(item.from.body);
    bodies.refer(item.to.body);
    for (CoordinateRef& coordinate : item.coordinates) joints.refer(coordinate.joint);
    refer_gear(item.gear);
  };
  for (BodyItem& body : model.bodies) {
    bodies.rename(body.name);
    body.kind.clear();
    body.shapes.clear();
  }
  for (JointItem& joint : model.joints) {
    joints.rename(joint.name);
    bodies.refer(joint.parent);
    bodies.refer(joint.child);
  }
  for (ConstraintItem& item : model.constraints) refer_all(item);
  for (ForceItem& item : model.forces) refer_all(item);
  for (TargetItem& item : model.targets) {
    joints.refer(item.joint);
    bodies.refer(item.frame.body);
  }
  model.name = "c";
  model.text.clear();
  model.source.clear();
  model.parts.clear();
  model.frames.clear();
  model.parameters.clear();
  model.unused_parameters.clear();
  model.outputs.clear();
  model.simulation = SimulationItem{};
  return {std::move(model), bodies.names()};
}

}  // namespace treadle
