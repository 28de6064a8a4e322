#include "mechanism.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../dynamics/equations.hpp"
#include "../solve/sparse_cholesky.hpp"

#include <algorithm>

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
  SparseCholesky<double> factor(eliminate(model.pattern->inertia));
  std::copy(matrix.diagonal.begin(), matrix.diagonal.end(), factor.diagonal().begin());
  for (int j = 0; j < model.nv(); ++j) {
    const LowerPattern& pattern = model.pattern->inertia;
    for (int s = pattern.begin[static_cast<std::size_t>(j)];
         s < pattern.begin[static_cast<std::size_t>(j) + 1]; ++s) {
      const int slot = factor.pattern().slot(pattern.rows[static_cast<std::size_t>(s)], j);
      factor.lower()[static_cast<std::size_t>(slot)] = matrix.lower[static_cast<std::size_t>(s)];
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
  mechanism.start = {built.start.q, built.start.v, {}, 0.0, {}};
  check_inertia(mechanism);
  const std::vector<FunctionValue<double>> functions = mechanism.functions_at(0.0);
  mechanism.start = assemble(mechanism.model, functions, built.start,
                             freeze_targets(description, mechanism.model, mechanism.placement));
  mechanism.redundancy = find_redundancy(mechanism.model, functions, mechanism.start.q);
  mechanism.open = open_reactions(mechanism.model, functions, mechanism.redundancy);
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

std::vector<std::string> Mechanism::open_names() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < open.joints.size(); ++i) {
    if (open.joints[i].any()) names.push_back(topology().bodies[BodyId{static_cast<int>(i)}].joint);
  }
  for (std::size_t c = 0; c < open.loops.size(); ++c) {
    if (open.loops[c].any()) names.push_back(topology().loops[LoopId{static_cast<int>(c)}].name);
  }
  return names;
}

}  // namespace treadle
