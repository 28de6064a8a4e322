#include "../src/acceleration/choose_solver.hpp"
#include "../src/acceleration/twins.hpp"
#include "../src/base/text.hpp"
#include "../src/generate/choose_generated.hpp"
#include "inspection.hpp"
#include "overview.hpp"
#include "pattern_picture.hpp"
#include "words.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace treadle::cli {

namespace {

using Rows = std::vector<std::vector<std::string>>;

const char* type_word(const TreeBody& body) {
  return body.follows >= 0 ? "inside" : joint_name(body.type);
}

// `elbow`, or `wrist.wx .wy .wz` for several.
std::string coordinate_words(const TreeBody& body) {
  if (body.follows >= 0) return "none: a link that follows";
  std::string text = body.joint;
  for (const CoordinateName& name : velocity_names(body.type)) {
    if (*name.suffix != '\0') text += (text == body.joint ? "." : " .") + std::string(name.suffix);
  }
  return text;
}

// A table, cut where it gets too long for a person; what is left out is counted.
std::string table_text(const std::string& title, Rows rows, std::size_t heads, const char* noun) {
  const std::size_t count = rows.size() - heads;
  if (count > longest_list) rows.resize(heads + longest_list);
  std::string text = title + "\n" + aligned(rows, 2);
  if (count > longest_list) {
    text += "  ... and " + std::to_string(count - longest_list) + " more " + noun +
            "; --json lists all of them\n";
  }
  return text;
}

std::string bodies_text(const Mechanism& mechanism) {
  const Topology& topology = mechanism.topology();
  Rows rows{{"body", "joint", "type", "parent", "coordinates"}};
  for (const TreeBody& body : topology.bodies) {
    rows.push_back({body.name, body.joint, type_word(body), body_name(topology, body.parent),
                    coordinate_words(body)});
  }
  const std::vector<std::vector<std::string>> welds = all_welds(mechanism);
  for (BodyId i{-1}; i.at < topology.bodies.size(); ++i) {
    const std::string to = body_name(topology, i);
    for (const std::string& name : welds[list_of(topology, i)]) {
      rows.push_back({name, "", "fixed", to, "none: welded to " + to});
    }
  }
  return table_text("bodies", std::move(rows), 1, "bodies");
}

// The tree with its lines, one row for each body: the drawn part and the joint.
void draw_tree(const Topology& topology, const std::vector<std::vector<BodyId>>& carried,
               BodyId body, const std::string& lines, Rows& rows) {
  const std::vector<BodyId>& children = carried[list_of(topology, body)];
  for (const BodyId child : children) {
    if (rows.size() > longest_list) return;
    const bool last = child == children.back();
    const TreeBody& item = topology.bodies[child];
    rows.push_back(
        {lines + (last ? "└─ " : "├─ ") + item.name, item.joint + " (" + type_word(item) + ")"});
    draw_tree(topology, carried, child, lines + (last ? "   " : "│  "), rows);
  }
}

std::string tree_text(const Topology& topology) {
  Rows rows{{ground_name}};
  draw_tree(topology, all_children(topology), ground, "", rows);
  rows.resize(static_cast<std::size_t>(topology.bodies.size()) + 1);  // the rest is only counted
  return table_text("\ntree", std::move(rows), 1, "bodies");
}

std::string parts_text(const Description& description) {
  if (description.parts.empty()) return "";
  Rows rows{{"part", "file", "bodies", "stands on"}};
  for (const PartItem& part : description.parts) {
    std::vector<std::string> bodies;
    for (const auto& [inner, body] : part.handed_in)
      bodies.push_back(inner == body ? body : body + " as " + inner);
    rows.push_back({part.name, part.file, std::to_string(part.bodies.size()), listed(bodies)});
  }
  return table_text("\nparts", std::move(rows), 1, "parts");
}

std::string loops_text(const Mechanism& mechanism) {
  const Topology& topology = mechanism.topology();
  if (topology.loops.empty()) return "\nloops\n  none: the mechanism is a tree\n";
  Rows rows{{"name", "type", "between", "equations", "why"}};
  for (const Loop& loop : topology.loops) {
    const bool joint = loop.joint >= 0;
    rows.push_back({loop.name, (joint ? "cut " : "") + loop.type, ends_of(mechanism, loop),
                    std::to_string(loop.rows), loop.reason});
  }
  return table_text("\nloops", std::move(rows), 1, "loops");
}

std::string redundant_text(const Mechanism& mechanism) {
  if (mechanism.redundancy.rows.empty()) return "";
  Rows rows;
  for (const int row : mechanism.redundancy.rows) rows.push_back({mechanism.row_name(row)});
  return table_text("\nredundant equations", std::move(rows), 0, "equations");
}

std::string ranks_text(const Mechanism& mechanism) {
  if (mechanism.redundancy.islands.empty()) return "";
  std::string text = "\nrank of the equations\n";
  for (const IslandRank& island : mechanism.redundancy.islands) {
    std::vector<std::string> loops;
    for (const int c : island.loops) loops.push_back(mechanism.topology().loops[LoopId{c}].name);
    text += "  " + listed(loops) + ": rank " + std::to_string(island.rank) + " of " +
            std::to_string(island.rows) + ", gap " + short_number(island.gap(), 2) + "\n";
  }
  return text;
}

std::string open_text(const Mechanism& mechanism) {
  const std::vector<std::string> names = mechanism.open_names();
  if (names.empty()) return "";
  return "\nreactions that are not unique\n  " + listed(by_owner(names)) + "\n";
}

std::string targets_text(const Mechanism& mechanism) {
  if (mechanism.start.targets.empty()) return "";
  Rows rows{{"target", "priority", "start position"}};
  for (const TargetResult& result : mechanism.start.targets) {
    const TargetItem& item = mechanism.description.targets[static_cast<std::size_t>(result.target)];
    rows.push_back({mechanism.target_words(item), std::to_string(item.rank),
                    result.met ? "met" : mechanism.target_excuse(result)});
  }
  return "\ntargets\n" + aligned(rows, 2);
}

std::string clusters_text(const Topology& topology) {
  if (topology.clusters.empty()) return "";
  Rows rows{{"root", "members", "loops", "interfaces", "kind"}};
  for (const Cluster& cluster : topology.clusters) {
    std::vector<std::string> loops;
    for (const LoopId loop : cluster.loops) loops.push_back(topology.loops[loop].name);
    rows.push_back({body_name(topology, cluster.root),
                    listed(joint_names_of(topology, cluster.members)), listed(loops),
                    listed(joint_names_of(topology, cluster.interfaces)),
                    std::to_string(cluster.kind)});
  }
  return table_text("\nclusters", std::move(rows), 1, "clusters");
}

std::string solver_text(const Mechanism& mechanism) {
  const SolverChoice choice = resolve_solver(mechanism, mechanism.description.simulation.solver);
  std::string text = "\nsolver\n  " + solver_words(choice) +
                     "\n  generated code: " + generated_words(generated_costs(mechanism)) + "\n";
  if (choice.name == "clustered") {
    for (const std::string& words :
         twin_words(find_twins(mechanism, mechanism.model), mechanism.topology()))
      text += "  side by side: " + words + "\n";
  }
  if (choice.counts.empty() || operations(choice.counts.front().operations) == 0) return text;
  Rows rows{{"candidate", "additions", "multiplications", "divisions", "square roots", "cost"}};
  for (const SolverCount& count : choice.counts) {
    const Tally& t = count.operations;
    rows.push_back({count.name, std::to_string(t.add), std::to_string(t.mul), std::to_string(t.div),
                    std::to_string(t.sqrt), std::to_string(std::lround(count.cost))});
  }
  return text + aligned(rows, 2);
}

std::vector<std::string> ordered_names(const Mechanism& mechanism, const std::vector<int>& order) {
  std::vector<std::string> names = matrix_order(mechanism);
  if (order.empty()) return names;
  std::vector<std::string> out;
  for (const int k : order) out.push_back(names[static_cast<std::size_t>(k)]);
  return out;
}

// Names in matrix order, as many on a line as fit.
std::string order_text(const Mechanism& mechanism, const std::vector<int>& order) {
  constexpr std::size_t columns = 100;
  const bool leaf_first = mechanism.topology().numbering == Numbering::leaf_first;
  std::string text =
      order.empty()
          ? std::string("\nnumbering (") + (leaf_first ? "leaf-first" : "root-first") +
                "), coordinates in matrix order\n"
          : "\nnumbering (breadth-first), coordinates in the order of the pictures only\n";
  std::string line = " ";
  std::vector<std::string> names = ordered_names(mechanism, order);
  const std::size_t left_out = names.size() > longest_list ? names.size() - longest_list : 0;
  names.resize(names.size() - left_out);
  if (left_out > 0) names.push_back("... and " + std::to_string(left_out) + " more");
  for (const std::string& name : names) {
    if (width_of(line) > 1 && width_of(line) + width_of(name) + 1 > columns) {
      text += line + "\n";
      line = " ";
    }
    line += " " + name;
  }
  return text + line + "\n";
}

std::string patterns_text(const Mechanism& mechanism, bool wanted, const std::vector<int>& order) {
  EntryCounts entries = count_entries(mechanism);
  if (!order.empty()) entries.factor = reordered_factor_entries(*mechanism.model.pattern, order);
  const long fill = entries.fill_in();
  std::string text = "\npatterns\n";
  text += "  M " + counted(entries.inertia, "entry", "entries") + " (lower triangle), L " +
          std::to_string(entries.factor) + ", fill-in " +
          (fill == 0 ? "none" : std::to_string(fill));
  if (mechanism.model.rows() > 0) {
    text += "; Phi " + std::to_string(entries.phi) + ", T " + std::to_string(entries.t);
  }
  text += "\n";
  const int size = mechanism.model.nv();
  if (!order.empty())
    return text + "\n" +
           reordered_pictures(*mechanism.model.pattern, ordered_names(mechanism, order), order);
  if (wanted || size <= largest_picture) {
    return text + "\n" + pattern_pictures(*mechanism.model.pattern, matrix_order(mechanism));
  }
  if (size > largest_drawing) return text + "  too large to be drawn\n";
  return text + "  --patterns draws them\n";
}

}  // namespace

std::vector<std::string> matrix_order(const Mechanism& mechanism) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(mechanism.model.nv()));
  for (int i = 0; i < mechanism.model.nv(); ++i) names.push_back(mechanism.coordinate_name(i));
  return names;
}

std::vector<int> breadth_first_order(const Topology& topology) {
  std::vector<int> bodies(topology.bodies.size());
  std::iota(bodies.begin(), bodies.end(), 0);
  const auto body = [&](int i) -> const TreeBody& { return topology.bodies[BodyId{i}]; };
  std::stable_sort(bodies.begin(), bodies.end(), [&](int a, int b) {
    return std::pair(body(a).depth, body(a).item.at) < std::pair(body(b).depth, body(b).item.at);
  });
  std::vector<int> order;
  for (const int i : bodies) {
    for (int k = 0; k < body(i).nv; ++k) order.push_back(body(i).v_at + k);
  }
  return order;
}

std::string inspection_text(const Mechanism& mechanism, bool patterns,
                            const std::vector<int>& order) {
  const Topology& topology = mechanism.topology();
  return mechanism.description.name + ": " + size_words(mechanism) + "\n\n" +
         bodies_text(mechanism) + parts_text(mechanism.description) + tree_text(topology) +
         loops_text(mechanism) + redundant_text(mechanism) + ranks_text(mechanism) +
         open_text(mechanism) + targets_text(mechanism) + clusters_text(topology) +
         solver_text(mechanism) + order_text(mechanism, order) +
         patterns_text(mechanism, patterns, order);
}

}  // namespace treadle::cli
