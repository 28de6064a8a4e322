#include "mechanism.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../constraints/closest.hpp"
#include "../kinematics/relative_coordinates.hpp"
#include "../solve/sparse_cholesky.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// Every joint must move some inertia: a pivot of M that vanishes names the joint that does not.
void check_inertia(const Mechanism& mechanism) {
  const Model<double>& model = mechanism.model;
  PositionStage<double> at(model);
  InertiaStage<double> inertia(model);
  InertiaMatrix<double> matrix(model);
  place_bodies<double>(model, mechanism.start.q, at);
  body_inertias<double>(model, at, inertia);
  composite_inertia<double>(model, at, inertia, matrix);
  SparseCholesky<double, RootPivot> factor(eliminate(model.pattern->inertia));
  const auto set = [&](int row, int column, double entry) {
    factor.values()[static_cast<std::size_t>(factor.place(row, column))] = entry;
  };
  for (int j = 0; j < model.nv(); ++j) {
    const LowerPattern& pattern = model.pattern->inertia;
    set(j, j, matrix.diagonal[static_cast<std::size_t>(j)]);
    for (int s = pattern.begin[static_cast<std::size_t>(j)];
         s < pattern.begin[static_cast<std::size_t>(j) + 1]; ++s) {
      set(pattern.rows[static_cast<std::size_t>(s)], j, matrix.lower[static_cast<std::size_t>(s)]);
    }
  }
  const Report report = factor.factor(1e-13);
  if (report.dropped == 0) return;
  const BodyId body =
      body_at_position(mechanism.topology())[static_cast<std::size_t>(report.index)];
  const TreeBody& carried = mechanism.topology().bodies[body];
  const std::string where =
      carried.item.valid() ? "joints[" + std::to_string(carried.item.at) + "]" : "bodies";
  throw ModelError(where, "the motion of joint '" + carried.joint + "' (" +
                              joint_name(carried.type) + ") carries no inertia; give body '" +
                              carried.name +
                              "' an inertia, or move its centre of mass off the joint's axis");
}

}  // namespace

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
  check_inertia(mechanism);
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
  for (const TreeBody& body : topology().bodies) {
    const int k = position - body.v_at;
    if (k < 0 || k >= body.nv) continue;
    const char* suffix = velocity_names(body.type)[static_cast<std::size_t>(k)].suffix;
    return *suffix == '\0' ? body.joint : body.joint + "." + suffix;
  }
  return "?";
}

std::string Mechanism::row_name(int row) const {
  for (const Loop& loop : topology().loops) {
    if (row < loop.first_row || row >= loop.first_row + loop.rows) continue;
    return std::string(loop.joint < 0 ? "constraint '" : "joint '") + loop.name + "', equation " +
           std::to_string(row - loop.first_row + 1) + " of " + std::to_string(loop.rows);
  }
  return "?";
}

std::vector<std::string> Mechanism::redundant_names() const {
  std::vector<std::string> names;
  for (const Loop& loop : topology().loops) {
    const bool any = std::any_of(redundancy.rows.begin(), redundancy.rows.end(), [&](int row) {
      return row >= loop.first_row && row < loop.first_row + loop.rows;
    });
    if (any) names.push_back(loop.name);
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
  for (const Loop& loop : topology().loops) {
    if (loop.joint < 0) continue;
    const JointItem& joint = description.joints[static_cast<std::size_t>(loop.joint)];
    if (!joint.start.empty()) {
      PositionStage<double> at(model);
      place_bodies<double>(model, start.q, at);
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
