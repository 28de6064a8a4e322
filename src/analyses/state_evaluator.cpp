#include "state_evaluator.hpp"

#include "../assembly/orientation_gap.hpp"
#include "../assembly/self_stress.hpp"
#include "../dynamics/reactions.hpp"
#include "../output/joint_signals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

// Directions are kept by sines and turns by radians, so their multipliers are moments.
const char* multiplier_unit(const Mechanism& m, const Loop& loop, const LoopData<double>& data,
                            int row) {
  switch (loop.kind) {
    case LoopKind::frames:
      return data.rows[static_cast<std::size_t>(row)].kind == RowKind::square ? "N m" : "N";
    case LoopKind::distance:
      return "N";
    case LoopKind::coordinates:
      break;
  }
  if (loop.coordinates.empty()) return "N";
  const auto& [body, k] = loop.coordinates.front();
  const auto& names = velocity_names(m.topology().bodies[body].type);
  return std::string(names[static_cast<std::size_t>(k)].unit) == "rad/s" ? "N m" : "N";
}

std::vector<Column> acceleration_columns(const Topology& t, const std::vector<BodyId>& order) {
  std::vector<Column> columns;
  for (const BodyId i : order) {
    for (const CoordinateName& c : velocity_names(t.bodies[i].type)) {
      std::string name = t.bodies[i].joint + ".a";
      if (*c.suffix != '\0') name += std::string(".") + c.suffix;
      columns.push_back({name, std::string(c.unit) + "^2", channel_group::accelerations});
    }
  }
  return columns;
}

std::vector<Column> multiplier_columns(const Mechanism& m) {
  std::vector<Column> columns;
  for (LoopId c{0}; c.at < m.topology().loops.size(); ++c) {
    const Loop& loop = m.topology().loops[c];
    for (int r = 0; r < loop.rows; ++r) {
      std::string name = loop.name + ".lambda";
      if (loop.rows > 1) name.append(".").append(std::to_string(r + 1));
      const auto& data = m.model.loops[static_cast<std::size_t>(c.at)];
      columns.push_back({name, multiplier_unit(m, loop, data, r), "multipliers"});
    }
  }
  return columns;
}

}  // namespace

StateEvaluator::StateEvaluator(const Mechanism& mechanism, const std::string& solver)
    : mechanism_(mechanism),
      system_(mechanism, solver, ConstraintMethod::closest, 1.0, nullptr, true),
      order_(PartsOfModel(mechanism.description, mechanism.model, mechanism.placement,
                          mechanism.forces)
                 .bodies_in_order),
      wide_(mechanism.model),
      accelerations_(mechanism.model.links.size()),
      transmitted_(mechanism.model.links.size()) {
  columns_ = acceleration_columns(mechanism.topology(), order_);
  first_multiplier_ = columns_.size();
  for (Column& column : multiplier_columns(mechanism)) columns_.push_back(std::move(column));
  open_.resize(columns_.size() - first_multiplier_, 0);
  columns_.push_back({"kinetic", "J", channel_group::energies});
  columns_.push_back({"potential", "J", channel_group::energies});
  columns_.push_back({"loop_gap", "m or rad", "gaps"});
  columns_.push_back({"rate_gap", "m/s or rad/s", "gaps"});
}

// Which of several dependent equations carries a load is up to the solver; the smallest reactions
// are not.
void StateEvaluator::unique_multipliers() {
  Workspace<double>& w = system_.workspace();
  const Model<double>& model = mechanism_.model;
  if (mechanism_.redundancy.rows.empty()) return;
  joint_reactions<double>(model, w.position, w.velocity, w.inertia, w.loads, w.loops, w.qdd,
                          w.lambda, accelerations_, transmitted_);
  const SelfStress stress =
      least_reactions(model, mechanism_.redundancy, w.position, w.loops, w.lambda, transmitted_);
  for (std::size_t r = 0; r < open_.size(); ++r) {
    const Column& column = columns_[first_multiplier_ + r];
    const double unit = column.unit == "N m" ? stress.length : 1.0;
    if (std::fabs(stress.lambda[r]) > SelfStress::nothing * unit) open_[r] = 1;
  }
}

std::vector<std::string> StateEvaluator::not_unique() const {
  std::vector<std::string> names;
  for (std::size_t r = 0; r < open_.size(); ++r) {
    if (open_[r] != 0) names.push_back(columns_[first_multiplier_ + r].name);
  }
  return names;
}

// A joint that is turned by half a revolution is open, though the sines of its equations vanish.
// (C5)
double StateEvaluator::loop_gap(std::span<const double> x) {
  const Workspace<double>& w = system_.workspace();
  close_loops_wide(mechanism_.model, system_.q(x), w.functions, w.position, wide_);
  return largest<double>(wide_.residual);
}

Report StateEvaluator::evaluate(double t, std::span<const double> x, std::span<double> row) {
  Workspace<double>& w = system_.workspace();
  const Report report = system_.accelerate_proved(t, x);
  if (report.ok()) {
    unique_multipliers();
  } else {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    std::fill(w.qdd.begin(), w.qdd.end(), unknown);
    std::fill(w.lambda.begin(), w.lambda.end(), unknown);
  }
  std::size_t next = 0;
  std::array<double, 7> user_q{};
  std::array<double, 6> user_a{};
  for (const BodyId i : order_) {
    const TreeBody& body = mechanism_.topology().bodies[i];
    user_coordinates(body, system_.q(x), w.qdd, user_q, user_a);
    for (int a = 0; a < body.nv; ++a) row[next++] = user_a[static_cast<std::size_t>(a)];
  }
  for (const double multiplier : w.lambda) row[next++] = multiplier;
  const Energy energy = system_.energy(t, x);
  row[next++] = energy.kinetic;
  row[next++] = energy.potential;
  const Violation gap = system_.violation(t, x);
  row[next++] = std::max(gap.position, loop_gap(x));
  row[next++] = gap.velocity;
  return report;
}

}  // namespace treadle
