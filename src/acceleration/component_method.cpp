#include "component_method.hpp"

#include "../base/at.hpp"
#include "../keeping/kinds_of_units.hpp"
#include "../kinematics/advance.hpp"
#include "component_steps.hpp"
#include "loop_steps.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace treadle {

std::vector<HierarchyPart> parts_of(const Mechanism& mechanism) {
  const Description& d = mechanism.description;
  const Topology& t = mechanism.topology();
  std::map<std::string, int> part_of_body, number;
  std::vector<HierarchyPart> parts;
  int compiled = 0;
  for (const PartItem& item : d.parts) {
    const auto around = number.find(item.parent);
    number[item.name] = static_cast<int>(parts.size());
    for (const std::string& body : item.bodies) part_of_body[body] = static_cast<int>(parts.size());
    parts.push_back({item.name, around == number.end() ? -1 : around->second, {}});
    if (!item.library.empty()) parts.back().foreign = compiled++;
  }
  // a body of the tree is one or several of the description, welded together: the first decides
  for (std::size_t i = 0; i < mechanism.model.links.size(); ++i) {
    const auto owner = part_of_body.find(t.bodies[BodyId{static_cast<int>(i)}].name);
    if (owner != part_of_body.end()) parts[at(owner->second)].bodies.push_back(static_cast<int>(i));
  }
  // the order of a border is that of its library
  for (HierarchyPart& part : parts) {
    if (part.foreign >= 0) part.bodies = mechanism.compiled[at(part.foreign)].links;
  }
  return parts;
}

ComponentMethod::ComponentMethod(const MethodParts& parts, Crew* crew, CompiledParts* compiled,
                                 Ranks* ranks, std::shared_ptr<const ComponentCode> code)
    : NumericMethod(parts),
      code_(std::move(code)),
      compiled_(compiled),
      hierarchy_(parts.model, plan_hierarchy(parts.model, parts_of(parts.mechanism)),
                 parts.mechanism.redundancy.rows,
                 compiled != nullptr ? compiled->pieces() : std::span<ForeignPiece* const>()),
      nothing_(parts.model),
      crew_(crew) {
  if (code_) hierarchy_.use(*code_);
  if (ranks != nullptr && ranks->size() > 1) hierarchy_.work_with(parts.model, *ranks);
}

Answer ComponentMethod::accelerate(const AccelerationQuery& query) {
  if (query.kept || query.weak_loops) return refused(RefusalReason::off);
  Workspace<double>& w = parts_.work;
  prepare_equations<double>(parts_.model, parts_.mechanism.forces, query.q, query.v, w,
                            [&](Workspace<double>& all) { add_custom(query.t, all); });
  stabilize<double>(parts_.model, parts_.feedback, query.v, w);
  if (compiled_ != nullptr && !compiled_->look(query.t, query.states, &w))
    return refused(RefusalReason::pivot, {Trouble::unproved, -1, 0.0, 0});
  inside_ = compiled_ != nullptr ? compiled_->alone() : 0.0;
  const Report report = hierarchy_.solve(
      {parts_.model, w.position, w.inertia, w.loads, w.loops, w.gamma}, w.qdd, w.lambda, crew_);
  if (!report.ok()) return refused(RefusalReason::pivot, report);
  turn_back<double>(parts_.model, w.position, w.qdd);
  const double inside = compiled_ != nullptr ? compiled_->settle(w) : 0.0;
  Answer answer = prove(query, parts_.model);
  answer.power += inside;
  return answer;
}

// A step of least size that closes the gap `right` of the stage, at the place that is in it. (H9)
Report ComponentMethod::step_towards(double t, std::span<const double> states) {
  ProjectionStage<double>& w = parts_.stage;
  const Model<double>& model = parts_.mechanism.model;
  if (!compiled_->look(t, states, nullptr)) return {Trouble::not_converged, -1, 0.0, 0};
  for (double& r : w.right) r = -r;
  body_inertias<double>(model, w.position, w.inertia);
  return hierarchy_.solve({model, w.position, w.inertia, nothing_, w.loops, w.right}, w.step,
                          w.lambda, crew_);
}

Answer ComponentMethod::project_all(double t, std::span<double> q, std::span<double> v,
                                    std::span<double> states) {
  constexpr int most_steps = 12;
  constexpr double closed = 1e-13, by_rounding = 1e-10;  // in plain numbers
  const Model<double>& model = parts_.mechanism.model;
  ProjectionStage<double>& w = parts_.stage;
  const auto missed = [&](const std::vector<double>& rows) {
    Report report{Trouble::not_converged, -1, 0.0, 0};
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (std::fabs(rows[r]) <= report.value) continue;
      report.value = std::fabs(rows[r]);
      report.index = static_cast<int>(r);
    }
    return refused(RefusalReason::pivot, report);
  };
  const auto inside_moves = [&](bool velocities) {
    return compiled_->move(velocities, states) && compiled_->project(t, states) &&
           compiled_->place(t, states, q, v);
  };
  const auto place = [&] {
    place_bodies<double>(model, q, w.position);
    close_loops<double>(model, q, parts_.work.functions, w.position, w.loops);
    return largest_plain<double>(w.loops.residual, w.row_lengths, parts_.length);
  };
  double open = place();
  for (int it = 0; open > closed; ++it) {
    if (it == most_steps || !std::isfinite(open)) return missed(w.loops.residual);
    w.right = w.loops.residual;
    if (const Report report = step_towards(t, states); !report.ok())
      return refused(RefusalReason::pivot, report);
    advance<double>(model, q, w.step, w.moved);
    std::copy(w.moved.begin(), w.moved.end(), q.begin());
    if (!inside_moves(false)) return missed(w.loops.residual);
    const double before = open;
    open = place();
    if (open > 0.5 * before && open <= by_rounding) break;
  }
  const auto opening = [&] {
    loop_rate<double>(model, w.loops, v, w.right);
    return largest_plain<double>(w.right, w.row_lengths, parts_.length);
  };
  const auto speed = [&] { return largest_plain<double>(v, w.v_lengths, parts_.length); };
  opening();
  for (int it = 0; it < 3; ++it) {
    if (const Report report = step_towards(t, states); !report.ok())
      return refused(RefusalReason::pivot, report);
    for (std::size_t k = 0; k < w.step.size(); ++k) v[k] += w.step[k];
    if (!inside_moves(true)) return missed(w.right);
    place();
    if (opening() <= closed * speed()) break;
  }
  // where all that moves is inside, speeds outside are rounding too
  if (opening() > usually_unmet * (speed() + by_rounding)) return missed(w.right);
  w.left = {largest<double>(w.loops.residual), largest<double>(w.right)};
  w.is_left_known = true;
  return {};
}

Answer ComponentMethod::project(const AccelerationQuery& query, std::span<double> q,
                                std::span<double> v) {
  if (query.kept || query.weak_loops) return refused(RefusalReason::off);
  const double unmet = parts_.can_care ? hardly_unmet : usually_unmet;
  ComponentSteps others(parts_.mechanism.model, hierarchy_, nothing_, crew_);
  if (!query.evaluated) return close_loops_by(parts_, others, q, v, unmet);
  StepsAfterEvaluation steps(
      [this](std::span<const double> right, std::span<double> x) {
        const Report report = hierarchy_.solve_again(parts_.model, right, x, crew_);
        turn_back<double>(parts_.model, parts_.work.position, x);
        return report;
      },
      &others);
  return close_loops_by(parts_, steps, q, v, unmet);
}

}  // namespace treadle
