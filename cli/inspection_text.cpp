#include "../src/base/text.hpp"
#include "inspection.hpp"
#include "overview.hpp"
#include "pattern_picture.hpp"
#include "words.hpp"

namespace treadle::cli {

namespace {

using Rows = std::vector<std::vector<std::string>>;

// `elbow`, or `wrist.wx .wy .wz` for several.
std::string coordinate_words(const TreeBody& body) {
  std::string text = body.joint;
  for (const CoordinateName& name : velocity_names(body.type)) {
    if (*name.suffix != '\0') text += (text == body.joint ? "." : " .") + std::string(name.suffix);
  }
  return text;
}

std::string bodies_text(const Mechanism& mechanism) {
  const Topology& topology = mechanism.topology();
  Rows rows{{"body", "joint", "type", "parent", "coordinates"}};
  for (const TreeBody& body : topology.bodies) {
    rows.push_back({body.name, body.joint, joint_name(body.type), body_name(topology, body.parent),
                    coordinate_words(body)});
  }
  for (BodyId i{-1}; i.at < topology.bodies.size(); ++i) {
    const std::string to = body_name(topology, i);
    for (const std::string& name : welded_to(mechanism, i)) {
      rows.push_back({name, "", "fixed", to, "none: welded to " + to});
    }
  }
  return "bodies\n" + aligned(rows, 2);
}

// The tree with its lines, one row for each body: the drawn part and the joint.
void draw_tree(const Topology& topology, BodyId body, const std::string& lines, Rows& rows) {
  const std::vector<BodyId> children = children_of(topology, body);
  for (const BodyId child : children) {
    const bool last = child == children.back();
    const TreeBody& item = topology.bodies[child];
    rows.push_back({lines + (last ? "└─ " : "├─ ") + item.name,
                    item.joint + " (" + joint_name(item.type) + ")"});
    draw_tree(topology, child, lines + (last ? "   " : "│  "), rows);
  }
}

std::string tree_text(const Topology& topology) {
  Rows rows{{ground_name}};
  draw_tree(topology, ground, "", rows);
  return "\ntree\n" + aligned(rows, 2);
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
  return "\nloops\n" + aligned(rows, 2);
}

std::string redundant_text(const Mechanism& mechanism) {
  if (mechanism.redundancy.rows.empty()) return "";
  std::string text = "\nredundant equations\n";
  for (const int row : mechanism.redundancy.rows) text += "  " + mechanism.row_name(row) + "\n";
  return text;
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
  return "\nreactions that are not unique\n  " + listed(names) + "\n";
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
  return "\nclusters\n" + aligned(rows, 2);
}

// Names in matrix order, as many on a line as fit.
std::string order_text(const Mechanism& mechanism) {
  constexpr std::size_t columns = 100;
  const bool leaf_first = mechanism.topology().numbering == Numbering::leaf_first;
  std::string text = std::string("\nnumbering (") + (leaf_first ? "leaf-first" : "root-first") +
                     "), coordinates in matrix order\n";
  std::string line = " ";
  for (const std::string& name : matrix_order(mechanism)) {
    if (width_of(line) > 1 && width_of(line) + width_of(name) + 1 > columns) {
      text += line + "\n";
      line = " ";
    }
    line += " " + name;
  }
  return text + line + "\n";
}

std::string patterns_text(const Mechanism& mechanism, bool wanted) {
  const SaddlePattern& pattern = *mechanism.model.pattern;
  const EntryCounts entries = count_entries(pattern);
  const long fill = entries.fill_in();
  std::string text = "\npatterns\n";
  text += "  M " + counted(entries.inertia, "entry", "entries") + " (lower triangle), L " +
          std::to_string(entries.factor) + ", fill-in " +
          (fill == 0 ? "none" : std::to_string(fill));
  if (pattern.m > 0) {
    text += "; Phi " + std::to_string(entries.phi) + ", T " + std::to_string(entries.t);
  }
  text += "\n";
  if (wanted || pattern.n <= largest_picture) {
    return text + "\n" + pattern_pictures(pattern, matrix_order(mechanism));
  }
  return text + "  --patterns draws them\n";
}

}  // namespace

std::vector<std::string> matrix_order(const Mechanism& mechanism) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(mechanism.model.nv()));
  for (int i = 0; i < mechanism.model.nv(); ++i) names.push_back(mechanism.coordinate_name(i));
  return names;
}

std::string inspection_text(const Mechanism& mechanism, bool patterns) {
  const Topology& topology = mechanism.topology();
  return mechanism.description.name + ": " + size_words(mechanism) + "\n\n" +
         bodies_text(mechanism) + tree_text(topology) + loops_text(mechanism) +
         redundant_text(mechanism) + ranks_text(mechanism) + open_text(mechanism) +
         targets_text(mechanism) + clusters_text(topology) + order_text(mechanism) +
         patterns_text(mechanism, patterns);
}

}  // namespace treadle::cli
