// A model made ready for drives: what they move is a coordinate, and nothing else moves it.
#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../describe/names.hpp"
#include "../kinematics/functions.hpp"
#include "follow_drive.hpp"

#include <algorithm>

namespace treadle {

namespace {

[[noreturn]] void refuse_drive(const std::string& message) { throw ModelError("drive", message); }

double value_at_start(const TimeFunction& function) {
  const Functions one({function});
  std::vector<FunctionValue<double>> value(1);
  one.evaluate(0.0, one.start(), one.start_states(), value);
  return value.front().value;
}

// A driver that does not move is a constraint like others.
void hold(ConstraintItem& driver) {
  const double value = value_at_start(driver.function);
  driver.function = {};
  if (driver.kind == ConstraintKind::distance_driver) {
    driver.kind = ConstraintKind::distance;
    driver.length = value;
    return;
  }
  driver.kind = ConstraintKind::coupler;
  driver.factors = {1.0};
  driver.offset = value;
}

JointItem& find_driven(Description& description, const std::string& name) {
  std::vector<std::string> names;
  for (JointItem& joint : description.joints) {
    names.push_back(joint.name);
    if (joint.name != name) continue;
    for (const JointItem& c : description.joints) {
      if (!c.composite || joint.composite) continue;
      const std::vector<std::string>& own = c.composite->independent;
      if (std::find(own.begin(), own.end(), name) == own.end()) continue;
      refuse_drive("joint '" + name + "' is inside composite '" + c.name + "'; " +
                   (own.size() == 1 ? "drive '" + c.name + "' instead"
                                    : "give drivers to its coordinates in the model"));
    }
    if (velocity_names(joint.type).size() != 1)
      refuse_drive("joint '" + name +
                   "' has not one coordinate; drive a revolute, prismatic or screw joint");
    return joint;
  }
  refuse_drive("no joint '" + name + "'" + suggestion(name, names));
}

}  // namespace

Description with_drive(const Description& description, const DriveOptions& options) {
  Description out = description;
  std::vector<std::string> driven{options.joint};
  find_driven(out, options.joint).hint = TreeHint::keep;
  for (const DriveOptions::Other& other : options.others) {
    if (std::find(driven.begin(), driven.end(), other.joint) != driven.end())
      refuse_drive("joint '" + other.joint + "' is driven twice");
    driven.push_back(other.joint);
    JointItem& joint = find_driven(out, other.joint);
    joint.hint = TreeHint::keep;
    joint.start = {other.from};
  }
  if (!options.others.empty()) find_driven(out, options.joint).start = {options.from};
  std::erase_if(out.constraints, [&](const ConstraintItem& c) {
    return c.kind == ConstraintKind::driver &&
           std::find(driven.begin(), driven.end(), c.coordinates.front().joint) != driven.end();
  });
  for (ConstraintItem& c : out.constraints) {
    if (c.kind == ConstraintKind::driver || c.kind == ConstraintKind::distance_driver) hold(c);
  }
  // q - from = (to - from) / (to' - from') (q' - from')
  for (const DriveOptions::Other& other : options.others) {
    const double ratio = (options.to - options.from) / (other.to - other.from);
    ConstraintItem coupler;
    coupler.name = "drive of " + other.joint;
    coupler.kind = ConstraintKind::coupler;
    coupler.coordinates = {{options.joint, 0}, {other.joint, 0}};
    coupler.factors = {1.0, -ratio};
    coupler.offset = options.from - ratio * other.from;
    out.constraints.push_back(std::move(coupler));
  }
  return out;
}

}  // namespace treadle
