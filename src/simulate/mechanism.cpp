#include "mechanism.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../constraints/closest.hpp"
#include "../kinematics/relative_coordinates.hpp"
#include "check_inertia.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

Mechanism build_mechanism(const Description& description) {
  Mechanism mechanism;
  mechanism.description = description;
  BuiltModel built = build_model(description);
  mechanism.model = std::move(built.model);
  mechanism.placement = std::move(built.placement);
  mechanism.forces =
      freeze_forces(description, mechanism.model, mechanism.placement, built.functions);
  mechanism.functions = Functions(built.functions);
  mechanism.start = {built.start.q, built.start.v, {}, 0.0};
  check_inertia(mechanism.model, mechanism.start.q);
  const std::vector<FunctionValue<double>> functions = mechanism.functions_at(0.0);
  mechanism.start = assemble(mechanism.model, functions, built.start);
  mechanism.redundancy = find_redundancy(mechanism.model, functions, mechanism.start.q);
  return mechanism;
}

std::vector<FunctionValue<double>> Mechanism::functions_at(double t) const {
  std::vector<FunctionValue<double>> values(functions.size());
  functions.evaluate(t, values);
  return values;
}

std::string Mechanism::coordinate_name(int position) const {
  const std::vector<TreeBody>& bodies = topology().bodies.items();
  const bool falling = topology().numbering == Numbering::leaf_first;  // positions along the bodies
  const auto body = std::partition_point(bodies.begin(), bodies.end(), [&](const TreeBody& b) {
    return falling ? b.v_at > position : b.v_at + b.nv <= position;
  });
  if (body == bodies.end() || position < body->v_at || position >= body->v_at + body->nv)
    return "?";
  const auto k = static_cast<std::size_t>(position - body->v_at);
  const char* suffix = velocity_names(body->type)[k].suffix;
  return *suffix == '\0' ? body->joint : body->joint + "." + suffix;
}

std::string Mechanism::row_name(int row) const {
  const std::vector<Loop>& loops = topology().loops.items();
  const auto loop = std::partition_point(
      loops.begin(), loops.end(), [&](const Loop& l) { return l.first_row + l.rows <= row; });
  if (row < 0 || loop == loops.end()) return "?";
  return std::string(loop->joint < 0 ? "constraint '" : "joint '") + loop->name + "', equation " +
         std::to_string(row - loop->first_row + 1) + " of " + std::to_string(loop->rows);
}

std::vector<std::string> Mechanism::redundant_names() const {
  std::vector<std::string> names;
  for (const Loop& loop : topology().loops) {
    const auto row =
        std::lower_bound(redundancy.rows.begin(), redundancy.rows.end(), loop.first_row);
    if (row != redundancy.rows.end() && *row < loop.first_row + loop.rows)
      names.push_back(loop.name);
  }
  return names;
}

std::vector<std::string> Mechanism::warnings() const {
  std::vector<std::string> list;
  if (start.first_gap > 1e-6 * length_scale(model)) {
    list.push_back("the start position left a gap of " + short_number(start.first_gap, 3) +
                   " m (or rad) in the loops; it was closed");
  }
  for (const Unmet& unmet : start.unmet) {
    list.push_back(std::string("start ") + (unmet.velocity ? "velocity" : "value") + " of '" +
                   coordinate_name(unmet.position) +
                   "' could not be met with closed loops: changed by " +
                   short_number(unmet.change, 4));
  }
  for (const std::string& name : description.unused_parameters) {
    list.push_back("parameter '" + name + "' is not used");
  }
  for (const int row : redundancy.singular_here) {
    list.push_back("the start is a singular configuration: " + row_name(row) +
                   " says nothing new just here");
  }
  PositionStage<double> at(model);
  place_bodies<double>(model, start.q, at);
  for (const Loop& loop : topology().loops) {
    if (loop.joint < 0) continue;
    const JointItem& joint = description.joints[static_cast<std::size_t>(loop.joint)];
    if (!joint.start.empty()) {
      const LoopData<double>& data =
          model.loops[static_cast<std::size_t>(&loop - topology().loops.items().data())];
      const std::vector<double> now = relative_coordinates(
          joint.type, joint.pitch, place_on(at, data.group, data.to.body, data.to.frame),
          place_on(at, data.group, data.from.body, data.from.frame), joint.start);
      double change = 0.0;
      for (std::size_t k = 0; k < now.size(); ++k) {
        if (!std::isnan(joint.start[k]))
          change = std::max(change, std::fabs(now[k] - joint.start[k]));
      }
      if (change > 1e-6) {
        list.push_back("start value of joint '" + loop.name +
                       "', which was cut, is not met: it differs by " + short_number(change, 4));
      }
    }
    if (!joint.start_velocity.empty()) {
      list.push_back("start velocity of joint '" + loop.name +
                     "' is not used, since it was cut; give it to another "
                     "joint of its loop, or set \"tree\": \"keep\"");
    }
  }
  for (const TreeBody& body : topology().bodies) {
    if (!body.item.valid()) {
      list.push_back("body '" + body.name + "' has no way to the ground: it got a free joint '" +
                     body.joint + "'");
    }
  }
  return list;
}

}  // namespace treadle
