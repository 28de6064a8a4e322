#include "../src/acceleration/choose_solver.hpp"
#include "../src/acceleration/component_view.hpp"
#include "../src/acceleration/twins.hpp"
#include "../src/generate/choose_generated.hpp"
#include "findings.hpp"
#include "inspection.hpp"
#include "overview.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace treadle::cli {

namespace {

using nlohmann::ordered_json;

ordered_json tree_json(const Mechanism& mechanism) {
  ordered_json list = ordered_json::array();
  const Topology& topology = mechanism.topology();
  const std::vector<std::vector<std::string>> welds = all_welds(mechanism);
  for (BodyId i{0}; i.at < topology.bodies.size(); ++i) {
    const TreeBody& body = topology.bodies[i];
    list.push_back({{"body", body.name},
                    {"joint", body.joint},
                    {"type", joint_name(body.type)},
                    {"parent", body_name(topology, body.parent)},
                    {"coordinates", body.nv},
                    {"first", body.v_at},
                    {"welded", welds[list_of(topology, i)]}});
  }
  return list;
}

ordered_json healed_json(const Mechanism& mechanism) {
  ordered_json list = ordered_json::array();
  for (const Healed& item : mechanism.healed) {
    list.push_back({{"what", item.what},
                    {"joints", item.joints},
                    {"by", item.by},
                    {"unit", item.angle ? "rad" : "m"},
                    {"largest_change", item.change},
                    {"largest_turn", item.turn}});
  }
  return list;
}

ordered_json loops_json(const Mechanism& mechanism) {
  ordered_json list = ordered_json::array();
  const Topology& topology = mechanism.topology();
  for (const Loop& loop : topology.loops) {
    const bool bodies = loop.kind != LoopKind::coordinates;
    const auto body = [&](BodyId i) {
      return bodies ? ordered_json(body_name(topology, i)) : ordered_json(nullptr);
    };
    list.push_back({{"name", loop.name},
                    {"type", loop.type},
                    {"from", body(loop.from)},
                    {"to", body(loop.to)},
                    {"ancestor", body(loop.ancestor)},
                    {"coordinates", coordinates_of(mechanism, loop)},
                    {"equations", loop.rows}});
  }
  return list;
}

ordered_json clusters_json(const Topology& topology) {
  ordered_json list = ordered_json::array();
  for (const Cluster& cluster : topology.clusters) {
    std::vector<std::string> loops;
    for (const LoopId loop : cluster.loops) loops.push_back(topology.loops[loop].name);
    list.push_back({{"root", body_name(topology, cluster.root)},
                    {"members", joint_names_of(topology, cluster.members)},
                    {"loops", loops},
                    {"interfaces", joint_names_of(topology, cluster.interfaces)},
                    {"kind", cluster.kind}});
  }
  return list;
}

ordered_json ranks_json(const Mechanism& mechanism) {
  ordered_json list = ordered_json::array();
  for (const IslandRank& island : mechanism.redundancy.islands) {
    std::vector<std::string> loops;
    for (const int c : island.loops) loops.push_back(mechanism.topology().loops[LoopId{c}].name);
    list.push_back({{"loops", loops},
                    {"rank", island.rank},
                    {"equations", island.rows},
                    {"smallest_kept", island.smallest_kept},
                    {"largest_dropped", island.largest_dropped},
                    {"gap", island.gap()}});
  }
  return list;
}

ordered_json targets_json(const Mechanism& mechanism) {
  ordered_json list = ordered_json::array();
  for (const TargetResult& result : mechanism.start.targets) {
    const TargetItem& item = mechanism.description.targets[static_cast<std::size_t>(result.target)];
    ordered_json object{{"target", mechanism.target_words(item)},
                        {"priority", item.rank},
                        {"met", result.met},
                        {"position_off", result.position_off},
                        {"angle_off", result.angle_off}};
    if (!result.met) object["why"] = mechanism.target_excuse(result);
    list.push_back(std::move(object));
  }
  return list;
}

ordered_json solver_json(const Mechanism& mechanism) {
  const SolverChoice choice = resolve_solver(mechanism, mechanism.description.simulation.solver);
  ordered_json candidates = ordered_json::object();
  for (const SolverCount& count : choice.counts) {
    const Tally& t = count.operations;
    candidates[count.name] = {{"cost", count.cost}};
    if (operations(t) == 0) continue;  // estimated
    candidates[count.name]["operations"] = {
        {"add", t.add}, {"mul", t.mul}, {"div", t.div}, {"sqrt", t.sqrt}};
  }
  const GeneratedCosts costs = generated_costs(mechanism);
  ordered_json generated{{"statements", costs.statements}, {"worthwhile_evaluations", nullptr}};
  if (std::isfinite(costs.worthwhile()))
    generated["worthwhile_evaluations"] = std::ceil(costs.worthwhile());
  const bool recursive = choice.name == "clustered";
  const Twins twins = recursive ? find_twins(mechanism, mechanism.model) : Twins{};
  return {{"name", choice.name},
          {"generated", generated},
          {"side_by_side", twin_words(twins, mechanism.topology())},
          {"auto", choice.chosen},
          {"reason", choice.reason},
          {"candidates", candidates}};
}

// The tree of included parts, each before those inside it.
ordered_json parts_json(const Description& description) {
  ordered_json list = ordered_json::array();
  for (const PartItem& part : description.parts) {
    list.push_back({{"name", part.name},
                    {"parent", part.parent},
                    {"file", part.file},
                    {"bodies", part.bodies},
                    {"handed_in", part.handed_in}});
  }
  return list;
}

// How a hierarchy of components sees the mechanism, inner ones first.
ordered_json levels_json(const Mechanism& mechanism, bool components) {
  ordered_json list = ordered_json::array();
  if (mechanism.description.parts.empty() && !components) return list;
  for (const ComponentView& one : view_components(mechanism)) {
    list.push_back({{"component", one.name},
                    {"level", one.level},
                    {"inside", one.parent},
                    {"bodies", one.bodies},
                    {"border", one.border},
                    {"rows", one.rows},
                    {"columns", one.columns},
                    {"rank", one.rank},
                    {"density", one.density},
                    {"numbers", one.numbers},
                    {"operations", one.flops},
                    {"left_out", one.left_out},
                    {"compiled", one.compiled},
                    {"pattern", one.picture}});
  }
  return list;
}

}  // namespace

ordered_json inspection_json(const Mechanism& mechanism, const std::vector<Finding>& findings,
                             bool components) {
  const Topology& topology = mechanism.topology();
  std::vector<std::string> cut, redundant_equations;
  ordered_json reasons = ordered_json::object();
  for (const Loop& loop : topology.loops) {
    reasons[loop.name] = loop.reason;
    if (loop.joint >= 0) cut.push_back(loop.name);
  }
  for (const int row : mechanism.redundancy.rows) {
    redundant_equations.push_back(mechanism.row_name(row));
  }
  const EntryCounts entries = count_entries(mechanism);

  ordered_json object;
  object["model"] = mechanism.description.name;
  object["bodies"] = mechanism.description.bodies.size();
  object["joints"] = mechanism.description.joints.size();
  object["parts"] = parts_json(mechanism.description);
  object["levels"] = levels_json(mechanism, components);
  object["coordinates"] = mechanism.model.nv();
  object["constraints"] = mechanism.model.rows();
  object["dof"] = mechanism.degrees_of_freedom();
  object["locked"] = mechanism.is_locked();
  object["healed"] = healed_json(mechanism);
  object["redundant"] = mechanism.redundant_names();
  object["redundant_equations"] = redundant_equations;
  object["ranks"] = ranks_json(mechanism);
  object["not_unique"] = mechanism.open_names();
  object["targets"] = targets_json(mechanism);
  object["cut"] = cut;
  object["reasons"] = reasons;
  object["numbering"] = topology.numbering == Numbering::leaf_first ? "leaf-first" : "root-first";
  object["order"] = matrix_order(mechanism);
  object["tree"] = tree_json(mechanism);
  object["welded_to_ground"] = all_welds(mechanism).back();
  object["loops"] = loops_json(mechanism);
  object["clusters"] = clusters_json(topology);
  object["solver"] = solver_json(mechanism);
  object["nnz"] = {{"inertia", entries.inertia}, {"factor", entries.factor}, {"t", entries.t}};
  object["fill_in"] = entries.fill_in();
  object["warnings"] = all_warnings(mechanism, findings);
  object["findings"] = findings_json(findings);
  return object;
}

}  // namespace treadle::cli
