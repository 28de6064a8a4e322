#include "component_method.hpp"

#include "../base/at.hpp"
#include "component_steps.hpp"
#include "loop_steps.hpp"

#include <algorithm>
#include <map>

namespace treadle {

std::vector<HierarchyPart> parts_of(const Mechanism& mechanism) {
  const Description& d = mechanism.description;
  const Topology& t = mechanism.topology();
  std::map<std::string, int> part_of_body, number;
  std::vector<HierarchyPart> parts;
  for (const PartItem& item : d.parts) {
    const auto around = number.find(item.parent);
    number[item.name] = static_cast<int>(parts.size());
    for (const std::string& body : item.bodies) part_of_body[body] = static_cast<int>(parts.size());
    parts.push_back({item.name, around == number.end() ? -1 : around->second, {}});
  }
  // a body of the tree is one or several of the description, welded together: the first decides
  for (std::size_t i = 0; i < mechanism.model.links.size(); ++i) {
    const auto owner = part_of_body.find(t.bodies[BodyId{static_cast<int>(i)}].name);
    if (owner != part_of_body.end()) parts[at(owner->second)].bodies.push_back(static_cast<int>(i));
  }
  return parts;
}

ComponentMethod::ComponentMethod(const MethodParts& parts, Crew* crew, Ranks* ranks,
                                 std::shared_ptr<const ComponentCode> code)
    : NumericMethod(parts),
      code_(std::move(code)),
      hierarchy_(parts.model, plan_hierarchy(parts.model, parts_of(parts.mechanism)),
                 parts.mechanism.redundancy.rows),
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
  const Report report = hierarchy_.solve(
      {parts_.model, w.position, w.inertia, w.loads, w.loops, w.gamma}, w.qdd, w.lambda, crew_);
  if (!report.ok()) return refused(RefusalReason::pivot, report);
  turn_back<double>(parts_.model, w.position, w.qdd);
  return prove(query, parts_.model);
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
